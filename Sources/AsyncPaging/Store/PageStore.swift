// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pages that are kept, in order.
///
/// A copy is a picture: it costs nothing to take and later changes do not touch it. Pages and items
/// have signed positions that never change within a generation: page 0 is the first one loaded, and
/// what is loaded before it has negative numbers.
@usableFromInline
package struct PageStore: Sendable {
  /// A page and where its items stand.
  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline package let page: any HeldPage

    /// The position of its first item.
    @usableFromInline package let firstItem: Int
  }

  /// Pages from number `base` on.
  ///
  /// Those that were dropped are vacant.
  private var after = PersistentVector<Entry?>()

  /// Pages with numbers below `base`, the nearest first.
  private var before = PersistentVector<Entry?>()
  private var base = 0

  /// The numbers of the pages that are kept.
  package private(set) var indices = 0..<0

  /// The positions of the items of all pages that came, kept or not.
  package private(set) var itemPositions = 0..<0

  package init() {}

  package subscript(index: Int) -> Entry? {
    guard indices.contains(index) else { return nil }
    return index >= base ? after[index - base] : before[base - 1 - index]
  }

  /// Kept pages one after another, for an iterator to read without looking for each.
  @usableFromInline
  package struct Run: Sendable {
    @usableFromInline let entries: [Entry?]

    /// The number of the first entry.
    @usableFromInline let first: Int

    /// The number after the last page that may be read.
    @usableFromInline package let end: Int

    /// No page.
    init() {
      entries = []
      first = 0
      end = 0
    }

    init(_ entries: [Entry?], first: Int, end: Int) {
      self.entries = entries
      self.first = first
      self.end = end
    }

    /// The page with a number from here to the end.
    @inlinable package subscript(index: Int) -> (any HeldPage)? { entries[index - first]?.page }

    /// The page before the one with a number, if it is one of these.
    func last(before index: Int) -> (any HeldPage)? {
      index > first && index <= end ? self[index - 1] : nil
    }
  }

  /// The kept pages from a number on, as far as they stand together; none if that one is not kept.
  package func run(from index: Int, to end: Int) -> Run {
    guard indices.contains(index) else { return Run() }
    guard index >= base else {
      return Run([before[base - 1 - index]], first: index, end: index + 1)
    }
    let (entries, positions) = after.run(at: index - base)
    return Run(
      entries, first: base + positions.lowerBound, end: min(end, base + positions.upperBound))
  }

  /// Takes a page at one end.
  package mutating func add(_ page: any HeldPage, at lane: Lane) {
    switch lane {
    case .previous: prepend(page)
    case .next, .refresh:
      let first = itemPositions.upperBound
      after.append(Entry(page: page, firstItem: first))
      itemPositions = itemPositions.lowerBound..<(first + page.facts.itemCount)
      indices = indices.lowerBound..<(indices.upperBound + 1)
    }
  }

  private mutating func prepend(_ page: any HeldPage) {
    let first =
      (self[indices.lowerBound]?.firstItem ?? itemPositions.upperBound) - page.facts.itemCount
    if indices.lowerBound > base { compact(from: indices.lowerBound) }
    let place = base - indices.lowerBound
    let entry = Entry(page: page, firstItem: first)
    if place < before.count {
      before.replace(at: place, with: entry)
    } else {
      before.append(entry)
    }
    itemPositions = min(first, itemPositions.lowerBound)..<itemPositions.upperBound
    indices = (indices.lowerBound - 1)..<indices.upperBound
  }

  /// Puts another page in the place of the last one, if that is kept; copies of the store stay as
  /// they are.
  package mutating func changeLast(_ change: (any HeldPage) -> any HeldPage) {
    let index = indices.upperBound - 1
    guard index >= base, let entry = self[index] else { return }
    after.replace(
      at: index - base, with: Entry(page: change(entry.page), firstItem: entry.firstItem))
  }

  /// Lets go of the pages with lower numbers.
  ///
  /// Each page is dropped once. The vacant places in front are cleared away when they outnumber
  /// what is kept, so that the cost of a page does not grow with the pages before it.
  package mutating func drop(below first: Int) {
    let first = min(max(first, indices.lowerBound), indices.upperBound)
    for index in indices.lowerBound..<first {
      if index >= base {
        after.replace(at: index - base, with: nil)
      } else {
        before.replace(at: base - 1 - index, with: nil)
      }
    }
    indices = first..<indices.upperBound
    if first >= base { before = PersistentVector() }
    if indices.isEmpty || first - base > 64 + indices.count { compact(from: first) }
  }

  /// Makes a page the first one of the vector, without vacant places before it.
  private mutating func compact(from first: Int) {
    var kept = PersistentVector<Entry?>()
    for index in indices where index >= first { kept.append(self[index]) }
    after = kept
    before = PersistentVector()
    base = first
  }
}
