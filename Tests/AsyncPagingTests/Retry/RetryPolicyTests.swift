// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.retry), .timeLimit(.minutes(10)))
struct RetryPolicyTests {
  @Test(
    "G3: by default everything is tried again but cancellation, decoding and what says otherwise")
  func defaultAdvice() {
    let damaged = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
    #expect(RetryPolicy.defaultAdvice(for: Offline()) == .retry)
    #expect(RetryPolicy.defaultAdvice(for: PageTimeoutLike()) == .retry)
    #expect(RetryPolicy.defaultAdvice(for: CancellationError()) == .never)
    #expect(RetryPolicy.defaultAdvice(for: damaged) == .never)
    #expect(RetryPolicy.defaultAdvice(for: FeedError(code: .closed)) == .never)
    for advice in [RetryAdvice.never, .retry, .retryAfter(.seconds(3))] {
      #expect(RetryPolicy.defaultAdvice(for: Advising(retryAdvice: advice)) == advice)
    }
  }

  @Test(
    "G3 N85: an error that is not tried again fails the load at its first attempt",
    arguments: Way.allCases, Unretried.allCases)
  func notRetried(way: Way, error: Unretried) async {
    let source = Self.failing(with: error.error)
    let clock = SkippingClock()
    let trace = await walk(source, way, FeedConfiguration(), clock: clock)
    #expect(trace.items == [1])
    #expect(trace.error?.code == .sourceFailed)
    #expect(trace.error?.attempts == 1)
    #expect(trace.error?.pageIndex == 1)
    #expect(trace.error?.underlying != nil)
    #expect(trace.laneEnd == nil)
    #expect(await source.log.cursors == [nil, "a"])
    #expect(clock.sleeps.isEmpty)
  }

