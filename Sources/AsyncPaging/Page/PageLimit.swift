// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How much of a sequence of pages is still wanted.
@usableFromInline
package struct PageLimit: Sendable, Hashable {
  /// Items still wanted; `nil`: all.
  @usableFromInline package private(set) var items: Int?

  /// Pages still wanted; `nil`: all.
  @usableFromInline package private(set) var pages: Int?

  @usableFromInline
  package init(items: Int? = nil, pages: Int? = nil) {
    self.items = items
    self.pages = pages
  }

  /// Whether nothing more is wanted.
  @inlinable package var isReached: Bool { items == 0 || pages == 0 }

  /// Whether all is wanted.
  @inlinable package var isUnlimited: Bool { items == nil && pages == nil }

  /// How many items of an answer are still wanted, when so many at its beginning count for nothing,
  /// because they were consumed before; `nil`: all.
  @usableFromInline
  package func remaining(behind skip: Int) -> Int? {
    items.map { $0 > .max - skip ? .max : $0 + skip }
  }

  /// How many pages behind the next one are wanted for certain, of those to be read ahead.
  package func pagesAhead(of count: Int) -> Int {
    if items != nil { return 0 }
    return min(count, pages.map { max(0, $0 - 1) } ?? .max)
  }

  /// This limit and another one: the tighter of both.
  package func tightened(items newItems: Int? = nil, pages newPages: Int? = nil) -> PageLimit {
    if let newItems { precondition(newItems >= 0, "limit is \(newItems), must be 0 or more") }
    if let newPages { precondition(newPages >= 0, "limit is \(newPages), must be 0 or more") }
    return PageLimit(
      items: Self.lesser(items, newItems), pages: Self.lesser(pages, newPages))
  }

  private static func lesser(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Counts a page and cuts it where the limit lies.
  ///
  /// The last page carries ``EndReason/limit``.
  ///
  /// A page that is cut gives a resume point inside of itself; one that ends on the limit gives the
  /// point after it.
  @inlinable
  package mutating func cut<Item, Cursor>(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
    isUnlimited ? page : cutLimited(page)
  }

  @usableFromInline
  mutating func cutLimited<Item, Cursor>(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
    var page = page
    pages = pages.map { $0 - 1 }
    if let left = items {
      items = max(0, left - page.items.count)
      if left < page.items.count {
        page.items = Array(page.items.prefix(left))
        page.next = nil
        page.endReason = .limit
      }
    }
    if isReached, page.endReason == nil { page.endReason = .limit }
    return page
  }
}
