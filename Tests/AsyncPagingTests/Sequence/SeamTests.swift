// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Pages that begin inside of an answer, because the page before them was the last one once.
@Suite(.tags(.resuming, .endOfData), .timeLimit(.minutes(10)))
struct SeamTests {
  private static func grown(_ configuration: FeedConfiguration = .once) async throws -> Feed<
    Int, String
  > {
    let feed = Feed(
      Script([
        nil: [.page([1], next: "a")], "a": [.page([2, 3]), .page([2, 3, 4], next: "b")],
        "b": [.page([5, 6, 7], next: "c")], "c": [.page([8])],
      ]), configuration: configuration)
    while try await feed.loadNext() != nil {}
    _ = try await feed.checkForMore()
    return feed
  }

  @Test("K2 F8: going on at the start of a page that was grown loses nothing of the next one")
  func resumingAtSeam() async throws {
    let feed = try await Self.grown()
    let page = try #require(await feed.snapshot.pages.last)
    #expect(page.items == [4])
    #expect(
      try await elements(of: feed.pages(after: page.resumePoint(consuming: 0)).items)
        == [4, 5, 6, 7, 8])
  }

  @Test("F1 F8: once a list has grown, only its last page says that it is the last one")
  func formerEnd() async throws {
    let feed = try await Self.grown()
    #expect(await feed.snapshot.pages.map(\.isLast) == [false, false, false])
    while try await feed.loadNext() != nil {}
    let last = [false, false, false, false, true]
    #expect(await feed.snapshot.pages.map(\.isLast) == last)
    #expect(try await elements(of: feed.pages).map(\.isLast) == last)
    #expect(try await elements(of: feed.pages(prefetching: 2)).map(\.isLast) == last)
  }

  @Test(
    "E5 E6 F8: a failed look behind the end is nothing to iterators: that was all",
    arguments: [0, 2])
  func failedLook(ahead: Int) async throws {
    let source = Script([nil: [.page([1]), .failure(Offline()), .page([1, 2])]])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    var early = feed.pages(prefetching: ahead).makeAsyncIterator()
    #expect(try await early.next()?.items == [1])
    #expect(
      await code { () throws(FeedError) in try await feed.checkForMore() } == .retriesExhausted)
    #expect(try await early.next() == nil)
    #expect(try await elements(of: feed.items) == [1])
    #expect(await source.log.count == 2)
    #expect(try await feed.checkForMore()?.items == [2])
  }

  /// A server that goes in circles until it is asked once more.
  private static func circling(items: [Int]) -> Script {
    Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b")],
      "b": [.page(items, next: "a"), .page(items + [4], next: "c")], "c": [.page([5])],
    ])
  }

  @Test(
    "E8 F5 F8: a list that went on behind a cycle is read again as it stands",
    arguments: [Retention.all, .pages(1), .none], [[3], []])
  func behindCycle(retention: Retention, items: [Int]) async throws {
    let feed = Feed(
      Self.circling(items: items),
      configuration: FeedConfiguration(retry: .never, retention: retention))
    let first = await collect(feed.pages)
    #expect(first.error?.code == .cursorCycle)
    #expect(try await feed.checkForMore()?.items == [4])
    #expect(try await elements(of: feed.items) == [1, 2] + items + [4, 5])
    #expect(try await elements(of: feed.items) == [1, 2] + items + [4, 5])
  }

  @Test(
    "E8 F5 K2: a page that closes a cycle does so when it is loaded again",
    arguments: [Retention.all, .none])
  func cycleLoadedAgain(retention: Retention) async throws {
    let feed = Feed(
      Script([
        nil: [.page([1], next: "a")], "a": [.page([2], next: "b")], "b": [.page([3], next: "a")],
      ]),
      configuration: FeedConfiguration(retry: .never, retention: retention))
    let first = await collect(feed.pages)
    let second = await collect(feed.pages)
    #expect(second.pages == first.pages)
    #expect(second.pages.map(\.resumePoint) == first.pages.map(\.resumePoint))
    #expect(second.error?.code == .cursorCycle)
  }

  @Test("K2 F9: a limit behind a resume point counts from the point on", arguments: 0...12)
  func limitBehindPoint(consumed: Int) async throws {
    let shelf = Shelf(0..<40)
    let source = OffsetSource(limit: 20) { Batch(shelf.rows(from: $0, $1)) }
    let pages = source.pages(after: ResumePoint(cursor: 0, consumedCount: consumed))
    #expect(
      try await elements(of: pages.limit(items: 5).items) == Array(consumed..<consumed + 5))
    #expect(shelf.places == [0])
    #expect(
      try await elements(of: pages.limit(items: .max).items) == Array(consumed..<40))
  }
}
