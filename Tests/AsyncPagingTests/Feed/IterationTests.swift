// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct IterationTests {
  @Test("E2: two iterators get every page once, in order, with one load a page")
  func twoIterators() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    async let first = collect(feed.pages)
    async let second = collect(feed.pages)
    let pages = try await [first, second]
    #expect(
      pages.map { $0.map(\.items) } == Array(repeating: [[1, 2], [3, 4], [5, 6]], count: 2))
    #expect(await source.log.count == 3)
  }

  @Test("E4: a prefetching iterator gets every page in order", arguments: [1, 2, 4, 10])
  func prefetching(count: Int) async throws {
    let source = Script.threePages()
    let feed = Feed(source, configuration: .streaming)
    #expect(
      try await collect(feed.pages(prefetching: count)).flatMap(\.items) == [1, 2, 3, 4, 5, 6])
    #expect(await source.log.count == 3)
  }

  @Test("the unshared walk yields the same pages")
  func walk() async throws {
    let source = Script.threePages()
    var items: [Int] = []
    for try await page in source.pages() { items += page.items }
    #expect(items == [1, 2, 3, 4, 5, 6])
  }

  @Test("D1 E6: a refresh swaps the list and supersedes the iterator")
  func refresh() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.index == 0)
    try await feed.refresh()
    #expect(await feed.snapshot.generation == 1)
    await #expect(throws: FeedError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("H1: updates begin with the current state and end when the feed is closed")
  func updates() async throws {
    let feed = Feed(Script.threePages())
    var iterator = feed.updates.makeAsyncIterator()
    #expect(await iterator.next()?.snapshot.items.isEmpty == true)
    _ = try await feed.loadNext()
    #expect(await iterator.next().map { Array($0.snapshot.items) } == [1, 2])
    await feed.close()
    #expect(await iterator.next()?.snapshot.isClosed == true)
    #expect(await iterator.next() == nil)
  }

  private func collect(
    _ pages: FeedPages<Int, String>
  ) async throws -> [Page<Int, String>] {
    var all: [Page<Int, String>] = []
    for try await page in pages { all.append(page) }
    return all
  }
}
