// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Pages that are read one after another from a picture.
@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct ReplayTests {
  private let expected = Array(0..<200)

  @Test(
    "E2 E8: a copy made anywhere in a replay goes its own way to the end",
    arguments: [Retention.all, .pages(40), .none], [0, 1, 7])
  func copies(retention: Retention, ahead: Int) async throws {
    let feed = Feed(
      Numbers.numbered(100), configuration: FeedConfiguration(retention: retention))
    _ = try await elements(of: feed.pages)
    for taken in [0, 1, 31, 32, 33, 61, 64, 99, 100] {
      var one = feed.pages(prefetching: ahead).makeAsyncIterator()
      for _ in 0..<taken { _ = try await one.next() }
      var other = one
      var (first, second): ([Int], [Int]) = ([], [])
      while let page = try await one.next() { first += page.items }
      while let page = try await other.next() { second += page.items }
      #expect(first == Array(expected.dropFirst(2 * taken)))
      #expect(second == first)
    }
  }

  @Test(
    "E8: behind a replay the page that was dropped meanwhile is loaded again", arguments: [1, 2, 5])
  func droppedBehind(taken: Int) async throws {
    let source = Numbers.numbered(30)
    let feed = Feed(source, configuration: FeedConfiguration(retention: .pages(10)))
    for _ in 0..<10 { _ = try await feed.loadNext() }
    var iterator = feed.pages.makeAsyncIterator()
    var items: [Int] = []
    for _ in 0..<taken { items += try await iterator.next()?.items ?? [] }
    for _ in 10..<30 { _ = try await feed.loadNext() }
    while let page = try await iterator.next() { items += page.items }
    #expect(items == Array(0..<60))
    #expect(await source.log.cursors.dropFirst(30) == [10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  }

  @Test(
    "E6: within a replay it is seen at once that the list was replaced, closed, or nobody reads")
  func interrupted() async throws {
    for ending in [FeedError.Code.superseded, .closed, .cancelled] {
      let feed = Feed(Numbers.numbered(40))
      _ = try await elements(of: feed.pages)
      let code = await Task {
        await outcome(of: {
          var iterator = feed.pages.makeAsyncIterator()
          for _ in 0..<5 { _ = try await iterator.next() }
          switch ending {
          case .superseded: await feed.reset()
          case .closed: await feed.close()
          default: unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
          }
          return try await iterator.next()
        }).failure?.code
      }.value
      #expect(code == ending)
    }
  }

  @Test("E4: a replay that reads ahead is heard of before it has used up what is there")
  func readsAhead() async throws {
    let source = Numbers.numbered(30)
    let feed = Feed(source)
    for _ in 0..<8 { _ = try await feed.loadNext() }
    var iterator = feed.pages(prefetching: 7).makeAsyncIterator()
    for _ in 0..<6 { _ = try await iterator.next() }
    try await source.log.calls(9)
  }

  @Test("E7 K2: from the point of any page of a replay the rest comes, limited or not")
  func points() async throws {
    let feed = Feed(Numbers.numbered(70), configuration: FeedConfiguration(retention: .pages(50)))
    for page in try await elements(of: feed.pages) {
      let rest = try await elements(of: feed.pages(after: page.resumePoint).items)
      #expect(rest == Array(page.index * 2 + 2..<140))
      let inside = page.resumePoint(consuming: 1)
      let limited = try await elements(of: feed.pages(after: inside).limit(items: 70).items)
      #expect(limited == Array((page.index * 2 + 1..<140).prefix(70)))
    }
  }
}
