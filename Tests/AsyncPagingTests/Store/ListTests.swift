// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct ListTests {
  @Test("a list of items is a random-access collection over uneven and empty pages")
  func collection() async throws {
    let source = Numbers([
      nil: [.page([], next: 1)], 1: [.page([0, 1, 2], next: 2)], 2: [.page([], next: 3)],
      3: [.page([], next: 4)], 4: [.page([3], next: 5)], 5: [.page([4, 5], next: 6)],
      6: [.page([])],
    ])
    let feed = Feed(source)
    _ = try await elements(of: feed.pages)
    let items = await feed.snapshot.items
    #expect(items.count == 6)
    #expect(Array(items) == [0, 1, 2, 3, 4, 5])
    #expect(items.indices.map { items[$0] } == [0, 1, 2, 3, 4, 5])
    #expect(items.reversed() == [5, 4, 3, 2, 1, 0])
    #expect(items.first == 0)
    #expect(items.last == 5)
    #expect(Array(items[2..<5]) == [2, 3, 4])
    #expect(items.firstIndex(of: 4) == 4)
    let pages = await feed.snapshot.pages
    #expect(pages.map(\.items) == [[], [0, 1, 2], [], [], [3], [4, 5], []])
    #expect(pages.last?.isLast == true)
    #expect(pages[4].items == [3])
  }

  @Test("empty lists are empty")
  func empty() async throws {
    let snapshot = await Feed(Numbers.numbered(1)).snapshot
    #expect(snapshot.items.isEmpty)
    #expect(snapshot.items.first == nil)
    #expect(snapshot.pages.isEmpty)
    #expect(Array(snapshot.items) == [])
  }

  @Test("a picture never changes, whatever the feed does afterwards")
  func unchanging() async throws {
    let feed = Feed(Numbers.numbered(9), configuration: FeedConfiguration(retention: .pages(2)))
    for _ in 0..<3 { _ = try await feed.loadNext() }
    let picture = await feed.snapshot
    for _ in 0..<4 { _ = try await feed.loadNext() }
    try await feed.refresh()
    await feed.reset()
    await feed.close()
    #expect(Array(picture.items) == [2, 3, 4, 5])
    #expect(picture.pages.map(\.index) == [1, 2])
    #expect(picture.itemCount == 6)
    #expect(picture.generation == 0)
    #expect(!picture.isClosed)
  }

  @Test("J5: a position outside of a list traps")
  func outside() async {
    await #expect(processExitsWith: .failure) {
      _ = await Feed(Numbers.numbered(1)).snapshot.items[0]
    }
    await #expect(processExitsWith: .failure) {
      _ = await Feed(Numbers.numbered(1)).snapshot.pages[0]
    }
  }
}
