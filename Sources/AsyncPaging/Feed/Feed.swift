// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An actor that owns a paged list and the load in flight.
///
/// Any number of tasks pull on a feed at once. Callers of the same page share one load; a caller
/// that is cancelled leaves alone and at once; an answer that comes too late is dropped. The list
/// ends with a reason, and stops with an error, never in silence.
///
/// ```swift
/// let feed = Feed(CursorSource { cursor, limit in try await api.list(after: cursor, limit: limit) })
/// for try await page in feed.pages {
///   print(page.index, page.items.count)
/// }
/// ```
///
/// The source never runs on the feed. A feed that nobody has asked anything yet holds little more
/// than its source.
public actor Feed<Item: Sendable, Cursor: Hashable & Sendable> {
  nonisolated let configuration: FeedConfiguration
  @usableFromInline nonisolated let signal = FeedSignal()
  private var state: State

  private enum State {
    /// Nobody has asked anything yet.
    case unused(UnusedSource)
    case inUse(FeedCore)
  }

  /// Creates a feed over a source.
  ///
  /// Nothing is loaded before somebody asks.
  ///
  /// - Parameters:
  ///   - source: Answers the requests.
  ///   - configuration: How the feed pages. Default: ``FeedConfiguration/standard``.
  ///   - clock: What back-off and deadlines are measured with. Default: a continuous clock.
  @inlinable
  public init(
    _ source: some PageSource<Item, Cursor>, configuration: FeedConfiguration = .standard,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(UnusedSource(source), configuration, clock)
  }

  @usableFromInline
  init(_ source: UnusedSource, _ configuration: FeedConfiguration, _ clock: any Clock<Duration>) {
    self.configuration = configuration.measured(with: clock)
    state = .unused(source)
  }

  /// Creates a feed over a closure.
  ///
  /// Nothing is loaded before somebody asks.
  ///
  /// - Parameters:
  ///   - configuration: How the feed pages. Default: ``FeedConfiguration/standard``.
  ///   - clock: What back-off and deadlines are measured with. Default: a continuous clock.
  ///   - load: Answers one request. It runs off the feed and may be called concurrently.
  @inlinable
  public init(
    configuration: FeedConfiguration = .standard, clock: any Clock<Duration> = ContinuousClock(),
    _ load: @escaping @concurrent @Sendable (PageRequest<Cursor>) async throws -> Page<Item, Cursor>
  ) {
    self.init(ClosureSource(load), configuration: configuration, clock: clock)
  }
}

extension Feed: UntypedFeed {
  /// What runs on the feed, made when it is first needed.
  var core: FeedCore {
    if case .inUse(let core) = state { return core }
    return use()
  }

  private func use() -> FeedCore {
    guard case .unused(let unused) = state else { return core }
    let settings = configuration.shared.value
    let core = FeedCore(self, unused.open(unused.source, settings), settings, signal)
    state = .inUse(core)
    return core
  }

  /// Calls the machine for a waiter and waits for its answer.
  ///
  /// The waiter is registered and the machine asked in one turn, so nothing can come between the
  /// two. A task that is cancelled before that turn asks for nothing; when it is cancelled after it,
  /// the feed lets the waiter go in another turn.
  ///
  /// - Parameter call: What is asked for.
  /// - Returns: The answer.
  nonisolated func ask(_ call: FeedMachine.Call) async -> Result<FeedDelivery, FeedError> {
    await wait(for: enter(call, inside: LoadContext.attempts(of: signal)))
  }

  private func enter(_ call: FeedMachine.Call, inside: [Int]) -> Waiter? {
    core.enter(call, inside: inside)
  }

  /// Waits for the answer of a waiter.
  nonisolated func wait(for waiter: Waiter?) async -> Result<FeedDelivery, FeedError> {
    guard let waiter else { return .failure(FeedError(code: .cancelled)) }
    if let answer = waiter.ticket.answer { return answer.outcome }
    return await withTaskCancellationHandler {
      await waiter.ticket.wait().outcome
    } onCancel: {
      // The actor cancels loads, never this handler: it runs under a lock of the task.
      spawn("feed: leave", on: configuration.executor) { [weak self, number = waiter.number] in
        await self?.run(.leave(number))
      }
    }
  }
}
