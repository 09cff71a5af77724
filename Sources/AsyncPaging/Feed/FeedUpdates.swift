// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One picture of a feed, as an observer of ``Feed/updates`` gets it.
public struct FeedUpdate<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The state of the feed.
  public let snapshot: FeedSnapshot<Item, Cursor>
}

/// The states of a feed as they change, without ever failing.
///
/// Each iterator begins with the current state. One that is slow gets the newest state when it
/// comes back, never a queue, and always the last one; it delays neither the feed nor another
/// iterator. The sequence does not keep the feed alive: it finishes when the feed is closed or
/// gone, or when the observing task is cancelled.
public struct FeedUpdates<Item: Sendable, Cursor: Hashable & Sendable>: AsyncSequence, Sendable {
  /// What is yielded.
  public typealias Element = FeedUpdate<Item, Cursor>

  /// It never fails.
  public typealias Failure = Never

  private let feed: WeakFeed<Item, Cursor>

  init(_ feed: Feed<Item, Cursor>) {
    self.feed = WeakFeed(feed)
  }

  /// Starts with the state that is current at the first `next()`.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(feed: feed) }

  /// One observer's position.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let feed: WeakFeed<Item, Cursor>
    private var states: AsyncStream<FeedState>.Iterator?

    fileprivate init(feed: WeakFeed<Item, Cursor>) {
      self.feed = feed
    }

    /// The newest state that this iterator has not seen; waits until there is one.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The state, or `nil` when none will follow.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> FeedUpdate<Item, Cursor>? {
      if states == nil {
        guard let stream = await feed.feed?.watch() else { return nil }
        states = stream.makeAsyncIterator()
      }
      // A state that was overtaken on its way here is not shown: the one that follows is on its
      // way.
      while let state = await states?.next(isolation: actor) {
        if feed.signal.isCurrent(state.generation) {
          return FeedUpdate(snapshot: FeedSnapshot(state))
        }
      }
      return nil
    }
  }
}

/// A feed that is observed, not owned.
private final class WeakFeed<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  weak let feed: Feed<Item, Cursor>?

  let signal: FeedSignal

  init(_ feed: Feed<Item, Cursor>) {
    self.feed = feed
    signal = feed.signal
  }
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension FeedUpdates.Iterator: Sendable {}
