// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.demand), .timeLimit(.minutes(10)))
struct DemandTests {
  private let gate = Gate()

  private func feed(
    _ source: ScriptedSource<Int, Int>, distance: Int = 0
  ) -> Feed<Int, Int> {
    Feed(source, configuration: FeedConfiguration(prefetchDistance: distance, retry: .never))
  }

  @Test("B1: the feed loads until the level plus the prefetch distance is there", arguments: 0...7)
  func level(distance: Int) async {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2)
    let feed = feed(source, distance: distance)
    await settled { feed.demand(through: 4) }
    // Items 0 through 4, and as many as the distance beyond them, in whole pages.
    let wanted = 5 + distance
    #expect(await feed.snapshot.itemCount == wanted + wanted % 2)
    #expect(await source.log.count == (wanted + 1) / 2)
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("B1: only the highest of many levels counts, whatever their order")
  func highestLevel() async {
    let source = ScriptedSource<Int, Int>.counting(perPage: 5)
    let feed = feed(source)
    await settled { for level in [3, 17, 0, 9, 17, -4, 12] { feed.demand(through: level) } }
    #expect(await feed.snapshot.itemCount == 20)
    #expect(await source.log.count == 4)
  }

  @Test("B1 PG1: a demand made while the first load is in flight is served after it")
  func duringFirstLoad() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([0, 1], next: 2).held(by: gate)], 2: [.page([2, 3], next: 4)],
      4: [.page([4, 5], next: 6)],
    ])
    let feed = feed(source)
    let (call, loading) = watchingTasks { calling { try await feed.loadNext() } }
    try await gate.arrivals(1)
    await settled { feed.demand(through: 5) }
    await gate.open()
    #expect(try await call.value.get()?.items == [0, 1])
    await loading.ended()
    #expect(await Array(feed.snapshot.items) == [0, 1, 2, 3, 4, 5])
    #expect(await source.log.cursors == [nil, 2, 4])
  }

  @Test("PG2 B1: one large demand loads page after page, without an idle moment in between")
  func oneLargeDemand() async throws {
    let source = ScriptedSource<Int, Int> { [gate] request, _ in
      let first = request.cursor ?? 0
      return .page([first, first + 1], next: first + 2).held(by: gate)
    }
    let feed = feed(source)
    var updates = feed.updates.makeAsyncIterator()
    let (_, tasks) = watchingTasks { feed.demand(through: 9) }
    try await gate.arrivals(1)
    await gate.open()
    var last = try #require(await updates.next()).snapshot
    while last.itemCount < 10 {
      #expect(last.isLoading || !last.isLoaded && last.itemCount == 0)
      last = try #require(await updates.next()).snapshot
    }
    #expect(last.itemCount == 10)
    #expect(last.next.isIdle)
    await tasks.ended()
    #expect(await source.log.cursors == [nil, 2, 4, 6, 8])
  }

  @Test("B2: demand on an empty feed starts the first load, and only one")
  func emptyFeed() async throws {
    let source = ScriptedSource<Int, Int>([nil: [.page([0, 1], next: 2).held(by: gate)]])
    let feed = feed(source)
    let (_, tasks) = watchingTasks { feed.demand(through: 0) }
    try await gate.arrivals(1)
    // The list has no items yet: that is not its end.
    await settled { for level in 0...1 { feed.demand(through: level) } }
    #expect(await feed.snapshot.refresh.isActive)
    #expect(await source.log.count == 1)
    await gate.open()
    await tasks.ended()
    #expect(await source.log.cursors == [nil])
    #expect(await Array(feed.snapshot.items) == [0, 1])
  }

  @Test("B3: a level that is met, below the distance or negative causes no load")
  func metLevels() async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 10)
    let feed = feed(source, distance: 3)
    _ = try await feed.loadNext()
    await settled { for level in [Int.min, -1, 0, 3, 6, 6] { feed.demand(through: level) } }
    #expect(await source.log.count == 1)
    await settled { feed.demand(through: 7) }
    #expect(await source.log.count == 2)
  }

  @Test("B3 case 7: the same report again, before and after the page is in, loads nothing more")
  func sameReport() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([0, 1], next: 2)], 2: [.page([2, 3], next: 4).held(by: gate)],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (_, tasks) = watchingTasks { feed.demand(through: 2) }
    try await gate.arrivals(1)
    await settled { for _ in 0..<100 { feed.demand(through: 2) } }
    await gate.open()
    await tasks.ended()
    await settled { for _ in 0..<100 { feed.demand(through: 2) } }
    #expect(await source.log.cursors == [nil, 2])
  }

  @Test(
    "B1: the highest level there is asks for everything", arguments: [Int.max, .max - 1, 1 << 40])
  func hugeLevels(level: Int) async {
    let source = ScriptedSource<Int, Int>.counting(perPage: 10, upTo: 95)
    let feed = feed(source, distance: 20)
    await settled { feed.demand(through: level) }
    #expect(await feed.snapshot.itemCount == 95)
    #expect(await source.log.count == 10)
  }

  @Test("B5: demand on a list that has ended does nothing", arguments: [1, 2, 1000])
  func endedList(level: Int) async {
    let source = ScriptedSource<Int, Int>([nil: [.page([0, 1])]])
    let feed = feed(source)
    await settled { feed.demand(through: 0) }
    await settled { feed.demand(through: level) }
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
    #expect(await source.log.count == 1)
  }

  @Test("case 11: a position reported during a load is looked at again when a short page lands")
  func reportDuringLoad() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page(Array(0..<20), next: 20)],
      20: [.page([20, 21], next: 22).held(by: gate)],
      22: [.page(Array(22..<42), next: 42)],
    ])
    let feed = feed(source, distance: 5)
    _ = try await feed.loadNext()
    let (_, tasks) = watchingTasks { feed.demand(through: 17) }
    try await gate.arrivals(1)
    await settled { feed.demand(through: 19) }
    await gate.open()
    await tasks.ended()
    #expect(await source.log.cursors == [nil, 20, 22])
  }

  @Test("case 13: a first page that does not fill the view is followed by as many as do")
  func firstPageTooShort() async {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2)
    let feed = feed(source)
    // Room for five lines, and nothing scrolls.
    await settled { feed.demand(through: 4) }
    #expect(await source.log.cursors == [nil, 2, 4])
    #expect(await feed.snapshot.next.isIdle)
  }

  @Test("case 9: a load asked for on seeing a page's items asks for the page after it")
  func onSeeingItems() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([1, 2], next: 2)], 2: [.page([3, 4], next: 4)], 4: [.page([7])],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let first = calling { try await feed.loadNext() }
    var triggered: Page<Int, Int>?
    for await update in feed.updates where update.snapshot.items.count == 4 {
      triggered = try await feed.loadNext()
      break
    }
    #expect(triggered?.items == [7])
    #expect(try await first.value.get()?.items == [3, 4])
    #expect(await source.log.cursors == [nil, 2, 4])
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
  }

  @Test("B1 case 9: a demand made by the feed's observer in the middle of a turn is not lost")
  func fromObserver() async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2, upTo: 400)
    let observer = DemandingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    observer.feed = feed
    await settled { feed.demand(through: 0) }
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
    #expect(await source.log.count == 200)
  }
}

/// Demands one page more whenever it hears of one.
private final class DemandingObserver: FeedObserver, Sendable {
  private let demanded = Weak<Feed<Int, Int>>()

  var feed: Feed<Int, Int>? {
    get { demanded.value }
    set { demanded.value = newValue }
  }

  func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    feed?.demand(through: (load.pageIndex + 1) * itemCount)
  }
}
