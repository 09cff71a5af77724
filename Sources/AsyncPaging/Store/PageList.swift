// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The kept pages of a feed, in order, as a collection.
///
/// A picture of one instant: taking it costs nothing, and it never changes.
public struct PageList<Item: Sendable, Cursor: Hashable & Sendable>: RandomAccessCollection,
  Sendable
{
  private let store: PageStore

  package init(_ store: PageStore) {
    self.store = store
  }

  /// The position of the first page, always 0.
  public var startIndex: Int { 0 }

  /// The number of pages.
  public var endIndex: Int { store.indices.count }

  /// The page at a position, which is its number in the generation only when no page before it was
  /// dropped.
  ///
  /// - Parameter position: A position from 0 to the number of pages.
  public subscript(position: Int) -> Page<Item, Cursor> {
    precondition(indices.contains(position), "position is \(position), must be in \(indices)")
    guard let entry = store[store.indices.lowerBound + position] else {
      preconditionFailure("a kept page is there")
    }
    return LoadedPage.page(in: entry.page)
  }
}

/// The items of the kept pages of a feed, in order, as a collection.
///
/// A picture of one instant: taking it costs nothing, and it never changes. Going through it costs
/// a small constant per item; access by position is a binary search over the pages.
public struct ItemList<Item: Sendable, Cursor: Hashable & Sendable>: RandomAccessCollection,
  Sendable
{
  private let store: PageStore
  private let first: Int

  package init(_ store: PageStore) {
    self.store = store
    first = store[store.indices.lowerBound]?.firstItem ?? store.itemPositions.upperBound
  }

  /// The position of the first item, always 0.
  public var startIndex: Int { 0 }

  /// The number of items.
  public var endIndex: Int { store.itemPositions.upperBound - first }

  /// The item at a position.
  ///
  /// - Parameter position: A position from 0 to the number of items.
  public subscript(position: Int) -> Item {
    precondition(indices.contains(position), "position is \(position), must be in \(indices)")
    let wanted = first + position
    let following = store.indices.partitionPoint { index in
      store[index].map { $0.firstItem > wanted } ?? false
    }
    guard let entry = store[following - 1] else { preconditionFailure("a kept page is there") }
    let page = LoadedPage<Item, Cursor>.page(in: entry.page)
    return page.items[wanted - entry.firstItem]
  }

  /// Goes through the items page by page.
  public struct Iterator: IteratorProtocol, Sendable {
    private let store: PageStore
    private var nextPage: Int
    private var items: ArraySlice<Item> = []

    init(_ store: PageStore) {
      self.store = store
      nextPage = store.indices.lowerBound
    }

    /// The next item, or `nil` after the last.
    ///
    /// - Returns: The item.
    public mutating func next() -> Item? {
      while items.isEmpty {
        guard let entry = store[nextPage] else { return nil }
        let page = LoadedPage<Item, Cursor>.page(in: entry.page)
        items = page.items[...]
        nextPage += 1
      }
      return items.removeFirst()
    }
  }

  /// Starts at the first item.
  ///
  /// - Returns: The iterator.
  public func makeIterator() -> Iterator { Iterator(store) }
}
