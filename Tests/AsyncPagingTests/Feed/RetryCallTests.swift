// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.retry), .timeLimit(.minutes(10)))
struct RetryCallTests {
  /// What a user can do during a wait.
  enum Impatience: String, CaseIterable, Sendable {
    case loadNext, retry, refresh, checkForMore

    func act(on feed: Feed<Int, String>) async throws {
      switch self {
      case .loadNext: _ = try await feed.loadNext()
      case .retry: try await feed.retry()
      case .refresh: try await feed.refresh()
      case .checkForMore: _ = try await feed.checkForMore()
      }
    }
  }

  @Test(
    "G6: during the back-off of the first load whatever the user does attempts now",
    arguments: Impatience.allCases)
  func attemptsFirstLoadNow(call: Impatience) async throws {
    let clock = ManualClock()
    let source = Script([nil: [.failure(Offline()), .page([1, 2])]])
    let feed = Feed(source, configuration: Self.slow, clock: clock)
    let waiting = Task { try await feed.loadNext() }
    try await clock.sleepers(1)
    try await call.act(on: feed)
    #expect(try await waiting.value?.items == [1, 2])
    #expect(await source.log.requests.map(\.attempt) == [1, 2])
    #expect(clock.now.offset == .zero)
  }

  @Test(
    "G6: during the back-off of the next lane a call attempts now and shares the page",
    arguments: [Impatience.loadNext, .retry, .checkForMore])
  func attemptsNextNow(call: Impatience) async throws {
    let clock = ManualClock()
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2], next: "b")],
    ])
    let feed = Feed(source, configuration: Self.slow, clock: clock)
    _ = try await feed.loadNext()
    let waiting = Task { try await feed.loadNext() }
    try await clock.sleepers(1)
    try await call.act(on: feed)
    #expect(try await waiting.value?.items == [2])
    #expect(await source.log.cursors == [nil, "a", "a"])
    #expect(await feed.snapshot.next.error == nil)
    #expect(clock.now.offset == .zero)
  }

  @Test("G6 D4: a refresh during the back-off of the next lane is made now and supersedes it")
  func refreshesNow() async throws {
    let clock = ManualClock()
    let source = Script([nil: [.page([1], next: "a"), .page([9])], "a": [.failure(Offline())]])
    let feed = Feed(source, configuration: Self.slow, clock: clock)
    _ = try await feed.loadNext()
    let waiting = Task { try await feed.loadNext() }
    try await clock.sleepers(1)
    #expect(try await feed.refresh()?.items == [9])
    let error = await #expect(throws: FeedError.self) { try await waiting.value }
    #expect(error?.code == .superseded)
    #expect(await source.log.cursors == [nil, "a", nil])
  }

  @Test("G6: during the back-off of a refresh another refresh attempts now")
  func refreshesAgainNow() async throws {
    let clock = ManualClock()
    let source = Script([nil: [.page([1]), .failure(Offline()), .page([9])]])
    let feed = Feed(source, configuration: Self.slow, clock: clock)
    _ = try await feed.loadNext()
    let waiting = Task { try await feed.refresh() }
    try await clock.sleepers(1)
    #expect(try await feed.refresh()?.items == [9])
    #expect(try await waiting.value?.items == [9])
    #expect(await source.log.count == 3)
    #expect(clock.now.offset == .zero)
  }

  @Test("G6: an attempt that is made early counts, and the wait after it is a new one")
  func earlyAttemptCounts() async throws {
    let clock = ManualClock()
    let source = Script([nil: [.failure(Offline()), .failure(Offline()), .page([1])]])
    let feed = Feed(source, configuration: Self.slow, clock: clock)
    let first = Task { try await feed.loadNext() }
    try await clock.sleepers(1)
    let second = Task { try await feed.loadNext() }
    try await source.log.calls(2)
    _ = await state(of: feed) {
      if case .waiting(attempt: 2, _) = $0.refresh { true } else { false }
    }
    #expect(try await feed.loadNext()?.items == [1])
    #expect(try await first.value?.items == [1])
    #expect(try await second.value?.items == [1])
    #expect(await source.log.requests.map(\.attempt) == [1, 2, 3])
  }

  @Test("G6: an iterator that comes during a wait waits with the others")
  func iteratorIsPatient() async throws {
    let clock = ManualClock()
    let observer = RecordingObserver()
    let times = Notebook<Duration>()
    let source = ScriptedSource<Int, String> { _, count in
      times.note(clock.now.offset)
      return count == 1 ? .failure(Offline()) : .page([1])
    }
    var configuration = Self.slow
    configuration.observer = observer
    let feed = Feed(source, configuration: configuration, clock: clock)
    let call = Task { try await feed.loadNext() }
    try await clock.sleepers(1)
    let iteration = Task { await collect(feed.pages).items }
    try await observer.joins(1)
    await clock.advance(by: .seconds(3600))
    #expect(try await call.value?.items == [1])
    #expect(await iteration.value == [1])
    #expect(times.entries == [.zero, .seconds(3600)])
  }

  @Test("G10: retry with nothing failed does nothing: no request, no new state")
  func nothingFailed() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    try await feed.retry()
    #expect(await source.log.count == 0)
    #expect(await feed.snapshot.isLoaded == false)
    _ = try await feed.loadNext()
    try await feed.retry()
    #expect(await source.log.count == 1)
    #expect(await feed.snapshot.pageCount == 1)
    while try await feed.loadNext() != nil {}
    try await feed.retry()
    #expect(await source.log.count == 3)
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .noNextCursor)
  }

  @Test("G10: retry runs the failed first load again, once, and a second retry does nothing")
  func failedFirstLoad() async throws {
    let source = Script([nil: [.failure(Offline()), .page([1], next: "a")]])
    let feed = Feed(source, configuration: .once)
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    try await feed.retry()
    #expect(await source.log.cursors == [nil, nil])
    #expect(Array(await feed.snapshot.items) == [1])
    #expect(await feed.snapshot.refresh.error == nil)
    try await feed.retry()
    #expect(await source.log.count == 2)
  }

  @Test("G10: retry runs the failed next lane again, once, and not the others")
  func failedNext() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2], next: "b")],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    try await feed.retry()
    #expect(await source.log.cursors == [nil, "a", "a"])
    #expect(Array(await feed.snapshot.items) == [1, 2])
    #expect(await feed.snapshot.generation == 0)
  }

  @Test("G10: retry that fails again says so, and the lane stays failed")
  func failsAgain() async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.failure(Offline())]])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    let error = await #expect(throws: FeedError.self) { try await feed.retry() }
    #expect(error?.code == .retriesExhausted)
    #expect(error?.pageIndex == 1)
    #expect(await feed.snapshot.next.error?.code == .retriesExhausted)
    #expect(Array(await feed.snapshot.items) == [1])
    #expect(await source.log.count(of: "a") == 2)
  }

  @Test(
    "G10: a lane that stopped on a bad cursor cannot be retried: retry says why, and asks nothing")
  func stoppedLane() async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.page([2], next: "a")]])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    let error = await #expect(throws: FeedError.self) { try await feed.retry() }
    #expect(error?.code == .cursorCycle)
    #expect(await source.log.count == 2)
  }

  @Test("G10: retries at the same time share one load")
  func concurrentRetries() async throws {
    let gate = Gate()
    let observer = RecordingObserver()
    let source = Script([nil: [.failure(Offline()), .page([1]).held(by: gate)]])
    var configuration = FeedConfiguration.once
    configuration.observer = observer
    let feed = Feed(source, configuration: configuration)
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    try await withThrowingTaskGroup { group in
      for _ in 0..<10 { group.addTask { try await feed.retry() } }
      try await observer.joins(9)
      await gate.open()
      try await group.waitForAll()
    }
    #expect(await source.log.count == 2)
  }

  @Test("G10: with a failed refresh over a failed next lane the refresh alone is run again")
  func failedRefreshAndNext() async throws {
    // Run together, the next lane's page would be one of the list that the refresh replaces.
    let source = Script([
      nil: [.page([1], next: "a"), .failure(Offline()), .page([9], next: "z")],
      "a": [.failure(Offline())],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    await #expect(throws: FeedError.self) { try await feed.refresh() }
    #expect(await feed.snapshot.next.error != nil)
    #expect(await feed.snapshot.refresh.error != nil)
    try await feed.retry()
    #expect(await source.log.cursors == [nil, "a", nil, nil])
    let snapshot = await feed.snapshot
    #expect(Array(snapshot.items) == [9])
    #expect(snapshot.next.error == nil)
    #expect(snapshot.refresh.error == nil)
  }

  @Test("G10: retry runs both directions again where both failed, each once")
  func bothDirections() throws {
    // Nothing public asks for the previous page yet: the decision is asked of the machine.
    var machine = FeedMachine()
    _ = machine.handle(.call(1, .load(.next)))
    _ = machine.handle(
      .arrived(1, .init(itemCount: 1, next: .cursor(7)), previous: .cursor(8)))
    _ = machine.handle(.call(2, .load(.next)))
    _ = machine.handle(.call(3, .load(.previous)))
    _ = machine.handle(.failed(2, isRetried: false))
    _ = machine.handle(.failed(3, isRetried: false))
    let started = machine.handle(.call(4, .retry)).compactMap { effect -> FeedMachine.Request? in
      if case .start(let request) = effect { return request }
      return nil
    }
    #expect(started.map(\.slot) == [.lane(.next), .lane(.previous)])
    #expect(started.map(\.position.cursor) == [7, 8])
    let half = machine.handle(.arrived(4, .init(itemCount: 1, next: .cursor(9))))
    #expect(!half.contains(.resume(4, .done)))
    let whole = machine.handle(
      .arrived(5, .init(itemCount: 1, next: .end(.noNextCursor, cursor: nil))))
    #expect(whole.contains(.resume(4, .done)))
  }

  /// Waits an hour between attempts.
  private static let slow = FeedConfiguration(
    retry: RetryPolicy(maxAttempts: 4, backoff: .constant(.seconds(3600))))
}
