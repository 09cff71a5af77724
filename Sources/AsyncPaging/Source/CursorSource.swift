// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source for servers that hand out a cursor with each page.
///
/// The end is a missing next cursor and nothing else: an empty page with a cursor is not the end,
/// nor is a short one. One expression makes it from any async function:
///
/// ```swift
/// let source = CursorSource { cursor, limit in
///   let answer = try await client.messages(after: cursor, limit: limit)
///   return (answer.messages, answer.nextCursor)
/// }
/// ```
public struct CursorSource<Item: Sendable, Cursor: Hashable & Sendable>: PageSource {
  private let limit: Int?
  private let load: @concurrent @Sendable (Cursor?, Int?) async throws -> Page<Item, Cursor>

  /// Creates a source from a function that answers with items and the next cursor.
  ///
  /// - Parameters:
  ///   - limit: How many items to ask for when the feed does not say; at least 1. Default: none.
  ///   - load: Takes the cursor (`nil` at the start) and the limit; runs off the feed.
  public init(
    limit: Int? = nil,
    _ load:
      @escaping @concurrent @Sendable (_ cursor: Cursor?, _ limit: Int?) async throws -> (
        items: [Item], next: Cursor?
      )
  ) {
    self.init(limit: limit) { cursor, limit -> Page<Item, Cursor> in
      let answer = try await load(cursor, limit)
      return Page(items: answer.items, next: answer.next)
    }
  }

  /// Creates a source from a function that answers with a page: for totals, flags and previous
  /// cursors.
  ///
  /// - Parameters:
  ///   - limit: How many items to ask for when the feed does not say; at least 1. Default: none.
  ///   - load: Takes the cursor (`nil` at the start) and the limit; runs off the feed.
  public init(
    limit: Int? = nil,
    _ load:
      @escaping @concurrent @Sendable (_ cursor: Cursor?, _ limit: Int?) async throws ->
      Page<Item, Cursor>
  ) {
    self.limit = checkedLimit(limit)
    self.load = load
  }

  /// Answers one request by calling the function.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page.
  /// - Throws: What the function throws.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    try await load(request.cursor, request.size(or: limit))
  }
}

/// Traps on a limit that asks for nothing.
func checkedLimit(_ limit: Int?) -> Int? {
  if let limit { precondition(limit >= 1, "limit is \(limit), must be 1 or more") }
  return limit
}

extension PageRequest {
  /// How many items to ask for: the limit, and at the end only what is still wanted.
  func size(or standard: Int?) -> Int? {
    guard let size = limit ?? standard else { return nil }
    return max(1, min(size, remaining ?? size))
  }

  /// Whether fewer items are asked for than usual, because no more are wanted.
  func isLowered(from standard: Int?) -> Bool {
    guard let remaining, let size = limit ?? standard else { return false }
    return remaining < size
  }
}
