// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pages of a feed, in order, loading one at a time as they are asked for.
///
/// Nothing is fetched before the first `next()`. Each iterator has a position of its own and gets
/// every page once; together they cause one load a page. What is loaded already is replayed without
/// waiting for the feed. The sequence binds to the generation that is current at its first page: if
/// the list is replaced it throws `superseded`. `nil` always means: that was all.
public struct FeedPages<Item: Sendable, Cursor: Hashable & Sendable>: AsyncSequence, Sendable {
  /// What is yielded.
  public typealias Element = Page<Item, Cursor>

  /// What is thrown.
  public typealias Failure = FeedError

  @usableFromInline let feed: Feed<Item, Cursor>
  private let ahead: Int
  private let point: ResumePoint<Cursor>?
  private var limit = PageLimit()

  init(_ feed: Feed<Item, Cursor>, ahead: Int = 0, after point: ResumePoint<Cursor>? = nil) {
    precondition(ahead >= 0, "prefetching is \(ahead), must be 0 or more")
    self.feed = feed
    self.ahead = ahead
    self.point = point
  }

  /// These pages up to a number of items; the last page is cut there.
  ///
  /// No page follows that is not needed. A limit of 0 loads nothing.
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
  public var items: FeedItems<Item, Cursor> {
    PageItems(
      self, emptyPageBudget: emptyPageBudget,
      binding: ListBinding(signal: feed.signal) { $0.generation })
  }

  /// How many empty pages one item may take.
  @usableFromInline var emptyPageBudget: Int { feed.configuration.emptyPageBudget }

  /// Starts at the first page of the generation, or at the resume point.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed, ahead: ahead, point: point, limit: limit)
  }
}

/// The items of a feed, one by one, in order.
public typealias FeedItems<Item: Sendable, Cursor: Hashable & Sendable> =
  PageItems<FeedPages<Item, Cursor>, Item, Cursor>

extension Feed {
  /// The pages of the feed from the start of its list.
  ///
  /// See ``FeedPages``.
  public nonisolated var pages: FeedPages<Item, Cursor> { FeedPages(self) }

  /// The pages of the feed, with up to `count` pages loaded ahead of the one in hand.
  ///
  /// The pages come in order; a failure ahead surfaces when the iterator comes to its page. Reading
  /// ahead ends when the iterator goes.
  ///
  /// - Parameter count: The most pages ahead, 0 or more.
  /// - Returns: The pages.
  public nonisolated func pages(prefetching count: Int) -> FeedPages<Item, Cursor> {
    FeedPages(self, ahead: count)
  }

  /// The pages of the feed from a resume point on: exactly what had not been consumed.
  ///
  /// A point in what the feed has loaded, or at its frontier, goes on there. Any other point is
  /// walked beside the list: its pages are loaded for the iterator alone, shared with iterators at
  /// the same place, and without reading ahead.
  ///
  /// - Parameters:
  ///   - point: Where to go on; a page, or an iterator of items, gives it. Of another query it
  ///     makes the first `next()` throw `invalidResumePoint` before any request.
  ///   - count: The most pages ahead, 0 or more. Default: 0.
  /// - Returns: The pages.
  public nonisolated func pages(
    after point: ResumePoint<Cursor>, prefetching count: Int = 0
  ) -> FeedPages<Item, Cursor> {
    FeedPages(self, ahead: count, after: point)
  }

  /// The items of the feed from the start of its list.
  ///
  /// See ``PageItems``.
  public nonisolated var items: FeedItems<Item, Cursor> { pages.items }
}
