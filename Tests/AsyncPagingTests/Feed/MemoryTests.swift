// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct MemoryTests {
  /// How many pages stream through; the gate asks for a million with `STREAMED_PAGES`.
  ///
  /// What is shown, that the number of living pages does not grow, shows after fewer.
  private static let pageCount =
    ProcessInfo.processInfo.environment["STREAMED_PAGES"].flatMap { Int($0) } ?? 50_000

  /// Pages on their way: one arrives, one is in hand, and tasks that have delivered a page may not
  /// have come to their ends yet.
  private static let slack = 64

  @Test("E8: very many pages go through a feed that keeps none, a few of them alive at a time")
  func streaming() async throws {
    let census = Census()
    let feed = Feed(
      CountedPages(census: census, count: Self.pageCount), configuration: .streaming)
    var seen = 0
    for try await page in feed.pages {
      guard page.items.first?.number == seen else { break }
      seen += 1
    }
    #expect(seen == Self.pageCount)
    #expect(census.peak <= Self.slack)
    #expect(await feed.snapshot.pageCount == Self.pageCount)
  }

  @Test("E8 E4: with read-ahead k there are about k pages alive", arguments: [1, 4, 16])
  func readingAhead(ahead: Int) async throws {
    let census = Census()
    let feed = Feed(CountedPages(census: census, count: 2000), configuration: .streaming)
    var seen = 0
    for try await _ in feed.pages(prefetching: ahead) { seen += 1 }
    #expect(seen == 2000)
    // Those ahead, as many behind in the picture that the iterator reads from, and one arriving.
    #expect(census.peak <= 2 * ahead + Self.slack)
  }

  @Test(
    "E8: with retention n there are n pages alive besides those on their way",
    arguments: [1, 10, 100])
  func window(count: Int) async throws {
    let census = Census()
    let feed = Feed(
      CountedPages(census: census, count: 3000),
      configuration: FeedConfiguration(retention: .pages(count)))
    for try await _ in feed.pages {}
    #expect(census.peak <= count + Self.slack)
    #expect(await feed.snapshot.items.count == count)
  }

  @Test("TQ27: once a page is delivered and dropped, no copy of it stays alive")
  func noCopy() async throws {
    let (ends, arrivals) = AsyncStream.makeStream(of: AsyncStream<Never>.self)
    let feed = Feed<Sentinel, Int>(configuration: .streaming) { request in
      let number = request.cursor ?? 0
      let (sentinel, end) = Sentinel.make()
      arrivals.yield(end)
      return Page(items: [sentinel], next: number < 2 ? number + 1 : nil)
    }
    for page in 0..<3 { #expect(try await feed.loadNext()?.index == page) }
    arrivals.finish()
    for await end in ends { await end.wait() }
    #expect(await feed.snapshot.pageCount == 3)
  }

  @Test("C10: a feed that keeps very many pages is dropped without using up the stack")
  func largeFeed() async throws {
    let count = Self.pageCount / 5
    let (sentinel, end) = Sentinel.make()
    var feed: Feed? = Feed(
      WatchedSource(base: CountedPages(census: Census(), count: count), sentinel: sentinel))
    if let feed { for try await _ in feed.pages {} }
    #expect(await feed?.snapshot.pages.count == count)
    feed = nil
    _ = consume sentinel
    await end.wait()
  }
}
