// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.retry), .timeLimit(.minutes(10)))
struct BackoffTests {
  private static let attempts = [
    Int.min, -1, 0, 1, 2, 3, 10, 31, 32, 63, 64, 65, 1000, 2000, 1_000_000, Int.max,
  ]
  private static let durations: [Duration] = [
    Duration(secondsComponent: .min, attosecondsComponent: 0), .seconds(-1), .nanoseconds(-1),
    .zero, Duration(secondsComponent: 0, attosecondsComponent: 1), .nanoseconds(1),
    .milliseconds(500), .seconds(60), .seconds(1e11),
    Duration(secondsComponent: .max, attosecondsComponent: 0), .seconds(1e20),
    Duration(attoseconds: .max), Duration(attoseconds: .min),
  ]

  @Test(
    "G4 case 92: any attempt, any base and any cap give a delay within the cap",
    arguments: durations, durations)
  func bounds(base: Duration, cap: Duration) {
    let kinds: [Backoff] = [
      .exponential(base: base, cap: cap), .exponential(base: base, cap: cap, jitter: .none),
      .exponential(base: base, factor: 1, cap: cap),
      .exponential(base: base, factor: 1e300, cap: cap),
      .exponential(base: base, factor: .infinity, cap: cap, jitter: .none),
      .exponential(base: base, factor: .greatestFiniteMagnitude, cap: cap),
      .constant(base), .constant(base, jitter: .full),
      .linear(base: base, step: base, cap: cap),
      .linear(base: base, step: cap, cap: cap, jitter: .full),
      .decorrelated(base: base, cap: cap),
      .custom(cap: cap) { _ in base }, .custom(cap: cap, jitter: .full) { _ in base },
    ]
    for (number, backoff) in kinds.enumerated() {
      #expect(backoff.cap >= .zero)
      for attempt in Self.attempts where attempt < 100_000 || number < 3 {
        for previous in [Duration.zero, base, cap] {
          for var chance in [Chance.least, .half, .most] {
            let delay = backoff.delay(beforeRetry: attempt, previous: previous, using: &chance)
            #expect(delay >= .zero)
            #expect(delay <= backoff.cap)
          }
        }
      }
    }
  }

