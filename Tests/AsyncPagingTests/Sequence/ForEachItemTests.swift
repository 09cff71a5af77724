// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct ForEachItemTests {
  private struct Enough: Error {}

  private static let script = Script([
    nil: [.page([], next: "a")], "a": [.page([1, 2], next: "b")], "b": [.page([], next: "c")],
    "c": [.page([3, 4, 5])],
  ])

  @Test("E9: each item comes once and in order, and empty pages end nothing")
  func order() async throws {
    var items: [Int] = []
    try await Feed(Self.script).forEachItem { items.append($0) }
    try await Feed(Self.script).pages(prefetching: 2).forEachItem { items.append($0) }
    try await Self.script.pages().forEachItem { items.append($0) }
    #expect(items == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
  }

  @Test("it keeps to a limit and to a resume point")
  func bounds() async throws {
    let feed = Feed(Numbers.numbered(5))
    var items: [Int] = []
    try await feed.pages.limit(items: 3).forEachItem { items.append($0) }
    #expect(items == [0, 1, 2])
    items = []
    try await feed.pages(after: ResumePoint(cursor: 3, consumedCount: 1, index: 3)).forEachItem {
      items.append($0)
    }
    #expect(items == [7, 8, 9])
  }

  @Test("what the closure throws ends the loop, and no page more is asked for")
  func failure() async throws {
    let source = Numbers.numbered(5)
    var items: [Int] = []
    await #expect(throws: Enough.self) {
      try await Feed(source).forEachItem { item in
        items.append(item)
        if item == 2 { throw Enough() }
      }
    }
    #expect(items == [0, 1, 2])
    #expect(await source.log.count == 2)
  }
}
