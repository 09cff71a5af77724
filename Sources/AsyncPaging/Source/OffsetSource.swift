// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source for servers that are asked with an offset and a limit.
///
/// The offset advances by the number of items received, not by the number asked for, so a server
/// that caps the limit loses nothing. The end is an empty page, or an earlier one when the server
/// says how many items there are.
///
/// ```swift
/// let source = OffsetSource(limit: 50) { offset, limit in
///   try await store.photos(skip: offset, take: limit)
/// }
/// ```
public struct OffsetSource<Item: Sendable>: PageSource {
  /// The offset: how many items came before.
  public typealias Cursor = Int

  private let limit: Int
  private let endRules: EndRules
  private let load: @concurrent @Sendable (Int, Int) async throws -> Batch<Item>

  /// Creates a source from a function that answers with items.
  ///
  /// - Parameters:
  ///   - limit: How many items to ask for when the feed does not say; at least 1.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  ///   - load: Takes the offset and the limit; runs off the feed.
  public init(
    limit: Int, endRules: EndRules = .standard,
    _ load: @escaping @concurrent @Sendable (_ offset: Int, _ limit: Int) async throws -> [Item]
  ) {
    self.init(limit: limit, endRules: endRules) { offset, limit -> Batch<Item> in
      Batch(try await load(offset, limit))
    }
  }

  /// Creates a source from a function that answers with items and what the server says of them.
  ///
  /// - Parameters:
  ///   - limit: How many items to ask for when the feed does not say; at least 1.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  ///   - load: Takes the offset and the limit; runs off the feed.
  public init(
    limit: Int, endRules: EndRules = .standard,
    _ load:
      @escaping @concurrent @Sendable (_ offset: Int, _ limit: Int) async throws -> Batch<
        Item
      >
  ) {
    precondition(limit >= 1, "limit is \(limit), must be 1 or more")
    self.limit = limit
    self.endRules = endRules.checked()
    self.load = load
  }

  /// Answers one request by calling the function with the offset.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page.
  /// - Throws: What the function throws, or ``FeedError`` for an offset below 0.
  @concurrent
  public func page(for request: PageRequest<Int>) async throws -> Page<Item, Int> {
    let offset = request.cursor ?? 0
    guard offset >= 0 else {
      throw FeedError(code: .invalidResumePoint, detail: "its offset lies before any list")
    }
    let size = request.size(or: limit) ?? limit
    let batch = try await load(offset, size)
    let next = try offset.adding(batch.items.count)
    let reason = endRules.endReason(
      batch, received: next, limit: size, isLowered: request.isLowered(from: limit))
    return Page(
      items: batch.items, next: reason == nil ? next : nil, totalCount: batch.totalCount,
      endReason: reason)
  }
}
