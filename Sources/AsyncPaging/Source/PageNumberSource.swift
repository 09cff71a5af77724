// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source for servers that number their pages.
///
/// The end is an empty page, or an earlier one when the server says how many items or pages there
/// are. The limit is the same for every page, since a page's number means nothing without it.
///
/// ```swift
/// let source = PageNumberSource(first: 1, limit: 20) { number, limit in
///   try await client.films(page: number, size: limit)
/// }
/// ```
public struct PageNumberSource<Item: Sendable>: PageSource {
  /// The number of a page, and how many items came before it.
  public typealias Cursor = CountedCursor<Int>

  private let first: Int
  private let limit: Int?
  private let endRules: EndRules
  private let load: @concurrent @Sendable (Int, Int?) async throws -> Batch<Item>

  /// Creates a source from a function that answers with items.
  ///
  /// - Parameters:
  ///   - first: The number of the first page, usually 0 or 1. Default: 1.
  ///   - limit: How many items a page has; at least 1. Default: the feed's limit.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  ///   - load: Takes the number and the limit; runs off the feed.
  public init(
    first: Int = 1, limit: Int? = nil, endRules: EndRules = .standard,
    _ load: @escaping @concurrent @Sendable (_ number: Int, _ limit: Int?) async throws -> [Item]
  ) {
    self.init(first: first, limit: limit, endRules: endRules) { number, limit -> Batch<Item> in
      Batch(try await load(number, limit))
    }
  }

  /// Creates a source from a function that answers with items and what the server says of them.
  ///
  /// - Parameters:
  ///   - first: The number of the first page, usually 0 or 1. Default: 1.
  ///   - limit: How many items a page has; at least 1. Default: the feed's limit.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  ///   - load: Takes the number and the limit; runs off the feed.
  public init(
    first: Int = 1, limit: Int? = nil, endRules: EndRules = .standard,
    _ load:
      @escaping @concurrent @Sendable (_ number: Int, _ limit: Int?) async throws -> Batch<
        Item
      >
  ) {
    self.first = first
    self.limit = checkedLimit(limit)
    self.endRules = endRules.checked()
    self.load = load
  }

  /// Answers one request by calling the function with the page's number.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page.
  /// - Throws: What the function throws.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    let here = request.cursor ?? CountedCursor(first, received: 0)
    let size = limit ?? request.limit
    let batch = try await load(here.value, size)
    let received = try here.received.adding(batch.items.count)
    let number = try here.value.adding(1)
    let reason = endRules.endReason(
      batch, received: received, pages: try number.adding(-first), limit: size)
    let next = CountedCursor(number, received: received)
    return Page(
      items: batch.items, next: reason == nil ? next : nil, totalCount: batch.totalCount,
      endReason: reason)
  }
}
