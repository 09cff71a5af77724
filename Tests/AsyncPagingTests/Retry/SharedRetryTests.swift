// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.retry, .coalescing), .timeLimit(.minutes(10)))
struct SharedRetryTests {
  @Test(
    "G1: all who joined a load share its retries; none hears of an attempt that is tried again",
    arguments: [2, 50])
  func sharedRetries(count: Int) async throws {
    let gate = Gate()
    let clock = ManualClock()
    let observer = RecordingObserver()
    let source = Script([nil: [.failure(Offline()).held(by: gate), .page([1, 2])]])
    let feed = Feed(source, configuration: Self.configuration(observer), clock: clock)
    let pages = try await withThrowingTaskGroup(of: Page<Int, String>?.self) {
      group -> [Page<Int, String>?] in
      for _ in 0..<count { group.addTask { try await feed.loadNext() } }
      try await observer.joins(count - 1)
      await gate.open()
      try await clock.sleepers(1)
      guard case .waiting(attempt: 1, delay: .seconds(4)) = await feed.snapshot.refresh else {
        Issue.record("the lane does not say that it waits")
        return []
      }
      #expect(await feed.snapshot.isLoading)
      await clock.advance(by: .seconds(4))
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pages.map { $0?.items } == Array(repeating: [1, 2], count: count))
    #expect(await source.log.count == 2)
    #expect(await feed.snapshot.refresh.error == nil)
  }

