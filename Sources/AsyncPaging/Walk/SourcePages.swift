// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pages of a source, walked without sharing them.
///
/// For one consumer who streams once: the source runs in the consumer's own task, so there is no
/// actor, no task and no memory beyond the page in hand. Retries, loop guard, end reasons, limits
/// and resume points are those of a ``Feed``; what is missing is everything shared. Each iterator
/// starts anew.
///
/// ```swift
/// for try await page in source.pages() {
///   try await store(page.items)
/// }
/// ```
public struct SourcePages<Source: PageSource>: AsyncSequence, Sendable {
  /// What is yielded.
  public typealias Element = Page<Source.Item, Source.Cursor>

  /// What is thrown.
  public typealias Failure = FeedError

  private let source: Source
  private let configuration: FeedConfiguration
  private let clock: any Clock<Duration>
  private let point: ResumePoint<Source.Cursor>?
  private var limit = PageLimit()

  init(
    _ source: Source, _ configuration: FeedConfiguration, _ clock: any Clock<Duration>,
    after point: ResumePoint<Source.Cursor>?
  ) {
    self.source = source
    self.configuration = configuration
    self.clock = clock
    self.point = point
  }

  /// These pages up to a number of items; the last page is cut there.
  ///
  /// No request follows that is not needed, and the last one tells the source how many items are
  /// still wanted. A limit of 0 makes no request at all.
  ///
  /// - Parameter items: The most items, 0 or more.
  /// - Returns: The limited pages.
  public func limit(items: Int) -> Self {
    var copy = self
    copy.limit = limit.tightened(items: items)
    return copy
  }

  /// These pages up to a number of pages.
  ///
  /// - Parameter pages: The most pages, 0 or more.
  /// - Returns: The limited pages.
  public func limit(pages: Int) -> Self {
    var copy = self
    copy.limit = limit.tightened(pages: pages)
    return copy
  }

  /// The items of these pages.
  public var items: PageItems<Self, Source.Item, Source.Cursor> {
    PageItems(self, emptyPageBudget: configuration.emptyPageBudget)
  }

  /// Starts a walk of its own.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, configuration: configuration, clock: clock, point: point, limit: limit)
  }

  /// One consumer's walk.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: Source
    private let configuration: FeedConfiguration
    private let clock: any Clock<Duration>
    private let point: ResumePoint<Source.Cursor>?
    private var walk: SourceWalk<Source.Item, Source.Cursor>
    private var limit: PageLimit
    private var randomness: any RandomNumberGenerator & Sendable
    private var isStarted = false
    private var isFinished = false

    fileprivate init(
      source: Source, configuration: FeedConfiguration, clock: any Clock<Duration>,
      point: ResumePoint<Source.Cursor>?, limit: PageLimit
    ) {
      self.source = source
      self.configuration = configuration
      self.clock = clock
      self.point = point
      self.limit = limit
      walk = SourceWalk(from: point)
      randomness = configuration.randomness
    }

    /// Asks for the next page in the caller's task.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The page, or `nil` after the last one, again and again without a request.
    /// - Throws: ``FeedError`` as ``Feed/loadNext()`` does; the walk is finished then, and the last
    ///   page's ``Page/resumePoint`` says where to go on.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedError) -> Page<Source.Item, Source.Cursor>? {
      guard !isFinished else { return nil }
      isFinished = true
      if !isStarted {
        try point?.check(fingerprint: configuration.fingerprint)
        isStarted = true
      }
      guard !limit.isReached, try walk.canGoOn() else { return nil }
      let page = walk.take(try await load(isolation: actor), configuration)
      if let reason = page.endReason { configuration.observer?.laneEnded(.next, reason: reason) }
      isFinished = false
      return limit.cut(page)
    }

    /// Asks for one page until it is there or the policy gives up.
    private mutating func load(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> Page<Source.Item, Source.Cursor> {
      let elapsed = stopwatch(clock)
      var retry = RetryState()
      // What was consumed of the answer before comes once more, and counts for nothing.
      let skip = walk.position.skip
      let remaining = limit.items.map { $0 > .max - skip ? .max : $0 + skip }
      var request = PageRequest(
        cursor: walk.cursor, limit: configuration.limit, remaining: remaining)
      guard !Task.isCancelled else { throw FeedError(code: .cancelled) }
      while true {
        retry.attempts += 1
        request.attempt = retry.attempts
        let load = LoadDescription(
          lane: .next, pageIndex: walk.position.index, generation: 0, attempt: retry.attempts)
        configuration.observer?.attemptStarted(
          load, cause: retry.attempts == 1 ? .iteration : .backoff)
        do {
          let page = try await source.page(for: request)
          guard !Task.isCancelled else { throw CancellationError() }
          configuration.retry.succeeded(retry)
          configuration.observer?.pageLoaded(
            load, itemCount: page.items.count, duration: elapsed())
          return page
        } catch {
          try await recover(from: error, load, &retry, elapsed: elapsed(), isolation: actor)
        }
      }
    }

    /// Waits for the next attempt, or throws because there is none.
    private mutating func recover(
      from error: any Error, _ load: LoadDescription, _ retry: inout RetryState,
      elapsed: Duration, isolation actor: isolated (any Actor)?
    ) async throws(FeedError) {
      // Once the task is cancelled nothing is retried, whatever the error says.
      guard !Task.isCancelled else {
        configuration.observer?.loadCancelled(load)
        throw FeedError(code: .cancelled)
      }
      configuration.observer?.attemptFailed(load, error: error)
      let decision = configuration.retry.decide(
        on: configuration.retry.classify(error), &retry, elapsed: elapsed, using: &randomness)
      switch decision {
      case .fail(let code, let retryAfter):
        let failure = FeedError(
          code: code, attempts: retry.attempts, pageIndex: load.pageIndex, retryAfter: retryAfter,
          underlying: error)
        configuration.observer?.loadFailed(load, error: failure)
        throw failure
      case .wait(let delay):
        configuration.observer?.loadWaiting(load, delay: delay)
        guard await pause(for: delay, on: clock), !Task.isCancelled else {
          configuration.observer?.loadCancelled(load)
          throw FeedError(code: .cancelled)
        }
      }
    }
  }
}

extension PageSource {
  /// The pages of this source, walked without sharing them: see ``SourcePages``.
  ///
  /// - Parameters:
  ///   - configuration: Retries, limits and guards. Retention, demand and abandonment mean nothing
  ///     here. Default: ``FeedConfiguration/streaming``.
  ///   - point: Where to go on. Default: the start.
  ///   - clock: What back-off and deadlines are measured with. Default: a continuous clock.
  /// - Returns: The pages.
  public func pages(
    _ configuration: FeedConfiguration = .streaming, after point: ResumePoint<Cursor>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> SourcePages<Self> {
    SourcePages(self, configuration, clock, after: point)
  }
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension SourcePages.Iterator: Sendable {}
