// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a configuration says, field by field: see ``FeedConfiguration``.
@usableFromInline
struct FeedSettings: Sendable {
  @usableFromInline var limit: Int?
  var prefetchDistance: Int
  @usableFromInline var retry: RetryPolicy
  var retention: Retention
  var abandonment: Abandonment
  @usableFromInline var cycles: CycleRule
  @usableFromInline var emptyCursor: EmptyCursorRule
  @usableFromInline var emptyPageBudget: Int
  var failureCoolDown: Duration?
  @usableFromInline var fingerprint: String
  @usableFromInline var observer: (any FeedObserver)?
  @usableFromInline var randomness: any RandomNumberGenerator & Sendable
  var executor: (any TaskExecutor)?

  /// What back-off and deadlines are measured with; it is given beside a configuration.
  @usableFromInline
  var clock: any Clock<Duration> = ContinuousClock()

  /// Whether anybody wants to know how long a load takes.
  @usableFromInline
  var measuresLoads: Bool { observer != nil || retry.deadline != nil }

  /// Whether an observer or a retry budget is to hear of what becomes of loads.
  var hearsOfLoads: Bool { observer != nil || retry.budget != nil }

  /// What the machine decides with.
  var rules: FeedMachine.Rules {
    var rules = FeedMachine.Rules()
    rules.prefetchDistance = prefetchDistance
    rules.retention = retention
    rules.abandonment = abandonment
    rules.cycles = cycles
    rules.emptyPageBudget = emptyPageBudget
    rules.coolsDown = failureCoolDown != nil
    return rules
  }

  /// Stops the program when a number is out of its range.
  func check() {
    if let limit { precondition(limit >= 1, "limit is \(limit), must be 1 or more") }
    checkPrefetchDistance()
    precondition(emptyPageBudget >= 1, "emptyPageBudget is \(emptyPageBudget), must be 1 or more")
  }

  private func checkPrefetchDistance() {
    precondition(
      prefetchDistance >= 0, "prefetchDistance is \(prefetchDistance), must be 0 or more")
    if retention == .none {
      precondition(
        prefetchDistance == 0,
        "prefetchDistance is \(prefetchDistance), must be 0 with retention .none")
    }
    guard case .pages(let count) = retention else { return }
    precondition(count >= 1, "retention is .pages(\(count)), must be 1 or more, or .none")
    guard let limit else { return }
    precondition(
      prefetchDistance / limit < count || prefetchDistance == limit * count,
      "prefetchDistance is \(prefetchDistance), must be at most the \(count) pages of \(limit) kept"
    )
  }
}
