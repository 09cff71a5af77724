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

  @usableFromInline let source: Source
  @usableFromInline let settings: Shared<FeedSettings>
  @usableFromInline let point: ResumePoint<Source.Cursor>?
  @usableFromInline var limit = PageLimit()

  @inlinable
  init(
    _ source: Source, _ settings: Shared<FeedSettings>,
    after point: ResumePoint<Source.Cursor>?
  ) {
    self.source = source
    self.settings = settings
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
  @inlinable public var items: PageItems<Self, Source.Item, Source.Cursor> {
    PageItems(self, emptyPageBudget: settings.value.emptyPageBudget)
  }

  /// Starts a walk of its own.
  ///
  /// - Returns: The iterator.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      source: source, settings: settings.value, point: point, limit: limit)
  }

  /// One consumer's walk.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let source: Source
    @usableFromInline let settings: FeedSettings
    @usableFromInline let point: ResumePoint<Source.Cursor>?
    @usableFromInline var walk: SourceWalk<Source.Cursor>
    @usableFromInline var limit: PageLimit
    @usableFromInline var randomness: any RandomNumberGenerator & Sendable
    @usableFromInline var isStarted = false
    @usableFromInline var isFinished = false

    @inlinable
    init(
      source: Source, settings: FeedSettings,
      point: ResumePoint<Source.Cursor>?, limit: PageLimit
    ) {
      self.source = source
      self.settings = settings
      self.point = point
      self.limit = limit
      walk = SourceWalk(from: point)
      randomness = settings.randomness
    }

    /// Asks for the next page in the caller's task.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The page, or `nil` after the last one, again and again without a request.
    /// - Throws: ``FeedError`` as ``Feed/loadNext()`` does; the walk is finished then, and the last
    ///   page's ``Page/resumePoint`` says where to go on.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedError) -> Page<Source.Item, Source.Cursor>? {
      guard !isFinished else { return nil }
      isFinished = true
      if !isStarted {
        try point?.check(fingerprint: settings.fingerprint)
        isStarted = true
      }
      guard !limit.isReached, try walk.canGoOn() else { return nil }
      let page = walk.take(try await load(isolation: actor), settings)
      if let reason = page.endReason { settings.observer?.laneEnded(.next, reason: reason) }
      isFinished = false
      return limit.cut(page)
    }

    /// Asks for one page until it is there or the policy gives up.
    @inlinable
    mutating func load(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> Page<Source.Item, Source.Cursor> {
      // The time is taken only if somebody wants to know it.
      let elapsed = settings.measuresLoads ? stopwatch(settings.clock) : nil
      var retry = RetryState()
      var request = PageRequest(
        cursor: walk.cursor, limit: settings.limit,
        remaining: limit.remaining(behind: walk.position.skip))
      guard !Task.isCancelled else { throw FeedError(code: .cancelled) }
      while true {
        retry.attempts += 1
        request.attempt = retry.attempts
        if settings.observer != nil { report(retry.attempts) }
        do {
          let page = try await source.page(for: request)
          guard !Task.isCancelled else { throw CancellationError() }
          settings.retry.succeeded(retry)
          if let elapsed { report(page.items.count, after: retry.attempts, elapsed()) }
          return page
        } catch {
          try await recover(from: error, &retry, elapsed: elapsed?() ?? .zero, isolation: actor)
        }
      }
    }

    /// The load of the next page, for observers.
    private func description(attempt: Int) -> LoadDescription {
      LoadDescription(
        lane: .next, pageIndex: walk.position.index, generation: 0, attempt: attempt)
    }

    /// Says that an attempt begins.
    @usableFromInline
    func report(_ attempt: Int) {
      settings.observer?.attemptStarted(
        description(attempt: attempt), cause: attempt == 1 ? .iteration : .backoff)
    }

    /// Says that a page has come.
    @usableFromInline
    func report(_ itemCount: Int, after attempt: Int, _ duration: Duration) {
      settings.observer?.pageLoaded(
        description(attempt: attempt), itemCount: itemCount, duration: duration)
    }

    /// Waits for the next attempt, or throws because there is none.
    @usableFromInline
    mutating func recover(
      from error: any Error, _ retry: inout RetryState, elapsed: Duration,
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) {
      let load = description(attempt: retry.attempts)
      // Once the task is cancelled nothing is retried, whatever the error says.
      guard !Task.isCancelled else {
        settings.observer?.loadCancelled(load)
        throw FeedError(code: .cancelled)
      }
      settings.observer?.attemptFailed(load, error: error)
      let decision = settings.retry.decide(
        on: settings.retry.classify(error), &retry, elapsed: elapsed, using: &randomness)
      switch decision {
      case .fail(let code, let retryAfter):
        let failure = FeedError(
          code: code, attempts: retry.attempts, pageIndex: load.pageIndex, retryAfter: retryAfter,
          underlying: error)
        settings.observer?.loadFailed(load, error: failure)
        throw failure
      case .wait(let delay):
        settings.observer?.loadWaiting(load, delay: delay)
        guard await pause(for: delay, on: settings.clock), !Task.isCancelled else {
          settings.observer?.loadCancelled(load)
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
  @inlinable
  public func pages(
    _ configuration: FeedConfiguration = .streaming, after point: ResumePoint<Cursor>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> SourcePages<Self> {
    SourcePages(self, configuration.measured(with: clock).shared, after: point)
  }
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension SourcePages.Iterator: Sendable {}
