// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A page whose types the feed's isolated part does not know.
///
/// Isolated methods of a generic actor are not specialised for its types, so each touch of a typed
/// page there would look its metadata up. The feed works with these references instead; typed pages
/// are put in and taken out at its edges.
@usableFromInline
package protocol HeldPage: AnyObject, Sendable {
  /// What the feed must know of the page.
  var facts: PageFacts { get }

  /// The cursor that the page was asked with.
  var cursor: CursorKey? { get }

  /// The cursor of the page after it.
  var next: CursorKey? { get }

  /// The cursor of the page before it.
  var previous: CursorKey? { get }

  /// The same page, with another end.
  ///
  /// - Parameters:
  ///   - endReason: Why the data ends with it, if it does.
  ///   - closesCycle: Whether its next cursor must not be followed.
  ///   - hidesNext: Whether its next cursor shall not be seen.
  ///   - count: How many of its items belong to it.
  /// - Returns: The other page.
  func changed(
    endReason: EndReason?, closesCycle: Bool, hidesNext: Bool, itemCount count: Int
  ) -> any HeldPage
}

/// What a feed must know of a page without looking at its items.
@usableFromInline
package struct PageFacts: Sendable {
  @usableFromInline package var index: Int
  @usableFromInline package var itemCount: Int
  @usableFromInline package var skippedCount: Int
  @usableFromInline package var totalCount: Int?
  @usableFromInline package var endReason: EndReason?
  @usableFromInline package var closesCycle: Bool
}

/// A page and its cursors, as a feed holds them.
@usableFromInline
package final class LoadedPage<Item: Sendable, Cursor: Hashable & Sendable>: HeldPage {
  // What is read again and again comes first, in one line of the cache with the reference count.
  @usableFromInline package let page: Page<Item, Cursor>
  @usableFromInline package let facts: PageFacts
  @usableFromInline package let cursor: CursorKey?
  @usableFromInline package let next: CursorKey?
  @usableFromInline package let previous: CursorKey?

  /// Holds a page.
  ///
  /// - Parameters:
  ///   - page: The page, with its place filled in.
  ///   - cursor: The cursor it was asked with, if the feed has it already.
  @inlinable
  package init(_ page: consuming Page<Item, Cursor>, cursor: CursorKey? = nil) {
    facts = PageFacts(page)
    self.cursor = cursor ?? page.cursor.map { CursorKey($0) }
    next = page.next.map { CursorKey($0) }
    previous = page.previous.map { CursorKey($0) }
    self.page = page
  }

  /// What a feed of these types holds.
  @inlinable @inline(__always)
  static func typed(_ held: any HeldPage) -> LoadedPage {
    guard let typed = held as? Self else { preconditionFailure("a feed has pages of one type") }
    return typed
  }

  /// The page that a feed of these types holds.
  @inlinable @inline(__always)
  package static func page(in held: any HeldPage) -> Page<Item, Cursor> { typed(held).page }

  private init(_ page: Page<Item, Cursor>, like other: LoadedPage) {
    self.page = page
    facts = PageFacts(page)
    cursor = other.cursor
    next = page.next == nil ? nil : other.next
    previous = other.previous
  }

  @usableFromInline
  package func changed(
    endReason: EndReason?, closesCycle: Bool, hidesNext: Bool, itemCount count: Int
  ) -> any HeldPage {
    var page = page
    page.endReason = endReason
    page.place.closesCycle = closesCycle
    if hidesNext { page.next = nil }
    if count < page.items.count { page.items = Array(page.items.prefix(count)) }
    return LoadedPage(page, like: self)
  }
}

extension PageFacts {
  @inlinable
  init<Item, Cursor>(_ page: borrowing Page<Item, Cursor>) {
    index = page.index
    itemCount = page.items.count
    skippedCount = page.skippedCount
    totalCount = page.totalCount
    endReason = page.endReason
    closesCycle = page.place.closesCycle
  }
}
