// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a source is asked for: one page.
public struct PageRequest<Cursor: Hashable & Sendable>: Sendable, Hashable {
  /// Where to start; `nil` asks for the start of the data, and only for that.
  public var cursor: Cursor?

  /// Whether the page after or the page before the cursor is asked for.
  public var direction: PageDirection

  /// The most items the caller wants, or `nil` to leave it to the source.
  ///
  /// The answer may hold fewer or more.
  public var limit: Int?

  /// How many items the caller still wants in all, or `nil` for everything.
  ///
  /// A source whose pages do not depend on their size may ask for fewer at the end.
  public var remaining: Int?

  /// Which try at this page it is, from 1.
  public var attempt: Int

  /// The generation of the list that the page is meant for, from 0.
  public var generation: Int

  /// Creates a request; a feed does this for you.
  ///
  /// - Parameters:
  ///   - cursor: Where to start; `nil` for the start of the data.
  ///   - direction: Which way the list grows with the page.
  ///   - limit: The most items wanted, or `nil`.
  ///   - remaining: How many items are still wanted in all, or `nil`.
  ///   - attempt: Which try at this page it is, from 1.
  ///   - generation: The generation the page is meant for.
  @inlinable
  public init(
    cursor: Cursor? = nil, direction: PageDirection = .next, limit: Int? = nil,
    remaining: Int? = nil, attempt: Int = 1, generation: Int = 0
  ) {
    self.cursor = cursor
    self.direction = direction
    self.limit = limit
    self.remaining = remaining
    self.attempt = attempt
    self.generation = generation
  }
}

/// The way in which a list grows.
public enum PageDirection: Sendable, Hashable {
  /// Towards the end.
  case next

  /// Towards the beginning.
  case previous
}
