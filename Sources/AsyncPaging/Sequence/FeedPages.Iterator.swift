// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedPages {
  /// One consumer's position in the pages of a feed.
  ///
  /// It holds a picture of the pages that were loaded when it last came to the feed, and goes back
  /// there when that is used up. A copy of an iterator goes its own way, but shares the claim on
  /// pages ahead, which follows the one that came last.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var reader: FeedReader

    /// The generation it is bound to, from its first page on.
    @inlinable var generation: Int? { reader.place.generation }

    init(
      feed: Feed<Item, Cursor>, ahead: Int, point: ResumePoint<Cursor>?, limit: PageLimit
    ) {
      reader = FeedReader(
        feed, feed.signal, feed.configuration, ahead: ahead, limit: limit,
        start: point.map { point in
          { @Sendable () async throws(FeedError) in try await feed.place(for: point) }
        })
    }

    /// The next page; waits for it to be loaded if it is not there.
    ///
    /// A page that is there costs neither a hop nor a lock.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The page, or `nil` after the last one, again and again without a request.
    /// - Throws: ``FeedError`` with code `superseded` when the list was replaced, `cancelled`,
    ///   `closed`, or that of the page's load; the iterator is finished then.
    @inlinable @inline(__always)
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedError) -> Page<Item, Cursor>? {
      if let page = reader.nextLoaded() { return LoadedPage.page(in: page) }
      guard let page = try await reader.next(isolation: actor) else { return nil }
      return isWhole ? LoadedPage.page(in: page) : cut(LoadedPage.page(in: page))
    }

    /// Whether pages are handed out as they are.
    @usableFromInline var isWhole: Bool { reader.limit.isUnlimited && reader.consumedCount == 0 }

    /// A page without what was consumed before, up to the limit.
    @usableFromInline
    mutating func cut(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
      var page = page
      let consumed = reader.consumedCount
      if consumed > page.skippedCount {
        page.items = Array(page.items.dropFirst(consumed - page.skippedCount))
        page.place.skippedCount = consumed
      }
      reader.consumedCount = 0
      page = reader.limit.cut(page)
      if reader.limit.isReached { reader.finish() }
      return page
    }
  }
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension FeedPages.Iterator: Sendable {}
