// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How long to wait before each retry.
///
/// Every delay lies between zero and ``cap``, whatever the number of the retry and whatever the
/// durations: negative ones count as zero, and a growth beyond the cap stops there.
public struct Backoff: Sendable {
  /// How chance spreads the delays, so that clients which failed together do not return together.
  public enum Jitter: Sendable, Hashable {
    /// The delay is as computed.
    case none

    /// The delay is drawn uniformly between zero and the computed one.
    case full
  }

  private enum Growth: Sendable {
    case constant
    case linear(step: Duration)
    case exponential(factor: Double)
    case decorrelated
    case custom(@Sendable (_ retry: Int) -> Duration)
  }

  /// The longest delay.
  public let cap: Duration

  private let base: Duration
  private let growth: Growth
  private let jitter: Jitter

  private init(base: Duration, growth: Growth, cap: Duration, jitter: Jitter) {
    self.base = max(base, .zero)
    self.growth = growth
    self.cap = max(cap, .zero)
    self.jitter = jitter
  }

  /// A delay that grows by a factor with each retry.
  ///
  /// - Parameters:
  ///   - base: The delay before the first retry, before jitter. Default: 0.5 seconds.
  ///   - factor: What it is multiplied with before each further one, at least 1. Default: 2.
  ///   - cap: The longest delay. Default: 30 seconds.
  ///   - jitter: How chance spreads it. Default: full.
  /// - Returns: The back-off.
  public static func exponential(
    base: Duration = .milliseconds(500), factor: Double = 2, cap: Duration = .seconds(30),
    jitter: Jitter = .full
  ) -> Backoff {
    precondition(factor >= 1, "factor is \(factor), must be 1 or more")
    return Backoff(base: base, growth: .exponential(factor: factor), cap: cap, jitter: jitter)
  }

  /// The same delay before each retry.
  ///
  /// - Parameters:
  ///   - delay: The delay, before jitter.
  ///   - jitter: How chance spreads it. Default: none.
  /// - Returns: The back-off.
  public static func constant(_ delay: Duration, jitter: Jitter = .none) -> Backoff {
    Backoff(base: delay, growth: .constant, cap: delay, jitter: jitter)
  }

  /// A delay that grows by the same step with each retry.
  ///
  /// - Parameters:
  ///   - base: The delay before the first retry, before jitter.
  ///   - step: What is added before each further one.
  ///   - cap: The longest delay. Default: 30 seconds.
  ///   - jitter: How chance spreads it. Default: none.
  /// - Returns: The back-off.
  public static func linear(
    base: Duration, step: Duration, cap: Duration = .seconds(30), jitter: Jitter = .none
  ) -> Backoff {
    Backoff(base: base, growth: .linear(step: step), cap: cap, jitter: jitter)
  }

  /// A delay drawn between the base and three times the delay before it.
  ///
  /// - Parameters:
  ///   - base: The shortest delay.
  ///   - cap: The longest delay. Default: 30 seconds.
  /// - Returns: The back-off.
  public static func decorrelated(base: Duration, cap: Duration = .seconds(30)) -> Backoff {
    Backoff(base: base, growth: .decorrelated, cap: cap, jitter: .none)
  }

  /// A delay that the caller computes.
  ///
  /// - Parameters:
  ///   - cap: The longest delay; what the closure returns is cut to it.
  ///   - jitter: How chance spreads it. Default: none.
  ///   - delay: Gives the delay before the retry with the given number, from 1.
  /// - Returns: The back-off.
  public static func custom(
    cap: Duration, jitter: Jitter = .none, _ delay: @escaping @Sendable (_ retry: Int) -> Duration
  ) -> Backoff {
    Backoff(base: .zero, growth: .custom(delay), cap: cap, jitter: jitter)
  }
}

extension Backoff {
  /// The delay before one retry.
  ///
  /// - Parameters:
  ///   - retry: The number of the retry, from 1; anything less counts as 1.
  ///   - previous: The delay before the retry before it; only the decorrelated kind looks at it.
  ///   - generator: Where chance comes from. The same generator gives the same delays.
  /// - Returns: A duration from zero to ``cap``.
  public func delay(
    beforeRetry retry: Int, previous: Duration = .zero,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let retries = max(retry, 1) - 1
    let longest = cap.inSeconds
    let seconds: Double
    switch growth {
    case .constant: seconds = base.inSeconds
    case .linear(let step): seconds = base.inSeconds + max(step, .zero).inSeconds * Double(retries)
    case .exponential(let factor):
      seconds = Self.grown(base.inSeconds, by: factor, times: retries, limit: longest)
    case .decorrelated:
      let top = max(base, previous).inSeconds * 3
      seconds = base.inSeconds + (top - base.inSeconds) * generator.unit()
    case .custom(let delay): seconds = max(delay(retries + 1), .zero).inSeconds
    }
    let capped = min(seconds, longest)
    let drawn = jitter == .full ? capped * generator.unit() : capped
    return drawn < longest ? .seconds(drawn) : cap
  }

  /// `start` multiplied `times` times, by squaring, and no further than to the limit.
  private static func grown(
    _ start: Double, by factor: Double, times: Int, limit: Double
  ) -> Double {
    guard start > 0, factor > 1 else { return start }
    var value = start
    var power = factor
    var remaining = times
    while remaining > 0, value < limit {
      if remaining & 1 == 1 { value *= power }
      power *= power
      remaining >>= 1
    }
    return value
  }
}

extension Duration {
  /// The duration as a number; one that is too long to have components counts as the longest that
  /// has.
  var inSeconds: Double {
    let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let (seconds, attoseconds) = min(max(self, .zero - longest), longest).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

extension RandomNumberGenerator {
  /// A number from 0 up to and including 1, uniform.
  mutating func unit() -> Double {
    Double(next() >> 11) / Double((UInt64(1) << 53) - 1)
  }
}
