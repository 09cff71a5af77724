// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// The items of loaded pages, one by one.
  static let items = [
    Benchmark(
      "items/for-await", "for try await item in feed.items, all loaded",
      against: "nested loops over the same arrays"
    ) { scale in
      let count = scale.pick(10_000, check: 4_000)
      let feed = try await loadedFeed(count)
      let pages = await feed.snapshot.pages.map(\.items)
      return Contest { meter in
        try await meter.checkItems(pages: count) { try await sum(of: feed) }
      } reference: { meter in
        try await meter.checkNestedLoops(pages)
      }
    },
    Benchmark(
      "items/for-each", "feed.forEachItem, all loaded", against: "nested loops over the same arrays"
    ) { scale in
      let count = scale.pick(10_000, check: 4_000)
      let feed = try await loadedFeed(count)
      let pages = await feed.snapshot.pages.map(\.items)
      return Contest { meter in
        try await meter.checkItems(pages: count) { try await sumOfEach(of: feed) }
      } reference: { meter in
        try await meter.checkNestedLoops(pages)
      }
    },
    Benchmark(
      "items/from-an-actor", "for try await item in feed.items on an actor, all loaded",
      against: "nested loops over the same arrays"
    ) { scale in
      let count = scale.pick(10_000, check: 4_000)
      let feed = try await loadedFeed(count)
      let pages = await feed.snapshot.pages.map(\.items)
      let reader = Reader()
      return Contest { meter in
        try await meter.checkItems(pages: count) { try await reader.sum(of: feed) }
      } reference: { meter in
        try await meter.checkNestedLoops(pages)
      }
    },
  ]

  /// A feed with every page loaded.
  private static func loadedFeed(_ count: Int) async throws -> Feed<Int, Int> {
    let feed = Feed(
      CursorSource { (cursor: Int?, _) in
        let cursor = cursor ?? 0
        return (page(cursor), Answers.next(after: cursor, of: count))
      })
    var items = 0
    for try await page in feed.pages { items += page.items.count }
    try expect(items, count * pageSize, "the items")
    return feed
  }
}

private let pageSize = 100

/// The items of a page; here every page has others, as those of a server have.
private func page(_ number: Int) -> [Int] {
  Array(number * pageSize..<(number + 1) * pageSize)
}

extension Meter {
  /// Measures the way through items, and makes sure that none was lost.
  fileprivate mutating func checkItems(
    pages count: Int, _ body: () async throws -> Int
  ) async throws {
    let itemCount = count * pageSize
    let sum = try await time(itemCount, body)
    try expect(sum, itemCount * (itemCount - 1) / 2, "the sum of the items")
  }

  /// Measures two loops, one inside the other.
  fileprivate mutating func checkNestedLoops(_ pages: [[Int]]) async throws {
    try await checkItems(pages: pages.count) { sum(of: pages) }
  }
}

/// Adds up all items as a function of nobody's isolation does.
@inline(never) @concurrent
private func sum(of feed: Feed<Int, Int>) async throws -> Int {
  var sum = 0
  for try await item in feed.items { sum &+= item }
  return sum
}

/// Adds up all items without a suspension between them.
@inline(never) @concurrent
private func sumOfEach(of feed: Feed<Int, Int>) async throws -> Int {
  var sum = 0
  try await feed.forEachItem { sum &+= $0 }
  return sum
}

/// Adds up all items on an actor, where the compiler checks the executor at each suspension point.
private actor Reader {
  func sum(of feed: Feed<Int, Int>) async throws -> Int {
    var sum = 0
    for try await item in feed.items { sum &+= item }
    return sum
  }
}

/// Adds up all items.
@inline(never)
private func sum(of pages: [[Int]]) -> Int {
  var sum = 0
  for page in pages {
    for item in page { sum &+= item }
  }
  return sum
}