  @Test(
    "G4 G5: the longest hint under the longest deadline overflows nowhere", arguments: Way.allCases)
  func longestHint(way: Way) async {
    let longest = Duration(attoseconds: .max)
    let clock = SkippingClock()
    let source = Script([nil: [.failure(Advising(retryAdvice: .retryAfter(longest)))]])
    let policy = RetryPolicy(maxAttempts: 3, deadline: longest, longestWait: longest)
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: clock)
    #expect(trace.error?.code == .deadlineExceeded)
    #expect(trace.error?.retryAfter == longest)
    #expect(trace.error?.attempts == 2)
  }

  @Test("G4 N95: no attempt number overflows, and the delay stays at the cap", arguments: 1...1000)
  func attemptNumbers(attempt: Int) {
    let cap = Duration.seconds(60)
    let expected = attempt <= 6 ? Duration.seconds(1 << (attempt - 1)) : cap
    let backoff = Backoff.exponential(base: .seconds(1), cap: cap, jitter: .none)
    #expect(Self.delay(backoff, attempt) == expected)
  }

  @Test("G4: the greatest attempt number costs no more than the way to the cap")
  func greatestAttemptNumber() {
    for backoff in [
      Backoff.exponential(base: .seconds(1), factor: 1, cap: .seconds(60), jitter: .none),
      .exponential(base: .zero, cap: .seconds(60)), .exponential(base: .nanoseconds(1)),
    ] {
      #expect(Self.delay(backoff, .max) <= backoff.cap)
    }
  }

  @Test("N93: with chance at its most the delays double from the base, and hold at the cap")
  func doubling() {
    func delays(cap: Duration) -> [Duration] {
      let backoff = Backoff.exponential(base: .milliseconds(50), cap: cap)
      return (1...5).map { attempt in
        var chance = Chance.most
        return backoff.delay(beforeRetry: attempt, using: &chance)
      }
    }
    #expect(Self.milliseconds(delays(cap: .seconds(10))) == [50, 100, 200, 400, 800])
    #expect(Self.milliseconds(delays(cap: .milliseconds(200))) == [50, 100, 200, 200, 200])
  }

  @Test("N94: full jitter stays between nothing and the delay, and is uniform", arguments: 1...5)
  func uniform(attempt: Int) {
    let backoff = Backoff.exponential(base: .seconds(1), cap: .seconds(3))
    let longest = Double(min(1 << (attempt - 1), 3))
    var generator = SeededGenerator(seed: UInt64(attempt))
    var bins = Array(repeating: 0, count: 20)
    for _ in 0..<20_000 {
      let delay = backoff.delay(beforeRetry: attempt, using: &generator) / .seconds(1)
      #expect((0...longest).contains(delay))
      bins[min(Int(delay / longest * 20), 19)] += 1
    }
    // 1000 a bin are expected: chi square with 19 degrees of freedom, far beyond its 0.1 % point.
    let chiSquare = bins.reduce(0.0) { $0 + Double(($1 - 1000) * ($1 - 1000)) / 1000 }
    #expect(chiSquare < 45)
  }

  @Test("G4: the constant kind waits the same each time")
  func constant() {
    #expect(
      (1...4).map { Self.delay(.constant(.seconds(3)), $0) }
        == Array(repeating: .seconds(3), count: 4))
    #expect(Backoff.constant(.seconds(3)).cap == .seconds(3))
  }

  @Test("G4: the linear kind grows by its step up to the cap")
  func linear() {
    let backoff = Backoff.linear(base: .seconds(1), step: .seconds(2), cap: .seconds(6))
    #expect((1...5).map { Self.delay(backoff, $0) } == [1, 3, 5, 6, 6].map { .seconds($0) })
  }

  @Test("G4: the factor of the exponential kind counts", arguments: [1, 1.5, 3])
  func factor(factor: Double) {
    let backoff = Backoff.exponential(
      base: .seconds(1), factor: factor, cap: .seconds(1000), jitter: .none)
    let delays = (1...4).map { Self.delay(backoff, $0) / .seconds(1) }
    #expect(delays == [1, factor, factor * factor, factor * factor * factor])
  }

  @Test("G4: the decorrelated kind draws between the base and three times the delay before")
  func decorrelated() {
    let backoff = Backoff.decorrelated(base: .seconds(1), cap: .seconds(20))
    func delay(_ chance: Chance, previous: Duration) -> Duration {
      var chance = chance
      return backoff.delay(beforeRetry: 1, previous: previous, using: &chance)
    }
    #expect(delay(.least, previous: .zero) == .seconds(1))
    #expect(delay(.most, previous: .zero) == .seconds(3))
    #expect(delay(.least, previous: .seconds(5)) == .seconds(1))
    #expect(delay(.most, previous: .seconds(5)) == .seconds(15))
    #expect(delay(.most, previous: .seconds(10)) == .seconds(20))
  }

  @Test("G4: the custom kind gets the number of the retry and is cut to the cap")
  func custom() {
    let asked = Notebook<Int>()
    let backoff = Backoff.custom(cap: .seconds(10)) { retry in
      asked.note(retry)
      return .seconds(retry * 4)
    }
    #expect(
      [-3, 0, 1, 2, 3].map { Self.delay(backoff, $0) } == [4, 4, 4, 8, 10].map { .seconds($0) })
    #expect(asked.entries == [1, 1, 1, 2, 3])
  }

  @Test(
    "G8: the same seed gives the same delays, another one others",
    arguments: 0..<20 as Range<UInt64>)
  func seeds(seed: UInt64) {
    func delays(_ seed: UInt64, _ backoff: Backoff) -> [Duration] {
      var generator = SeededGenerator(seed: seed)
      var previous = Duration.zero
      return (1...10).map { attempt in
        previous = backoff.delay(beforeRetry: attempt, previous: previous, using: &generator)
        return previous
      }
    }
    for backoff in [Backoff.exponential(), .decorrelated(base: .seconds(1))] {
      #expect(delays(seed, backoff) == delays(seed, backoff))
      #expect(delays(seed, backoff) != delays(seed + 1, backoff))
    }
  }

  // MARK: - Helpers

  /// A generator that gives one number again and again.
  private struct Chance: RandomNumberGenerator {
    static let least = Chance(number: 0)
    static let half = Chance(number: .max / 2)
    static let most = Chance(number: .max)

    var number: UInt64
    mutating func next() -> UInt64 { number }
  }

  private static func delay(_ backoff: Backoff, _ attempt: Int) -> Duration {
    var chance = Chance.half
    return backoff.delay(beforeRetry: attempt, using: &chance)
  }

  private static func milliseconds(_ delays: [Duration]) -> [Int] {
    delays.map { Int(($0 / .milliseconds(1)).rounded()) }
  }
}
