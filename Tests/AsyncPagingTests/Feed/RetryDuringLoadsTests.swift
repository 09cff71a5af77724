// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// `retry()` and what else gets a feed out of a failure.
@Suite(.tags(.retry), .timeLimit(.minutes(10)))
struct RetryDuringLoadsTests {
  private let gate = Gate()
  private let observer = RecordingObserver()

  private func feed(_ source: Script) -> Feed<Int, String> {
    Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
  }

  private func failing(times: Int = 1) -> Script {
    Script([
      nil: [.page([1, 2], next: "a")],
      "a": Array(repeating: .failure(Offline()), count: times) + [.page([3, 4], next: "b")],
      "b": [.page([5, 6], next: "c")], "c": [.page([7, 8])],
    ])
  }

  @Test("PG17: retry runs the failed page again, and the stored demand goes on from there")
  func failedAppend() async throws {
    let source = failing()
    let feed = feed(source)
    await settled { feed.demand(through: 5) }
    #expect(await feed.snapshot.next.error?.underlying is Offline)
    let retry = await settled { calling { try await feed.retry() } }
    #expect(await retry.code() == nil)
    #expect(await source.log.cursors == [nil, "a", "a", "b"])
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5, 6])
  }

  @Test("PG18: retry with nothing failed does nothing, and observers hear nothing")
  func nothingFailed() async throws {
    let source = Script.threePages()
    let feed = feed(source)
    try await feed.retry()
    #expect(await source.log.count == 0)
    _ = try await feed.loadNext()
    try await feed.retry()
    #expect(await source.log.count == 1)

    var machine = FeedMachine.loaded()
    let before = machine
    #expect(machine.handle(.call(1, .retry)) == [.resume(1, .done)])
    #expect(machine == before)
  }

  @Test("PG19: a retry after the failure has healed does nothing")
  func healed() async throws {
    let source = failing()
    let feed = feed(source)
    await settled { feed.demand(through: 2) }
    try await feed.retry()
    try await feed.retry()
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  @Test("PG21: after a failed retry demand stays shut out until the next explicit call")
  func failedRetry() async throws {
    let source = failing(times: 2)
    let feed = feed(source)
    await settled { feed.demand(through: 2) }
    #expect(await calling { try await feed.retry() }.code() == .retriesExhausted)
    await settled { for level in 2...100 { feed.demand(through: level) } }
    #expect(await source.log.cursors == [nil, "a", "a"])
    let retry = await settled { calling { try await feed.retry() } }
    #expect(await retry.code() == nil)
    #expect(await source.log.cursors == [nil, "a", "a", "a", "b", "c"])
  }

  @Test("PG22: a retry during a retry joins it: one attempt, not two")
  func retryDuringRetry() async throws {
    let source = Script([
      nil: [.page([1], next: "a")],
      "a": [.failure(Offline()), .failure(Offline()).held(by: gate), .page([2])],
    ])
    let feed = feed(source)
    await settled { feed.demand(through: 1) }
    let first = calling { try await feed.retry() }
    try await gate.arrivals(1)
    let second = calling { try await feed.retry() }
    try await observer.joins(1)
    await gate.open()
    #expect(await first.code() == .retriesExhausted)
    #expect(await second.code() == .retriesExhausted)
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  @Test("PG23: demand made while the first load had failed is served after its retry")
  func firstLoad() async throws {
    let source = Script([
      nil: [.failure(Offline()), .page([1, 2], next: "a")], "a": [.page([3, 4], next: "b")],
      "b": [.page([5, 6])],
    ])
    let feed = feed(source)
    #expect(await calling { try await feed.loadNext() }.code() == .retriesExhausted)
    await settled { feed.demand(through: 3) }
    #expect(await source.log.count == 1)
    let retry = await settled { calling { try await feed.retry() } }
    #expect(await retry.code() == nil)
    #expect(await source.log.cursors == [nil, nil, "a"])
    #expect(await feed.snapshot.generation == 0)
  }

  @Test(
    "PG24: a retry made on hearing of the failure gives one list of the same generation",
    arguments: 0...2)
  func fromObserver(loadedPages: Int) async throws {
    let cursor = [nil, "a", "b"][loadedPages]
    let source = Script { request, count in
      if request.cursor == cursor, count <= 2 { return .failure(Offline()) }
      return switch request.cursor {
      case nil: .page([1, 2], next: "a")
      case "a": .page([3, 4], next: "b")
      default: .page([5, 6])
      }
    }
    let observer = RetryingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
    observer.feed.value = feed
    await settled { feed.demand(through: 5) }
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5, 6])
    #expect(await feed.snapshot.generation == 0)
    #expect(await source.log.count == 5)
  }

  @Test("case 15: a refresh is accepted after a failure and clears it", arguments: [false, true])
  func refreshAfterFailure(isLoaded: Bool) async throws {
    let first: [Step] = isLoaded ? [.page([0], next: "a")] : [.failure(Offline())]
    let source = Script([nil: first + [.page([1])], "a": [.failure(Offline())]])
    let feed = feed(source)
    await settled { feed.demand(through: 1) }
    #expect(await calling { try await feed.refresh() }.items() == [1])
    let after = await feed.snapshot
    #expect(Array(after.items) == [1])
    for lane in Lane.allCases { #expect(after[lane].error == nil) }
    #expect(after.next.endReason == .noNextCursor)
    #expect(!after.isLoading)
  }
}

/// Tries again whatever fails.
private final class RetryingObserver: FeedObserver {
  let feed = Weak<Feed<Int, String>>()

  func loadFailed(_ load: LoadDescription, error: FeedError) {
    guard let feed = feed.value else { return }
    Task(name: "retrying observer") { try? await feed.retry() }
  }
}
