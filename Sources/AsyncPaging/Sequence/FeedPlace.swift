// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where an iterator is.
@usableFromInline
struct FeedPlace: Sendable {
  /// The number of the page it wants.
  @usableFromInline var index = 0

  /// The generation it is bound to, from its first page on.
  @usableFromInline var generation: Int?

  /// The page before the one it wants.
  ///
  /// `nil` at the start, and at a resume point.
  @usableFromInline var last: (any HeldPage)?

  /// The cursor of the page at a resume point.
  var startCursor: CursorKey?

  /// How many items of that cursor's answer belong to the page before the resume point.
  var startSkip = 0

  /// How many items of the first page were consumed before.
  var consumedCount = 0

  /// The walk beside the list, if the iterator is not in it.
  var detached: SourceWalk<CursorKey>?

  /// The cursor of the page it wants, to load that page again should it not be kept; `nil` at the
  /// start.
  var cursor: CursorKey? {
    guard let last else { return startCursor }
    return (last.facts.closesCycle ? nil : last.next) ?? last.cursor
  }

  /// How many items of that cursor's answer belong to the page before.
  var skip: Int {
    guard let last else { return startSkip }
    let facts = last.facts
    return facts.closesCycle || last.next == nil ? facts.skippedCount + facts.itemCount : 0
  }

  @usableFromInline init() {}

  @inlinable
  mutating func move(behind page: any HeldPage) {
    last = page
    index += 1
  }

  /// The page without what was consumed before; only the first page has any.
  mutating func cut<Item, Cursor>(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
    let consumed = consumedCount
    consumedCount = 0
    guard consumed > page.skippedCount else { return page }
    var page = page
    page.items = Array(page.items.dropFirst(consumed - page.skippedCount))
    page.place.skippedCount = consumed
    return page
  }
}
