// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// When a failed attempt is followed by another one.
///
/// Retries belong to a load: all callers that joined it share them, and none of them hears of an
/// attempt that is tried again. The policy is a value; every part of it can be replaced.
public struct RetryPolicy: Sendable {
  /// How often a page is asked for at most, the first time included; at least 1.
  ///
  /// It counts per page: a page that succeeds leaves all attempts to the next.
  public let maxAttempts: Int

  /// How long to wait before each retry.
  ///
  /// A delay that the caller computes is computed on the feed: keep it short.
  public let backoff: Backoff

  /// How long a load may last: no attempt starts later than this after the first.
  ///
  /// `nil`: no limit.
  ///
  /// An attempt that is under way is not cut short; ``PageSource/timeout(_:clock:)`` does that.
  public let deadline: Duration?

  /// The longest wait that a server's hint may ask for.
  ///
  /// A longer hint fails the load at once, with the hint in the error, so that no caller is parked
  /// for hours.
  public let longestWait: Duration

  /// Tokens that the retries of several feeds share; `nil`: no such limit.
  public let budget: RetryBudget?

  /// Says which errors are tried again.
  public let classify: @Sendable (any Error) -> RetryAdvice

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maxAttempts: How often a page is asked for at most; at least 1. Default: 4.
  ///   - backoff: How long to wait before each retry. Default: exponential with full jitter.
  ///   - deadline: How long a load may last. Default: no limit.
  ///   - longestWait: The longest wait a server's hint may ask for. Default: 60 seconds.
  ///   - budget: Tokens shared with other feeds. Default: none.
  ///   - classify: Says which errors are tried again. Default: ``defaultAdvice(for:)``.
  public init(
    maxAttempts: Int = 4, backoff: Backoff = .exponential(), deadline: Duration? = nil,
    longestWait: Duration = .seconds(60), budget: RetryBudget? = nil,
    classify: @escaping @Sendable (any Error) -> RetryAdvice = RetryPolicy.defaultAdvice(for:)
  ) {
    precondition(maxAttempts >= 1, "maxAttempts is \(maxAttempts), must be 1 or more")
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.deadline = deadline
    self.longestWait = max(longestWait, .zero)
    self.budget = budget
    self.classify = classify
  }

  /// One attempt and no retry.
  public static let never = RetryPolicy(maxAttempts: 1)

  /// What is tried again unless a policy says otherwise: everything but cancellation, decoding
  /// errors, and errors that advise against it.
  ///
  /// - Parameter error: What the source threw.
  /// - Returns: The error's own advice if it conforms to ``RetryAdvising``; else
  ///   ``RetryAdvice/never`` for a `CancellationError`, a `DecodingError` and a ``FeedError``, and
  ///   ``RetryAdvice/retry`` for everything else.
  public static func defaultAdvice(for error: any Error) -> RetryAdvice {
    if let advising = error as? any RetryAdvising { return advising.retryAdvice }
    if error is CancellationError || error is DecodingError || error is FeedError { return .never }
    return .retry
  }
}

/// What follows a failed attempt.
enum RetryDecision: Sendable, Hashable {
  /// Another attempt after the delay.
  case wait(Duration)

  /// No other attempt: the load has failed with the code.
  case fail(FeedError.Code, retryAfter: Duration?)
}

/// The memory of one load's retries.
@usableFromInline
struct RetryState: Sendable {
  /// Attempts made, the one that has just failed included.
  @usableFromInline var attempts = 0

  /// The delay before the last retry.
  var delay: Duration = .zero

  /// What the last retry took from the shared budget.
  var taken: Int?

  @usableFromInline init() {}
}

extension RetryPolicy {
  /// Decides what follows a failed attempt, and takes a retry's tokens from the shared budget.
  ///
  /// - Parameters:
  ///   - advice: What ``classify`` says of the error.
  ///   - state: The load's retries so far; brought up to date.
  ///   - elapsed: Time since the load's first attempt.
  ///   - generator: Where chance comes from.
  /// - Returns: Whether to wait and how long, or why not.
  func decide(
    on advice: RetryAdvice, _ state: inout RetryState, elapsed: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    let hint: Duration?
    switch advice {
    case .never:
      // A server that answers is a server that lives, whatever the answer.
      budget?.deposit(lastRetry: nil)
      return .fail(.sourceFailed, retryAfter: nil)
    case .retry: hint = nil
    case .retryAfter(let wait): hint = max(wait, .zero)
    }
    if let hint, hint > longestWait { return .fail(.retryAfterTooLong, retryAfter: hint) }
    guard state.attempts < maxAttempts else {
      return .fail(.retriesExhausted, retryAfter: hint)
    }
    let delay =
      hint
      ?? backoff.delay(beforeRetry: state.attempts, previous: state.delay, using: &generator)
    // No sum, since it could overflow: the longest duration is a deadline, too.
    if let deadline, deadline < .zero || delay > deadline - max(elapsed, .zero) {
      return .fail(.deadlineExceeded, retryAfter: hint)
    }
    if let budget {
      guard let taken = budget.withdraw(hinted: hint != nil) else {
        return .fail(.retryBudgetExhausted, retryAfter: hint)
      }
      state.taken = taken
    }
    state.delay = delay
    return .wait(delay)
  }

  /// Notes that a load has succeeded.
  @usableFromInline
  func succeeded(_ state: RetryState) {
    budget?.deposit(lastRetry: state.taken)
  }
}
