// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source whose items are changed or left out on their way.
///
/// The transform runs off the feed, after the source. Cursors, totals and end rules are those of
/// the raw page: a page of which nothing is left ends nothing.
public struct TransformedSource<Base: PageSource, Item: Sendable>: PageSource {
  /// The cursor of the base.
  public typealias Cursor = Base.Cursor

  private let base: Base
  private let transform: @Sendable ([Base.Item]) throws -> [Item]

  init(_ base: Base, _ transform: @escaping @Sendable ([Base.Item]) throws -> [Item]) {
    self.base = base
    self.transform = transform
  }

  /// Asks the base and transforms the items of its page.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page with the new items.
  /// - Throws: What the base or the transform throws.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    try await base.page(for: request).withItems(transform)
  }
}

extension PageSource {
  /// This source with each item changed.
  ///
  /// - Parameter transform: Makes a new item from one; what it throws fails the attempt.
  /// - Returns: The source of the new items.
  public func mapItems<NewItem: Sendable>(
    _ transform: @escaping @Sendable (Item) throws -> NewItem
  ) -> TransformedSource<Self, NewItem> {
    TransformedSource(self) { try $0.map(transform) }
  }

  /// This source with only the items for which a condition holds.
  ///
  /// - Parameter isIncluded: Whether an item stays; what it throws fails the attempt.
  /// - Returns: The source of the items that stay.
  public func filterItems(
    _ isIncluded: @escaping @Sendable (Item) throws -> Bool
  ) -> TransformedSource<Self, Item> {
    TransformedSource(self) { try $0.filter(isIncluded) }
  }

  /// This source with each item changed, and those left out for which there is nothing.
  ///
  /// - Parameter transform: Makes a new item from one, or `nil`; what it throws fails the attempt.
  /// - Returns: The source of the new items.
  public func compactMapItems<NewItem: Sendable>(
    _ transform: @escaping @Sendable (Item) throws -> NewItem?
  ) -> TransformedSource<Self, NewItem> {
    TransformedSource(self) { try $0.compactMap(transform) }
  }
}
