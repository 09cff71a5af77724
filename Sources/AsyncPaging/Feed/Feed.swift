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
  @usableFromInline nonisolated let configuration: FeedConfiguration
  @usableFromInline nonisolated let signal = FeedSignal()
  private var content: FeedContent

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
    content = .unused(source)
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

/// What is in a feed; a type without the feed's own types, since what is nested in a generic type
/// is looked up at run time.
private enum FeedContent {
  /// Nobody has asked anything yet.
  case unused(UnusedSource)
  case inUse(CoreBox)
}

extension Feed: UntypedFeed {
  @usableFromInline var box: CoreBox {
    if case .inUse(let box) = content { return box }
    return makeCore()
  }

  /// Out of the way of those who find the core there.
  private func makeCore() -> CoreBox {
    switch content {
    case .inUse(let box): return box
    case .unused(let unused):
      let settings = configuration.shared.value
      let box = CoreBox(FeedCore(self, unused.open(unused.source, settings), settings, signal))
      content = .inUse(box)
      return box
    }
  }
}
