// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source for servers that are asked for what comes after the last item's key.
///
/// The key of the last item received is the cursor; where several items can have the same key, make
/// it a value of several fields. The end is an empty page, or an earlier one when the server says
/// how many items there are.
///
/// ```swift
/// let source = KeysetSource(after: \Review.row, limit: 10) { lastRow, limit in
///   try await client.reviews(after: lastRow, limit: limit)
/// }
/// ```
public struct KeysetSource<Item: Sendable, Key: Hashable & Sendable>: PageSource {
  /// The last item's key, and how many items came before.
  public typealias Cursor = CountedCursor<Key>

  private let key: @Sendable (Item) -> Key
  private let limit: Int?
  private let endRules: EndRules
  private let load: @concurrent @Sendable (Key?, Int?) async throws -> Batch<Item>

  /// Creates a source from a function that answers with items.
  ///
  /// - Parameters:
  ///   - key: The key of an item.
  ///   - limit: How many items to ask for when the feed does not say; at least 1. Default: none.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  ///   - load: Takes the last key (`nil` at the start) and the limit; runs off the feed.
  public init(
    after key: any KeyPath<Item, Key> & Sendable, limit: Int? = nil,
    endRules: EndRules = .standard,
    _ load: @escaping @concurrent @Sendable (_ last: Key?, _ limit: Int?) async throws -> [Item]
  ) {
    self.init(after: key, limit: limit, endRules: endRules) { last, limit -> Batch<Item> in
      Batch(try await load(last, limit))
    }
  }

  /// Creates a source from a function that answers with items and what the server says of them.
  ///
  /// - Parameters:
  ///   - key: The key of an item.
  ///   - limit: How many items to ask for when the feed does not say; at least 1. Default: none.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  ///   - load: Takes the last key (`nil` at the start) and the limit; runs off the feed.
  public init(
    after key: any KeyPath<Item, Key> & Sendable, limit: Int? = nil,
    endRules: EndRules = .standard,
    _ load:
      @escaping @concurrent @Sendable (_ last: Key?, _ limit: Int?) async throws -> Batch<
        Item
      >
  ) {
    self.key = { $0[keyPath: key] }
    self.limit = checkedLimit(limit)
    self.endRules = endRules.checked()
    self.load = load
  }

  /// Answers one request by calling the function with the last key.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page. One without items has the cursor it was asked with, unless it is the
  ///   last.
  /// - Throws: What the function throws.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    let size = request.size(or: limit)
    let batch = try await load(request.cursor?.value, size)
    let received = try (request.cursor?.received ?? 0).adding(batch.items.count)
    let reason = endRules.endReason(
      batch, received: received, limit: size, isLowered: request.isLowered(from: limit))
    let last = batch.items.last.map(key) ?? request.cursor?.value
    return Page(
      items: batch.items,
      next: reason == nil ? last.map { CountedCursor($0, received: received) } : nil,
      totalCount: batch.totalCount, hasNext: reason == nil && last == nil ? true : nil,
      endReason: reason)
  }
}
