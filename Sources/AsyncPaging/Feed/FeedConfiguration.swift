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
///
/// Copies share what they say until one of them is changed: a feed holds one word of it.
public struct FeedConfiguration: Sendable {
  @usableFromInline private(set) var shared: Shared<FeedSettings>

  /// The most items to ask for in one request, or `nil` to leave it to the source; at least 1.
  public var limit: Int? {
    get { shared.value.limit }
    set { change { $0.limit = newValue } }
  }

  /// How many items shall be there beyond the level of a demand, 0 or more.
  ///
  /// It must fit into the pages that are kept, where both are known: no more than the pages of
  /// ``retention`` times ``limit``.
  public var prefetchDistance: Int {
    get { shared.value.prefetchDistance }
    set { change { $0.prefetchDistance = newValue } }
  }

  /// When a failed attempt is followed by another.
  public var retry: RetryPolicy {
    get { shared.value.retry }
    set { change { $0.retry = newValue } }
  }

  /// How many loaded pages the feed keeps.
  public var retention: Retention {
    get { shared.value.retention }
    set { change { $0.retention = newValue } }
  }

  /// What happens to a load that nobody wants any more.
  public var abandonment: Abandonment {
    get { shared.value.abandonment }
    set { change { $0.abandonment = newValue } }
  }

  /// What a repeated cursor means.
  public var cycles: CycleRule {
    get { shared.value.cycles }
    set { change { $0.cycles = newValue } }
  }

  /// What an empty string means as the next cursor.
  public var emptyCursor: EmptyCursorRule {
    get { shared.value.emptyCursor }
    set { change { $0.emptyCursor = newValue } }
  }

  /// How many pages without items may come in a row, for one call or one demand, before the lane
  /// stops with ``FeedError/Code/noProgress``; at least 1.
  public var emptyPageBudget: Int {
    get { shared.value.emptyPageBudget }
    set { change { $0.emptyPageBudget = newValue } }
  }

  /// How long after a failure a lane opens to demand again by itself; `nil`: never, only
  /// ``Feed/retry()`` or a direct call opens it.
  ///
  /// Default of a new configuration: `nil`.
  public var failureCoolDown: Duration? {
    get { shared.value.failureCoolDown }
    set { change { $0.failureCoolDown = newValue } }
  }

  /// What the query is, for resume points: a point of another query is refused.
  ///
  /// Any text that two different queries do not share, such as a hash of the parameters. It becomes
  /// part of stored resume points, so it should hold no secret.
  public var fingerprint: String {
    get { shared.value.fingerprint }
    set { change { $0.fingerprint = newValue } }
  }

  /// Who hears of every load; `nil`: nobody.
  public var observer: (any FeedObserver)? {
    get { shared.value.observer }
    set { change { $0.observer = newValue } }
  }

  /// Where the jitter of the back-off comes from.
  ///
  /// A seeded generator gives the same delays again.
  public var randomness: any RandomNumberGenerator & Sendable {
    get { shared.value.randomness }
    set { change { $0.randomness = newValue } }
  }

  /// The executor that the feed's tasks prefer, `nil` for the default one.
  ///
  /// A server keeps a feed on its event loop with it, a test decides with it what runs when. With
  /// an executor every hop is an enqueue there, which costs about one allocation each.
  public var executor: (any TaskExecutor)? {
    get { shared.value.executor }
    set { change { $0.executor = newValue } }
  }

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
    shared = Shared(
      FeedSettings(
        limit: limit, prefetchDistance: prefetchDistance, retry: retry, retention: retention,
        abandonment: abandonment, cycles: cycles, emptyCursor: emptyCursor,
        emptyPageBudget: emptyPageBudget, failureCoolDown: failureCoolDown,
        fingerprint: fingerprint, observer: observer, randomness: randomness, executor: executor))
    shared.value.check()
  }

  /// The same with another clock.
  @usableFromInline
  func measured(with clock: any Clock<Duration>) -> FeedConfiguration {
    guard !(clock is ContinuousClock) else { return self }
    var copy = self
    copy.change { $0.clock = clock }
    return copy
  }

  private mutating func change(_ body: (inout FeedSettings) -> Void) {
    var settings = shared.value
    body(&settings)
    settings.check()
    shared = Shared(settings)
  }

  /// What every feed does that is told nothing else: each page is kept, none is loaded ahead, and a
  /// page gets up to 4 attempts.
  public static let standard = FeedConfiguration()

  /// For services that read through the data once: no page is kept.
  public static let streaming = FeedConfiguration(retention: .none)

  /// For apps that show a list: every page is kept, and 20 items shall be there beyond the last one
  /// that was asked for.
  public static let list = FeedConfiguration(prefetchDistance: 20)
}
