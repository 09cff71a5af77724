// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pages that are kept, in order.
///
/// A copy is a picture: it costs nothing to take and later changes do not touch it. Pages and items
/// have signed positions that never change within a generation: page 0 is the first one loaded, and
/// what is loaded before it has negative numbers.
struct PageStore<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// A page and where its items stand.
  final class Entry: Sendable {
    let page: Page<Item, Cursor>

    /// The position of its first item.
    let firstItem: Int

    init(_ page: Page<Item, Cursor>, firstItem: Int) {
      self.page = page
      self.firstItem = firstItem
    }
  }

  /// Pages from number `base` on.
  ///
  /// Those that were dropped are vacant.
  private var after = PersistentVector<Entry?>()
  private var base = 0

  /// Pages with negative numbers, the one before page 0 first.
  private var before = PersistentVector<Entry?>()

  /// The numbers of the pages that are kept.
  private(set) var indices = 0..<0

  /// The positions of the items of all pages that came, kept or not.
  private(set) var itemPositions = 0..<0

  subscript(index: Int) -> Entry? {
    guard indices.contains(index) else { return nil }
    return index >= 0 ? after[index - base] : before[-1 - index]
  }

  /// Takes a page at one end.
  mutating func add(_ page: Page<Item, Cursor>, at lane: Lane) {
    let count = page.items.count
    switch lane {
    case .previous:
      let first = itemPositions.lowerBound - count
      before.append(Entry(page, firstItem: first))
      itemPositions = first..<itemPositions.upperBound
      indices = (indices.lowerBound - 1)..<indices.upperBound
    case .next, .refresh:
      let first = itemPositions.upperBound
      after.append(Entry(page, firstItem: first))
      itemPositions = itemPositions.lowerBound..<(first + count)
      indices = indices.lowerBound..<(indices.upperBound + 1)
    }
  }

  /// Lets go of the pages with lower numbers.
  ///
  /// Each page is dropped once. The vacant places in front are cleared away when they outnumber
  /// what is kept, so that the cost of a page does not grow with the pages before it.
  mutating func drop(below first: Int) {
    let first = min(max(first, indices.lowerBound), indices.upperBound)
    guard first < indices.upperBound else {
      after = PersistentVector()
      before = PersistentVector()
      base = max(first, 0)
      indices = first..<first
      return
    }
    for index in indices.lowerBound..<first {
      if index >= 0 {
        after.replace(at: index - base, with: nil)
      } else {
        before.replace(at: -1 - index, with: nil)
      }
    }
    indices = first..<indices.upperBound
    if first >= 0 { before = PersistentVector() }
    if first - base > 64 + indices.count { compact(from: first) }
  }

  private mutating func compact(from first: Int) {
    var kept = PersistentVector<Entry?>()
    for index in first..<indices.upperBound { kept.append(after[index - base]) }
    after = kept
    base = first
  }
}
