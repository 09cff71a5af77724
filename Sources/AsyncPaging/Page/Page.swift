// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Items in order, and the cursors around them.
///
/// A source makes a page from what its server answered; the feed then fills in where the page
/// stands: ``index``, ``cursor``, ``skippedCount`` and ``endReason``. A page is a value: every
/// caller that shared a load gets an equal one.
///
/// A copy costs a few reference counts. What most pages do not have stands behind a reference, so
/// that a page is a handful of words.
public struct Page<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The items, in the order in which the source gave them.
  public var items: [Item]

  /// What to ask for the page after this one; `nil` when nothing follows.
  public var next: Cursor?

  @usableFromInline var extras: Shared<PageExtras<Cursor>>?
  @usableFromInline var standing: Shared<PagePlace<Cursor>>?

  /// Where the page stands, as the feed or the walk that asked for it says.
  @inlinable var place: PagePlace<Cursor> {
    get { standing?.value ?? PagePlace() }
    set { standing = newValue.isStart ? nil : Shared(newValue) }
  }

  /// What to ask for the page before this one; `nil` when nothing precedes.
  @inlinable public var previous: Cursor? {
    get { extras?.value.previous }
    set { changeExtras { $0.previous = newValue } }
  }

  /// How many items there are on all pages together, if the source knows.
  ///
  /// It is passed on and never ends a feed by itself: a server's count may shrink from page to
  /// page while a next cursor still stands.
  @inlinable public var totalCount: Int? {
    get { extras?.value.totalCount }
    set { changeExtras { $0.totalCount = newValue } }
  }

  /// The server's own word on whether more follows, if it gives one beside the cursor.
  ///
  /// `false` ends the data with the reason ``EndReason/flag`` although a cursor is there; `true`
  /// without a cursor stops it with the error ``FeedError/Code/missingCursor``, because asking
  /// without a cursor would start again at the first page.
  @inlinable public var hasNext: Bool? {
    get { extras?.value.hasNext }
    set { changeExtras { $0.hasNext = newValue } }
  }

  /// Why nothing follows, on the last page; `nil` on every other.
  ///
  /// A source may say why it left ``next`` out. Where it does not, the feed fills in
  /// ``EndReason/noNextCursor``.
  @inlinable public var endReason: EndReason? {
    get { extras?.value.endReason }
    set { changeExtras { $0.endReason = newValue } }
  }

  /// The number of this page in its generation, from 0.
  ///
  /// Filled in by the feed.
  @inlinable public var index: Int { standing?.value.index ?? 0 }

  /// The cursor this page was asked with; `nil` for the start.
  ///
  /// Filled in by the feed.
  @inlinable public var cursor: Cursor? { standing?.value.cursor }

  /// How many items of the source's answer stand before ``items``.
  ///
  /// Filled in by the feed.
  ///
  /// It is 0 but for a page that was entered in its middle: at a resume point, or by
  /// ``Feed/checkForMore()`` on a last page that grew.
  @inlinable public var skippedCount: Int { standing?.value.skippedCount ?? 0 }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - items: The items, in order. A page may be empty; that alone ends nothing.
  ///   - next: What to ask for the page after this one, or `nil` when nothing follows.
  ///   - previous: What to ask for the page before this one.
  ///   - totalCount: How many items there are on all pages together, if known.
  ///   - hasNext: The server's own word on whether more follows, if it gives one.
  ///   - endReason: Why `next` is `nil`, if the source knows better than "no next cursor".
  @inlinable
  public init(
    items: [Item], next: Cursor? = nil, previous: Cursor? = nil, totalCount: Int? = nil,
    hasNext: Bool? = nil, endReason: EndReason? = nil
  ) {
    self.items = items
    self.next = next
    let extras = PageExtras(
      previous: previous, totalCount: totalCount, hasNext: hasNext, endReason: endReason)
    if !extras.isEmpty { self.extras = Shared(extras) }
  }

  @inlinable
  mutating func changeExtras(_ change: (inout PageExtras<Cursor>) -> Void) {
    var value =
      extras?.value ?? PageExtras(previous: nil, totalCount: nil, hasNext: nil, endReason: nil)
    change(&value)
    extras = value.isEmpty ? nil : Shared(value)
  }

  /// Whether nothing follows this page.
  @inlinable public var isLast: Bool { endReason != nil }
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
    var page = Page<NewItem, Cursor>(items: try transform(items), next: next)
    page.extras = extras
    page.standing = standing
    return page
  }
}
