// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Page {
  /// This answer of a source as the page that stands at a place: cut, numbered, with its end known.
  ///
  /// Without a next cursor there is an end reason afterwards, unless more was promised.
  @inlinable
  consuming func placed(
    at position: PageWalk.Position, cursor: Cursor?, fingerprint: String,
    emptyCursor: EmptyCursorRule
  ) -> Page {
    var page = self
    if position.skip > 0 { page.items = Array(page.items.dropFirst(position.skip)) }
    var place = PagePlace<Cursor>()
    place.index = position.index
    place.cursor = cursor
    place.skippedCount = position.skip
    place.fingerprint = fingerprint
    page.place = place
    if emptyCursor == .ends, let next = page.next, isEmptyText(next) { page.next = nil }
    if page.endReason == nil {
      if page.hasNext == false { page.endReason = .flag }
      if page.next == nil, page.hasNext == nil { page.endReason = .noNextCursor }
    }
    return page
  }
}

/// Whether a cursor is an empty string.
@inlinable
func isEmptyText<Cursor>(_ cursor: Cursor) -> Bool {
  guard Cursor.self == String.self, let text = cursor as? String else { return false }
  return text.isEmpty
}
