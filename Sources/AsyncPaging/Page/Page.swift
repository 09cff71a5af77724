// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Items in order, and the cursors around them.
///
/// A source makes a page from what its server answered; the feed then fills in where the page
/// stands: ``index``, ``cursor``, ``skippedCount`` and ``endReason``. A page is a value: every
/// caller that shared a load gets an equal one.
public struct Page<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The items, in the order in which the source gave them.
  public var items: [Item]

  /// What to ask for the page after this one; `nil` when nothing follows.
  public var next: Cursor?

  /// What to ask for the page before this one; `nil` when nothing precedes.
  public var previous: Cursor?

  /// How many items there are on all pages together, if the source knows.
  ///
  /// It is passed on and never ends a feed by itself: a server's count may shrink from page to
  /// page while a next cursor still stands.
  public var totalCount: Int?

  /// The server's own word on whether more follows, if it gives one beside the cursor.
  ///
  /// `false` ends the data with the reason ``EndReason/flag`` although a cursor is there; `true`
  /// without a cursor stops it with the error ``FeedError/Code/missingCursor``, because asking
  /// without a cursor would start again at the first page.
  public var hasNext: Bool?

  /// Why nothing follows, on the last page; `nil` on every other.
  ///
  /// A source may say why it left ``next`` out. Where it does not, the feed fills in
  /// ``EndReason/noNextCursor``.
  public var endReason: EndReason?

  /// The number of this page in its generation, from 0.
  ///
  /// Filled in by the feed.
  public internal(set) var index: Int = 0

  /// The cursor this page was asked with; `nil` for the start.
  ///
  /// Filled in by the feed.
  public internal(set) var cursor: Cursor?

  /// How many items of the source's answer stand before ``items``.
  ///
  /// Filled in by the feed.
  ///
  /// It is 0 but for a page that was entered in its middle: at a resume point, or by
  /// ``Feed/checkForMore()`` on a last page that grew.
  public internal(set) var skippedCount: Int = 0

  /// Whether the next cursor was used before, and is not to be followed.
  var closesCycle = false

  /// What the query was, for resume points.
  ///
  /// Filled in by the feed.
  var fingerprint: String = ""

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - items: The items, in order. A page may be empty; that alone ends nothing.
  ///   - next: What to ask for the page after this one, or `nil` when nothing follows.
  ///   - previous: What to ask for the page before this one.
  ///   - totalCount: How many items there are on all pages together, if known.
  ///   - hasNext: The server's own word on whether more follows, if it gives one.
  ///   - endReason: Why `next` is `nil`, if the source knows better than "no next cursor".
  public init(
    items: [Item], next: Cursor? = nil, previous: Cursor? = nil, totalCount: Int? = nil,
    hasNext: Bool? = nil, endReason: EndReason? = nil
  ) {
    self.items = items
    self.next = next
    self.previous = previous
    self.totalCount = totalCount
    self.hasNext = hasNext
    self.endReason = endReason
  }

  /// Whether nothing follows this page.
  public var isLast: Bool { endReason != nil }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}

extension Page {
  /// This page with other items and everything else kept.
  ///
  /// A transform of the items leaves cursors, totals and end rules as the source gave them, so it
  /// never changes which page comes next.
  ///
  /// - Parameter transform: Makes the new items from the old ones.
  /// - Returns: The page with the new items.
  /// - Throws: What `transform` throws.
  public func withItems<NewItem: Sendable, Failure: Error>(
    _ transform: ([Item]) throws(Failure) -> [NewItem]
  ) throws(Failure) -> Page<NewItem, Cursor> {
    var page = Page<NewItem, Cursor>(
      items: try transform(items), next: next, previous: previous, totalCount: totalCount,
      hasNext: hasNext, endReason: endReason)
    page.index = index
    page.cursor = cursor
    page.skippedCount = skippedCount
    page.fingerprint = fingerprint
    page.closesCycle = closesCycle
    return page
  }
}
