// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Where demand stops: failures, other lists, pauses, pages without items.
@Suite(.tags(.demand), .timeLimit(.minutes(10)))
struct DemandLimitsTests {
  private let gate = Gate()

  private func failingOnce() -> ScriptedSource<Int, Int> {
    ScriptedSource<Int, Int>([
      nil: [.page([0, 1], next: 2)], 2: [.failure(Offline()), .page([2, 3], next: 4)],
      4: [.page([4, 5], next: 6)], 6: [.page([6, 7])],
    ])
  }

  @Test("B4: a failed lane is closed to demand, however much is demanded")
  func failedLane() async throws {
    let source = failingOnce()
    let feed = Feed(source, configuration: .once)
    await settled { feed.demand(through: 2) }
    #expect(await feed.snapshot.next.error?.code == .retriesExhausted)
    await settled { for level in 2...500 { feed.demand(through: level) } }
    #expect(await source.log.cursors == [nil, 2])
  }

  @Test("B4: a failed first load is closed to demand, too")
  func failedFirstLoad() async throws {
    let source = ScriptedSource<Int, Int>([nil: [.failure(Offline()), .page([0, 1])]])
    let feed = Feed(source, configuration: .once)
    await settled { feed.demand(through: 0) }
    #expect(await feed.snapshot.refresh.error != nil)
    await settled { for level in 0...500 { feed.demand(through: level) } }
    #expect(await source.log.count == 1)
    #expect(try await feed.loadNext()?.items == [0, 1])
  }

  enum Opening: CaseIterable, Sendable { case retry, loadNext }

  @Test(
    "B4: an explicit call opens the lane again, and the stored demand goes on from there",
    arguments: Opening.allCases)
  func opened(by opening: Opening) async throws {
    let source = failingOnce()
    let feed = Feed(source, configuration: .once)
    await settled { feed.demand(through: 5) }
    let call = await settled {
      calling {
        switch opening {
        case .retry: try await feed.retry()
        case .loadNext: _ = try await feed.loadNext()
        }
      }
    }
    #expect(await call.code() == nil)
    #expect(await source.log.cursors == [nil, 2, 2, 4])
  }

  @Test("B4: a refresh opens the lane again")
  func openedByRefresh() async throws {
    let source = failingOnce()
    let feed = Feed(source, configuration: .once)
    await settled { feed.demand(through: 5) }
    try await feed.refresh()
    #expect(await feed.snapshot.next.isIdle)
    await settled { feed.demand(through: 2, generation: 1) }
    #expect(await source.log.cursors == [nil, 2, nil, 2])
  }

  @Test("B4: after the cool-down the demand goes on by itself, not before")
  func coolDown() async throws {
    let source = failingOnce()
    let clock = ManualClock()
    var configuration = FeedConfiguration.once
    configuration.failureCoolDown = .seconds(30)
    let feed = Feed(source, configuration: configuration, clock: clock)
    let (_, tasks) = watchingTasks { feed.demand(through: 3) }
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(29))
    await settled { feed.demand(through: 5) }
    #expect(await source.log.count == 2)
    await clock.advance(by: .seconds(1))
    await tasks.ended()
    #expect(await source.log.cursors == [nil, 2, 2, 4])
  }

  @Test("B6 PG3: levels of another generation start nothing, a smaller one of this one counts")
  func otherGeneration() async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2)
    let feed = Feed(source)
    await settled { feed.demand(through: 99) }
    #expect(await source.log.count == 50)
    try await feed.refresh()
    await settled {
      for generation in [0, 2, -1, .max, .min] {
        feed.demand(through: 500, generation: generation)
      }
    }
    #expect(await source.log.count == 51)
    await settled { feed.demand(through: 3, generation: 1) }
    #expect(await feed.snapshot.itemCount == 4)
    #expect(await source.log.count == 52)
  }

  @Test("B6: a level that the list overtook on its way starts nothing")
  func overtakenLevel() {
    var machine = FeedMachine.loaded()
    _ = machine.handle(.reset(keepsItems: false))
    let before = machine
    #expect(machine.handle(.demand(9, generation: 0)).isEmpty)
    #expect(machine == before)
    #expect(machine.handle(.demand(9, generation: 1)).starts.map(\.slot) == [.lane(.refresh)])
  }

  @Test("B6 case 17: a report made for the longer list before loads nothing, a new one does")
  func lateReport() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page(Array(0..<200), next: 200), .page([0, 1, 2], next: 3)],
      3: [.page([3, 4, 5], next: 6)],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    try await feed.refresh()
    await settled { feed.demand(through: 199) }
    await settled { feed.demand(through: 199, generation: 0) }
    #expect(await source.log.count == 2)
    await settled { feed.demand(through: 3, generation: 1) }
    #expect(await source.log.cursors == [nil, nil, 3])
    #expect(await feed.snapshot.itemCount == 6)
  }

  @Test("B6: after a reset the old level is forgotten and can be demanded anew")
  func reset() async {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2)
    let feed = Feed(source)
    await settled { feed.demand(through: 5) }
    await feed.reset()
    await settled { feed.demand(through: 1) }
    #expect(await feed.snapshot.itemCount == 2)
    await settled { feed.demand(through: 5) }
    #expect(await feed.snapshot.itemCount == 6)
  }

  @Test("B7: paused demand starts nothing, cancels nothing and is followed when it goes on")
  func pause() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([0, 1], next: 2).held(by: gate)], 2: [.page([2, 3], next: 4)],
      4: [.page([4, 5], next: 6)],
    ])
    let feed = Feed(source)
    let (_, tasks) = watchingTasks { feed.demand(through: 3) }
    try await gate.arrivals(1)
    await feed.pauseDemand()
    await settled { feed.demand(through: 5) }
    await gate.open()
    await tasks.ended()
    #expect(await source.log.cursors == [nil])
    #expect(await source.log.cancellationCount == 0)
    // A call is no demand: it goes on.
    #expect(try await feed.loadNext()?.items == [2, 3])
    let resuming = await settled { calling { await feed.resumeDemand() } }
    #expect(await resuming.code() == nil)
    #expect(await source.log.cursors == [nil, 2, 4])
  }

  @Test("B8: pages of which a filter leaves nothing do not meet a demand")
  func filteredPages() async {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2)
    let feed = Feed(source.filterItems { $0 >= 20 })
    await settled { feed.demand(through: 0) }
    #expect(await Array(feed.snapshot.items) == [20, 21])
    #expect(await source.log.count == 11)
  }

  @Test("B8: empty pages stop a demand when their budget is used up, and asking again goes on")
  func emptyPageBudget() async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2)
    let feed = Feed(
      source.filterItems { $0 >= 20 }, configuration: FeedConfiguration(emptyPageBudget: 4))
    await settled { feed.demand(through: 0) }
    #expect(await feed.snapshot.next.error?.code == .noProgress)
    #expect(await source.log.count == 4)
    await settled { feed.demand(through: 1) }
    #expect(await source.log.count == 4)
    let retry = await settled { calling { try await feed.retry() } }
    #expect(await retry.code() == nil)
    #expect(await source.log.count == 8)
    await settled { calling { try await feed.retry() } }
    #expect(await Array(feed.snapshot.items) == [20, 21])
  }
}
