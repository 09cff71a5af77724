// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.cancellation), .timeLimit(.minutes(10)))
struct CancellationTests {
  private let gate = Gate()
  private let observer = RecordingObserver()

  /// A first page, and a second one that is held.
  private func source() -> Script {
    Script([
      nil: [.page([1, 2], next: "a")],
      "a": [.page([3, 4], next: "b").held(by: gate), .page([3, 4], next: "b")],
      "b": [.page([5, 6])],
    ])
  }

  private func feed(
    _ source: Script, abandonment: Abandonment = .cancels
  ) -> Feed<Int, String> {
    Feed(
      source,
      configuration: FeedConfiguration(
        retry: .never, abandonment: abandonment, observer: observer))
  }

  /// What a caller can wait for.
  enum Way: CaseIterable, Sendable {
    case loadNext, checkForMore, refresh, retry, pages, items

    func call(_ feed: Feed<Int, String>) async throws {
      switch self {
      case .loadNext: _ = try await feed.loadNext()
      case .checkForMore: _ = try await feed.checkForMore()
      case .refresh: try await feed.refresh()
      case .retry: try await feed.retry()
      case .pages: for try await _ in feed.pages {}
      case .items: for try await _ in feed.items {}
      }
    }
  }

  @Test("C1 X1 case 72: a cancelled waiter leaves at once while the load goes on for the others")
  func oneOfMany() async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let stays = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    let leaves = calling { try await feed.loadNext() }
    try await observer.joins(1)
    leaves.cancel()
    // The page is still held: the waiter does not wait for it.
    #expect(await leaves.code() == .cancelled)
    #expect(await feed.snapshot.next.isActive)
    await gate.open()
    #expect(await stays.items() == [3, 4])
    #expect(await source.log.cursors == [nil, "a"])
    #expect(await source.log.cancellationCount == 0)
  }

  @Test(
    "C1: whatever a waiter waits with, it leaves at once",
    arguments: [Way.loadNext, .checkForMore, .pages, .items])
  func everyWay(way: Way) async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let stays = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    let leaves = calling { try await way.call(feed) }
    try await observer.joins(1)
    leaves.cancel()
    #expect(await leaves.code() == .cancelled)
    await gate.open()
    #expect(await stays.items() == [3, 4])
  }

  @Test(
    "C1: a waiter of a refresh, or of the page after it, leaves at once",
    arguments: [Way.refresh, .loadNext])
  func refreshWaiters(way: Way) async throws {
    let source = Script([nil: [.page([1], next: "a"), .page([10]).held(by: gate)]])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let stays = calling { try await feed.refresh() }
    try await gate.arrivals(1)
    let leaves = calling { try await way.call(feed) }
    try await observer.joins(1)
    leaves.cancel()
    #expect(await leaves.code() == .cancelled)
    await gate.open()
    #expect(await stays.items() == [10])
  }

  @Test("C1: a waiter of retry() leaves at once")
  func retryWaiter() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2]).held(by: gate)],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    #expect(await calling { try await feed.loadNext() }.code() == .retriesExhausted)
    let stays = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    // Until its page is in, the lane counts as failed.
    let leaves = calling { try await feed.retry() }
    try await observer.joins(1)
    leaves.cancel()
    #expect(await leaves.code() == .cancelled)
    await gate.open()
    #expect(await stays.items() == [2])
  }

  @Test("C1: an iterator that is held up by a refresh leaves at once")
  func heldUpIterator() {
    var machine = FeedMachine.loaded()
    _ = machine.handle(.call(1, .load(.refresh)))
    let frontier = FeedMachine.Place(index: 1, generation: 0)
    #expect(machine.handle(.call(2, .page(frontier))).isEmpty)
    #expect(machine.handle(.leave(2)).answers == [2: .failure(.cancelled)])
    #expect(machine.lanes.refresh.phase == .loading(1))
  }

  @Test("C2 X2 case 68: when the last waiter leaves the load is cancelled, and nothing has changed")
  func lastWaiter() async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let before = outline(of: await feed.snapshot)
    let (calls, tasks) = watchingTasks {
      (0..<3).map { _ in calling { try await feed.loadNext() } }
    }
    try await gate.arrivals(1)
    try await observer.joins(2)
    for call in calls { call.cancel() }
    for call in calls { #expect(await call.code() == .cancelled) }
    await tasks.ended()
    #expect(await source.log.cancellationCount == 1)
    let after = outline(of: await feed.snapshot)
    #expect(after == before)
    #expect(try await feed.loadNext()?.items == [3, 4])
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  @Test("C2 X2: with keepsLoading the load goes on without waiters, and its page joins the list")
  func keepsLoading() async throws {
    let source = source()
    let feed = feed(source, abandonment: .keepsLoading)
    _ = try await feed.loadNext()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await gate.arrivals(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await gate.open()
    await tasks.ended()
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4])
    #expect(try await feed.loadNext()?.items == [5, 6])
    #expect(await source.log.cancellationCount == 0)
  }

  @Test("C1 C2: the demand does not notice that the last waiter leaves")
  func demandedLoad() async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (_, tasks) = watchingTasks { feed.demand(through: 2) }
    try await gate.arrivals(1)
    let call = calling { try await feed.loadNext() }
    try await observer.joins(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await gate.open()
    await tasks.ended()
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4])
    #expect(await source.log.cancellationCount == 0)
  }

  @Test("C3 X3: a caller that is cancelled before it calls starts nothing", arguments: Way.allCases)
  func cancelledBefore(way: Way) async throws {
    let source = source()
    let feed = feed(source)
    let start = Gate()
    let (call, tasks) = watchingTasks {
      calling {
        try? await start.pass()
        try await way.call(feed)
      }
    }
    try await start.arrivals(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    #expect(await source.log.count == 0)
    #expect(outline(of: await feed.snapshot) == outline(of: await self.feed(source).snapshot))
  }

  @Test("case 66: a cancelled caller leaves no error behind, and the next trigger works")
  func noErrorState() async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await gate.arrivals(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    for lane in Lane.allCases { #expect(await feed.snapshot[lane].error == nil) }
    #expect(await Array(feed.snapshot.items) == [1, 2])
    await settled { feed.demand(through: 2) }
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4])
  }

  @Test("case 74: a cancelled iteration throws, and the feed has not ended")
  func iteration() async throws {
    let source = source()
    let feed = feed(source)
    let seen = calling {
      var pages = 0
      do {
        for try await _ in feed.pages { pages += 1 }
        return -1
      } catch let error as FeedError where error.code == .cancelled {
        return pages
      }
    }
    try await gate.arrivals(1)
    seen.cancel()
    #expect(try await seen.value.get() == 1)
    #expect(await feed.snapshot.next.isIdle)
    #expect(try await feed.loadNext()?.cursor == "a")
  }
}