  @Test("G3: which errors are tried again can be replaced", arguments: Way.allCases)
  func replacedClassification(way: Way) async {
    let policy = RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(1))) { error in
      error is Offline ? .never : .retry
    }
    let retried = Self.failing(with: CancellationError())
    let configuration = FeedConfiguration(retry: policy)
    let first = await walk(retried, way, configuration, clock: SkippingClock())
    #expect(first.error?.code == .retriesExhausted)
    #expect(await retried.log.count(of: "a") == 3)
    let fatal = Self.failing(with: Offline())
    let second = await walk(fatal, way, configuration, clock: SkippingClock())
    #expect(second.error?.code == .sourceFailed)
    #expect(await fatal.log.count(of: "a") == 1)
  }

  @Test(
    "N83: two failures and an answer are three requests, and the page comes once",
    arguments: Way.allCases)
  func recovers(way: Way) async {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .failure(Offline()), .page([2])],
    ])
    let clock = SkippingClock()
    let trace = await walk(source, way, Self.attempts(3), clock: clock)
    #expect(trace.items == [1, 2])
    #expect(trace.error == nil)
    #expect(await source.log.cursors == [nil, "a", "a", "a"])
    #expect(await source.log.requests.map(\.attempt) == [1, 1, 2, 3])
    #expect(clock.sleeps == [.seconds(1), .seconds(1)])
  }

  @Test(
    "G9 N84 case 84 case 111: retries that are used up are one error; earlier pages stand",
    arguments: Way.allCases, 1...5)
  func exhausted(way: Way, attempts: Int) async {
    let source = ScriptedSource<Int, String> { request, count in
      request.cursor == nil ? .page([1, 2], next: "a") : .failure(Numbered(number: count))
    }
    let clock = SkippingClock()
    let trace = await walk(source, way, Self.attempts(attempts), clock: clock)
    #expect(trace.items == [1, 2])
    #expect(trace.error?.code == .retriesExhausted)
    #expect(trace.error?.attempts == attempts)
    #expect(trace.error?.pageIndex == 1)
    #expect(trace.error?.underlying as? Numbered == Numbered(number: attempts))
    #expect(trace.laneEnd == nil)
    #expect(!trace.isLoading)
    #expect(await source.log.count == 1 + attempts)
    #expect(clock.sleeps.count == attempts - 1)
  }

  @Test("G4: by default there are four attempts, at most 30 seconds apart", arguments: Way.allCases)
  func defaults(way: Way) async {
    let source = Self.failing(with: Offline())
    let clock = SkippingClock()
    let trace = await walk(source, way, FeedConfiguration(), clock: clock)
    #expect(trace.error?.attempts == 4)
    #expect(zip(clock.sleeps, [0.5, 1, 2]).allSatisfy { $0 <= .seconds($1) && $0 >= .zero })
    #expect(clock.sleeps.count == 3)
  }

  // MARK: - Hints

  @Test(
    "G5: a server's hint is the wait, whatever the back-off and its cap say",
    arguments: Way.allCases, [0, 1, 30, 60])
  func hint(way: Way, seconds: Int) async {
    let source = Self.hinting(.seconds(seconds))
    let clock = SkippingClock()
    var configuration = Self.attempts(2)
    configuration.retry = RetryPolicy(maxAttempts: 2, backoff: .constant(.seconds(2)))
    let trace = await walk(source, way, configuration, clock: clock)
    #expect(trace.items == [1])
    #expect(clock.sleeps == [.seconds(seconds)])
  }

  @Test("G5: a hint below zero asks for an attempt at once", arguments: Way.allCases)
  func negativeHint(way: Way) async {
    let source = Self.hinting(.seconds(-100))
    let clock = SkippingClock()
    let trace = await walk(source, way, Self.attempts(2), clock: clock)
    #expect(trace.items == [1])
    #expect(clock.sleeps == [.zero])
  }

  @Test(
    "G5: a hint beyond the longest wait fails at once, with the hint in the error",
    arguments: Way.allCases,
    [.seconds(61), .seconds(5 * 3600), Duration(secondsComponent: .max, attosecondsComponent: 0)])
  func hintTooLong(way: Way, hint: Duration) async {
    let source = Self.hinting(hint)
    let clock = SkippingClock()
    let trace = await walk(source, way, FeedConfiguration(), clock: clock)
    #expect(trace.error?.code == .retryAfterTooLong)
    #expect(trace.error?.retryAfter == hint)
    #expect(trace.error?.attempts == 1)
    #expect(clock.sleeps.isEmpty)
    #expect(await source.log.count == 1)
  }

  @Test("G5: the longest wait is the policy's", arguments: Way.allCases)
  func longestWait(way: Way) async {
    let policy = RetryPolicy(longestWait: .seconds(5))
    let configuration = FeedConfiguration(retry: policy)
    let clock = SkippingClock()
    let within = await walk(Self.hinting(.seconds(5)), way, configuration, clock: clock)
    #expect(within.items == [1])
    #expect(clock.sleeps == [.seconds(5)])
    let beyond = await walk(Self.hinting(.milliseconds(5001)), way, configuration, clock: clock)
    #expect(beyond.error?.code == .retryAfterTooLong)
    #expect(RetryPolicy(longestWait: .seconds(-1)).longestWait == .zero)
  }

  @Test(
    "G5: a hint past the deadline fails at once, with the hint in the error",
    arguments: Way.allCases)
  func hintPastDeadline(way: Way) async {
    let source = Self.hinting(.seconds(20))
    let clock = SkippingClock()
    let policy = RetryPolicy(deadline: .seconds(10))
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: clock)
    #expect(trace.error?.code == .deadlineExceeded)
    #expect(trace.error?.retryAfter == .seconds(20))
    #expect(clock.sleeps.isEmpty)
  }

  @Test("G5 G9: retries that are used up under hints say the last hint", arguments: Way.allCases)
  func hintAtTheLastAttempt(way: Way) async {
    let source = Script([nil: [.failure(Advising(retryAdvice: .retryAfter(.seconds(7))))]])
    let clock = SkippingClock()
    let trace = await walk(source, way, Self.attempts(3), clock: clock)
    #expect(trace.error?.code == .retriesExhausted)
    #expect(trace.error?.retryAfter == .seconds(7))
    #expect(clock.sleeps == [.seconds(7), .seconds(7)])
  }

  // MARK: - Deadline

  @Test("G4 N101: a wait past the deadline fails now and is not slept", arguments: Way.allCases)
  func deadline(way: Way) async {
    let source = Self.failing(with: Offline())
    let clock = SkippingClock()
    let policy = RetryPolicy(
      maxAttempts: 10, backoff: .constant(.seconds(4)), deadline: .seconds(10))
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: clock)
    #expect(trace.error?.code == .deadlineExceeded)
    #expect(trace.error?.attempts == 3)
    #expect(trace.error?.underlying is Offline)
    #expect(trace.error?.retryAfter == nil)
    #expect(clock.sleeps == [.seconds(4), .seconds(4)])
  }

  @Test("G4: an attempt exactly at the deadline is made", arguments: Way.allCases)
  func atTheDeadline(way: Way) async {
    let source = Script([nil: [.failure(Offline()), .page([1])]])
    let policy = RetryPolicy(backoff: .constant(.seconds(10)), deadline: .seconds(10))
    let clock = SkippingClock()
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: clock)
    #expect(trace.items == [1])
  }

  @Test(
    "G4: the deadline counts the time of the attempts, and anew for each page",
    arguments: Way.allCases)
  func deadlineOfTheLoad(way: Way) async {
    let clock = SkippingClock()
    let source = ScriptedSource<Int, Int> { request, count in
      clock.advance(by: .seconds(6))
      let number = request.cursor ?? 0
      if number < 2, count == 1 { return .failure(Offline()) }
      return number < 2 ? .page([number], next: number + 1) : .failure(Offline())
    }
    let policy = RetryPolicy(
      maxAttempts: 10, backoff: .constant(.seconds(3)), deadline: .seconds(10))
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: clock)
    #expect(trace.items == [0, 1])
    #expect(trace.error?.code == .deadlineExceeded)
    #expect(await source.log.cursors == [nil, nil, 1, 1, 2, 2])
  }

  @Test(
    "G4: a deadline that is over before the load leaves it one attempt",
    arguments: Way.allCases, [Duration.zero, .seconds(-5)])
  func noTime(way: Way, deadline: Duration) async {
    let policy = RetryPolicy(backoff: .constant(.milliseconds(1)), deadline: deadline)
    let configuration = FeedConfiguration(retry: policy)
    let failed = await walk(Self.failing(with: Offline()), way, configuration)
    #expect(failed.items == [1])
    #expect(failed.error?.code == .deadlineExceeded)
    #expect(failed.error?.attempts == 1)
  }

  @Test(
    "G4: the longest wait there is can be waited for, on a clock of the system, and given up",
    arguments: [100_000_000_000, Int64.max / 1_000_000_000, .max])
  func longestWaitThereIs(seconds: Int64) async throws {
    // A trap would end all tests, so this one has a process of its own.
    await #expect(processExitsWith: .success) { [seconds] in
      let (observer, executor) = (RecordingObserver(), QueueExecutor())
      let delay = Duration(secondsComponent: seconds, attosecondsComponent: 0)
      let configuration = FeedConfiguration(
        retry: RetryPolicy(backoff: .constant(delay)), observer: observer, executor: executor)
      let feed = Feed(Script([nil: [.failure(Offline())]]), configuration: configuration)
      let call = Task { try await feed.loadNext() }
      try await observer.events(1) { if case .waiting(_, delay) = $0 { true } else { false } }
      // The turn that reported the wait has started the timer, and the timer's first job sleeps.
      #expect(await feed.snapshot.isLoading)
      await executor.catchUp()
      await feed.cancel()
      let error = await #expect(throws: FeedError.self) { try await call.value }
      #expect(error?.code == .cancelled)
    }
  }

  // MARK: - Helpers

  private struct Numbered: Error, Equatable { var number: Int }
  private struct PageTimeoutLike: Error {}

  private static func attempts(_ count: Int) -> FeedConfiguration {
    FeedConfiguration(retry: RetryPolicy(maxAttempts: count, backoff: .constant(.seconds(1))))
  }

  private static func failing(with error: any Error) -> Script {
    Script([nil: [.page([1], next: "a")], "a": [.failure(error)]])
  }

  private static func hinting(_ hint: Duration) -> Script {
    Script([nil: [.failure(Advising(retryAdvice: .retryAfter(hint))), .page([1])]])
  }
}

/// Errors that the default classification does not try again.
enum Unretried: String, CaseIterable, Sendable {
  case cancellation, decoding, feed, advising

  var error: any Error {
    switch self {
    case .cancellation: CancellationError()
    case .decoding: DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
    case .feed: FeedError(code: .closed)
    case .advising: Advising(retryAdvice: .never)
    }
  }
}