  @Test("G1 A1: who comes while a later page waits for its next attempt joins that load")
  func joinedWhileWaiting() async throws {
    let clock = ManualClock()
    let observer = RecordingObserver()
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2])],
    ])
    let feed = Feed(source, configuration: Self.configuration(observer), clock: clock)
    var readers: [Task<[Int], any Error>] = []
    for _ in 0..<2 {
      readers.append(
        Task {
          var items: [Int] = []
          for try await page in feed.pages.limit(pages: 2) { items += page.items }
          return items
        })
      if readers.count == 1 { try await clock.sleepers(1) }
    }
    // The second one joins, or else begins an attempt, which would be the third.
    try await observer.events(3) {
      switch $0 {
      case .joined, .attemptStarted: true
      default: false
      }
    }
    let joinCount = try await observer.heard().count {
      if case .joined = $0 { true } else { false }
    }
    #expect(joinCount == 1)
    await clock.advance(by: .seconds(4))
    for reader in readers { #expect(try await reader.value == [1, 2]) }
    #expect(await source.log.count == 3)
  }

  @Test("G9: when retries are used up all who joined get the same error")
  func sharedFailure() async throws {
    let gate = Gate()
    let observer = RecordingObserver()
    let source = Script([nil: [.failure(Offline()).held(by: gate), .failure(Offline())]])
    var configuration = Self.configuration(observer)
    configuration.retry = RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(1)))
    let feed = Feed(source, configuration: configuration, clock: SkippingClock())
    let errors = try await withThrowingTaskGroup(of: FeedError?.self) { group in
      for _ in 0..<10 {
        group.addTask {
          await Self.error { () async throws(FeedError) in try await feed.loadNext() }
        }
      }
      try await observer.joins(9)
      await gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.map { $0?.code } == Array(repeating: .retriesExhausted, count: 10))
    #expect(errors.allSatisfy { $0?.attempts == 3 && $0?.underlying is Offline })
    #expect(await source.log.count == 3)
    #expect(await feed.snapshot.refresh.error?.code == .retriesExhausted)
  }

  @Test("G2 case 86: a failed page is asked again, none is skipped", arguments: Way.allCases)
  func noHole(way: Way) async throws {
    let asked = Notebook<Int>()
    let source = PageNumberSource<Int> { number, _ in
      guard asked.note(number) != 2 else { throw Offline() }
      return number < 3 ? [2 * number - 1, 2 * number] : []
    }
    var items: [Int] = []
    switch way {
    case .calls:
      let feed = Feed(source, configuration: .once)
      items += try #require(try await feed.loadNext()).items
      await #expect(throws: FeedError.self) { try await feed.loadNext() }
      while let page = try await feed.loadNext() { items += page.items }
    case .feed:
      let feed = Feed(source, configuration: .once)
      let first = await collect(feed.pages)
      #expect(first.error?.code == .retriesExhausted)
      let point = try #require(first.pages.last).resumePoint
      items = first.items + (await collect(feed.pages(after: point))).items
    case .unshared:
      let first = await collect(source.pages(.once))
      #expect(first.error?.code == .retriesExhausted)
      let point = try #require(first.pages.last).resumePoint
      items = first.items + (await collect(source.pages(.once, after: point))).items
    }
    #expect(items == [1, 2, 3, 4])
    #expect(asked.entries == [1, 2, 2, 3])
  }

  @Test("G2 case 90: attempts are counted for each page, not for the feed", arguments: Way.allCases)
  func attemptsPerPage(way: Way) async {
    let source = ScriptedSource<Int, Int> { request, count in
      let number = request.cursor ?? 1
      if number > 1, count < 3 { return .failure(Offline()) }
      return .page([number], next: number == 3 ? nil : number + 1)
    }
    let policy = RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(1)))
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: SkippingClock())
    #expect(trace.items == [1, 2, 3])
    #expect(trace.error == nil)
    #expect(await source.log.cursors == [nil, 2, 2, 2, 3, 3, 3])
  }

  @Test("case 84: decorating a source does not multiply its attempts", arguments: Way.allCases)
  func layers(way: Way) async {
    let source = Script([nil: [.failure(Offline())]])
    let decorated = source.mapItems { $0 }.timeout(.seconds(10), clock: ManualClock())
      .filterItems { _ in true }.stopping { _ in false }
    let policy = RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(1)))
    let trace = await walk(decorated, way, FeedConfiguration(retry: policy), clock: SkippingClock())
    #expect(trace.error?.code == .retriesExhausted)
    #expect(await source.log.count == 3)
  }

  @Test(
    "G1 case 88: a waiter that is cancelled during the wait leaves alone; the retry keeps its time")
  func cancelledWhileWaiting() async throws {
    let clock = ManualClock()
    let times = Notebook<Duration>()
    let observer = RecordingObserver()
    let gate = Gate()
    let source = ScriptedSource<Int, String> { request, count in
      guard request.cursor == "a" else { return .page([1], next: "a") }
      times.note(clock.now.offset)
      return count == 1 ? .failure(Offline()).held(by: gate) : .page([2])
    }
    let feed = Feed(source, configuration: Self.configuration(observer), clock: clock)
    _ = try await feed.loadNext()
    let first = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    let second = Task { try await feed.loadNext() }
    try await observer.joins(1)
    await gate.open()
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(1))
    first.cancel()
    let error = await #expect(throws: FeedError.self) { try await first.value }
    #expect(error?.code == .cancelled)
    #expect(try await clock.nextSleep() == .seconds(3))
    await clock.advance(by: .seconds(3))
    #expect(try await second.value?.items == [2])
    #expect(times.entries == [.zero, .seconds(4)])
  }

  @Test(
    "G8: time comes from the clock and chance from the generator: the same seed, the same delays",
    arguments: Way.allCases)
  func seeds(way: Way) async {
    func delays(_ seed: UInt64) async -> [Duration] {
      let clock = SkippingClock()
      var configuration = FeedConfiguration(
        retry: RetryPolicy(maxAttempts: 8, backoff: .exponential()))
      configuration.randomness = SeededGenerator(seed: seed)
      _ = await walk(Script([nil: [.failure(Offline())]]), way, configuration, clock: clock)
      return clock.sleeps
    }
    let first = await delays(1)
    #expect(first.count == 7)
    #expect(await delays(1) == first)
    #expect(await delays(2) != first)
  }

  // MARK: - Helpers

  private static func configuration(_ observer: RecordingObserver) -> FeedConfiguration {
    FeedConfiguration(
      retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(4))), observer: observer)
  }

  private static func error<Value>(
    of body: () async throws(FeedError) -> Value
  ) async -> FeedError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}
