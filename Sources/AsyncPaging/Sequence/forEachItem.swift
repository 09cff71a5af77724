// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// Calls a closure with each item of the feed, from the start of its list.
  ///
  /// See ``FeedPages/forEachItem(isolation:_:)``.
  ///
  /// - Parameters:
  ///   - actor: The isolation of the caller, where the closure runs.
  ///   - body: Takes an item; what it throws ends the loop.
  /// - Throws: ``FeedError`` as the loop over ``FeedPages/items`` does, and what `body` throws.
  @inlinable
  public func forEachItem(
    isolation actor: isolated (any Actor)? = #isolation, _ body: (Item) throws -> Void
  ) async throws {
    try await pages.forEachItem(isolation: actor, body)
  }
}

extension FeedPages {
  /// Calls a closure with each item of these pages.
  ///
  /// It is the loop over these pages and the loop over each page's items in one, for a body that
  /// does not wait. It can suspend once a page instead of once an item, so an item costs about what
  /// one of an array does, also on an actor. As with a page in hand, that the list was replaced or
  /// the task cancelled is noticed at the end of the page. Empty pages count as in ``items``.
  ///
  /// ```swift
  /// var sum = 0
  /// try await feed.pages.forEachItem { sum += $0.amount }
  /// ```
  ///
  /// - Parameters:
  ///   - actor: The isolation of the caller, where the closure runs.
  ///   - body: Takes an item; what it throws ends the loop.
  /// - Throws: ``FeedError`` as the loop over ``items`` does, and what `body` throws.
  @inlinable
  public func forEachItem(
    isolation actor: isolated (any Actor)? = #isolation, _ body: (Item) throws -> Void
  ) async throws {
    var iterator = makeAsyncIterator()
    var emptyPages = EmptyPages(budget: emptyPageBudget)
    while let page = try await iterator.next(isolation: actor) {
      try emptyPages.pass(page)
      try forEach(in: page.items, body)
      try iterator.forEachLoadedItem(&emptyPages, body)
    }
  }
}

extension FeedPages.Iterator {
  /// Calls a closure with the items of the pages that are there.
  ///
  /// It goes from page to page as ``next(isolation:)`` does where that need not wait.
  @inlinable @inline(never)
  mutating func forEachLoadedItem(
    _ emptyPages: inout EmptyPages, _ body: (Item) throws -> Void
  ) throws {
    while let held = reader.nextLoaded() {
      let loaded = LoadedPage<Item, Cursor>.typed(held)
      try emptyPages.pass(loaded.page)
      try forEach(in: loaded.page.items, body)
    }
  }
}

extension SourcePages {
  /// Calls a closure with each item of these pages.
  ///
  /// For a body that does not wait: see ``FeedPages/forEachItem(isolation:_:)``.
  ///
  /// - Parameters:
  ///   - actor: The isolation of the caller, where the closure runs.
  ///   - body: Takes an item; what it throws ends the loop.
  /// - Throws: ``FeedError`` as the loop over ``items`` does, and what `body` throws.
  @inlinable
  public func forEachItem(
    isolation actor: isolated (any Actor)? = #isolation, _ body: (Source.Item) throws -> Void
  ) async throws {
    var iterator = makeAsyncIterator()
    var emptyPages = EmptyPages(budget: settings.value.emptyPageBudget)
    while let page = try await iterator.next(isolation: actor) {
      try emptyPages.pass(page)
      try forEach(in: page.items, body)
    }
  }
}

/// Calls a closure with the items of a page.
///
/// It stays a function of its own: inside of an async one its variables would live in memory.
@inlinable @inline(never)
func forEach<Item>(in items: [Item], _ body: (Item) throws -> Void) throws {
  // A slice has a span on every system that the package is for, an array on newer ones only.
  let items = items[...]
  let span = items.span
  for index in span.indices { try body(span[index]) }
}
