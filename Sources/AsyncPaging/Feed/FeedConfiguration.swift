// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How a feed pages: limits, retries, memory, and what to do with servers that misbehave.
///
/// ```swift
/// var configuration = FeedConfiguration.list
/// configuration.limit = 50
/// configuration.prefetchDistance = 20
/// ```
public struct FeedConfiguration: Sendable {
  /// The most items to ask for in one request, or `nil` to leave it to the source; at least 1.
  public var limit: Int? {
    didSet { checkLimit() }
  }

  /// How many items shall be there beyond the level of a demand, 0 or more.
  ///
  /// It must fit into the pages that are kept, where both are known: no more than the pages of
  /// ``retention`` times ``limit``.
  public var prefetchDistance: Int {
    didSet { checkPrefetchDistance() }
  }

  /// When a failed attempt is followed by another.
  public var retry: RetryPolicy

  /// How many loaded pages the feed keeps.
  public var retention: Retention {
    didSet { checkPrefetchDistance() }
  }

  /// What happens to a load that nobody wants any more.
  public var abandonment: Abandonment

  /// What a repeated cursor means.
  public var cycles: CycleRule

  /// What an empty string means as the next cursor.
  public var emptyCursor: EmptyCursorRule

  /// How many pages without items may come in a row, for one call or one demand, before the lane
  /// stops with ``FeedError/Code/noProgress``; at least 1.
  public var emptyPageBudget: Int {
    didSet { checkEmptyPageBudget() }
  }

  /// How long after a failure a lane opens to demand again by itself; `nil`: never, only
  /// ``Feed/retry()`` or a direct call opens it.
  ///
  /// Default of a new configuration: `nil`.
  public var failureCoolDown: Duration?

  /// What the query is, for resume points: a point of another query is refused.
  ///
  /// Any text that two different queries do not share, such as a hash of the parameters. It becomes
  /// part of stored resume points, so it should hold no secret.
  public var fingerprint: String

  /// Who hears of every load; `nil`: nobody.
  public var observer: (any FeedObserver)?

  /// Where the jitter of the back-off comes from.
  ///
  /// A seeded generator gives the same delays again.
  public var randomness: any RandomNumberGenerator & Sendable

  /// The executor that the feed's tasks prefer, `nil` for the default one.
  ///
  /// A server keeps a feed on its event loop with it, a test decides with it what runs when. With
  /// an executor every hop is an enqueue there, which costs about one allocation each.
  public var executor: (any TaskExecutor)?

  /// Creates a configuration; ``streaming`` and ``list`` are usual ones.
  ///
  /// - Parameters:
  ///   - limit: The most items to ask for in one request; at least 1. Default: up to the source.
  ///   - prefetchDistance: How many items shall be there beyond a demand. Default: 0.
  ///   - retry: When a failed attempt is followed by another. Default: up to 4 attempts.
  ///   - retention: How many loaded pages the feed keeps. Default: all.
  ///   - abandonment: What happens to a load nobody wants. Default: it is cancelled.
  ///   - cycles: What a repeated cursor means. Default: an error.
  ///   - emptyCursor: What an empty string means as the next cursor. Default: the end.
  ///   - emptyPageBudget: How many empty pages may come in a row; at least 1. Default: 100.
  ///   - failureCoolDown: How long after a failure a lane opens to demand. Default: never.
  ///   - fingerprint: What the query is, for resume points. Default: empty.
  ///   - observer: Who hears of every load. Default: nobody.
  ///   - randomness: Where jitter comes from. Default: the system's generator.
  ///   - executor: The executor that the feed's tasks prefer. Default: none.
  public init(
    limit: Int? = nil, prefetchDistance: Int = 0, retry: RetryPolicy = RetryPolicy(),
    retention: Retention = .all, abandonment: Abandonment = .cancels, cycles: CycleRule = .fails,
    emptyCursor: EmptyCursorRule = .ends, emptyPageBudget: Int = 100,
    failureCoolDown: Duration? = nil, fingerprint: String = "", observer: (any FeedObserver)? = nil,
    randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    executor: (any TaskExecutor)? = nil
  ) {
    self.limit = limit
    self.prefetchDistance = prefetchDistance
    self.retry = retry
    self.retention = retention
    self.abandonment = abandonment
    self.cycles = cycles
    self.emptyCursor = emptyCursor
    self.emptyPageBudget = emptyPageBudget
    self.failureCoolDown = failureCoolDown
    self.fingerprint = fingerprint
    self.observer = observer
    self.randomness = randomness
    self.executor = executor
    checkLimit()
    checkPrefetchDistance()
    checkEmptyPageBudget()
  }

  /// For services that read through the data once: no page is kept.
  public static let streaming = FeedConfiguration(retention: .none)

  /// For apps that show a list: every page is kept, and 20 items shall be there beyond the last one
  /// that was asked for.
  public static let list = FeedConfiguration(prefetchDistance: 20)
}

extension FeedConfiguration {
  /// Whether anybody wants to know how long a load takes.
  @usableFromInline
  var measuresLoads: Bool { observer != nil || retry.deadline != nil }

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

  private func checkLimit() {
    if let limit { precondition(limit >= 1, "limit is \(limit), must be 1 or more") }
    checkPrefetchDistance()
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

  private func checkEmptyPageBudget() {
    precondition(emptyPageBudget >= 1, "emptyPageBudget is \(emptyPageBudget), must be 1 or more")
  }
}
