// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.endOfData), .timeLimit(.minutes(10)))
struct LimitTests {
  @Test(
    "F9: a limit of items cuts the page in which it lies, and no page follows",
    arguments: Way.sequences, 1...9)
  func items(way: Way, limit: Int) async {
    let source = Self.threes(9)
    let trace = await Self.walk(source, way, items: limit)
    #expect(trace.items == Array(1...limit))
    #expect(trace.error == nil)
    #expect(await source.log.count == (limit + 2) / 3)
    #expect(trace.endReason == (limit == 9 ? .noNextCursor : .limit))
    #expect(trace.pages.dropLast().allSatisfy { !$0.isLast })
  }

  @Test(
    "F9: a limit on the border of a page makes no request for the one behind it",
    arguments: Way.sequences)
  func border(way: Way) async {
    let source = Self.threes(9)
    let trace = await Self.walk(source, way, items: 6)
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(trace.endReason == .limit)
    #expect(trace.pages.last?.next == 6)
    #expect(await source.log.count == 2)
  }

  @Test("F9: a limit beyond the data ends with the data", arguments: Way.sequences)
  func beyond(way: Way) async {
    let source = Self.threes(9)
    let trace = await Self.walk(source, way, items: 100, pages: 50)
    #expect(trace.items == Array(1...9))
    #expect(trace.endReason == .noNextCursor)
  }

  @Test("F9: a limit of nothing makes no request", arguments: Way.sequences)
  func zero(way: Way) async {
    let source = Self.threes(9)
    #expect(await Self.walk(source, way, items: 0).pages.isEmpty)
    #expect(await Self.walk(source, way, pages: 0).pages.isEmpty)
    #expect(await source.log.count == 0)
  }

  @Test("F9: a limit of pages yields exactly as many", arguments: Way.sequences, 1...3)
  func pages(way: Way, limit: Int) async {
    let source = Self.threes(9)
    let trace = await Self.walk(source, way, pages: limit)
    #expect(trace.pages.count == limit)
    #expect(trace.endReason == (limit == 3 ? .noNextCursor : .limit))
    #expect(await source.log.count == limit)
  }

  @Test("F9: of several limits the tightest counts", arguments: Way.sequences)
  func tightest(way: Way) async {
    let source = Self.threes(9)
    #expect(await Self.walk(source, way, items: 7, pages: 2).items.count == 6)
    #expect(await Self.walk(source, way, items: 4, pages: 2).items.count == 4)
    let trace =
      way == .feed
      ? await collect(Feed(source).pages.limit(items: 4).limit(items: 7))
      : await collect(source.pages().limit(items: 4).limit(items: 7))
    #expect(trace.items.count == 4)
  }

  @Test(
    "F9: a walk that was limited goes on exactly behind its last item",
    arguments: Way.sequences, 1...9)
  func resumes(way: Way, limit: Int) async throws {
    let source = Self.threes(9)
    let feed = Feed(source)
    let last = try #require(await Self.walk(source, way, on: feed, items: limit).pages.last)
    let rest =
      way == .feed
      ? await collect(feed.pages(after: last.resumePoint))
      : await collect(source.pages(after: last.resumePoint))
    #expect(rest.error == nil)
    #expect(rest.items == Array((limit + 1)..<10))
  }

  @Test("F9: a limited walk over a feed that keeps no pages goes on exactly, too", arguments: 1...9)
  func resumesWithoutPages(limit: Int) async throws {
    let feed = Feed(Self.threes(9), configuration: .streaming)
    let last = try #require(await collect(feed.pages.limit(items: limit)).pages.last)
    let rest = await collect(feed.pages(after: last.resumePoint))
    #expect(rest.error == nil)
    #expect(rest.items == Array((limit + 1)..<10))
  }

  @Test("F9: reading ahead asks for nothing behind a limit of pages", arguments: [1, 2, 5])
  func readAhead(ahead: Int) async throws {
    let observer = RecordingObserver()
    let source = Self.threes(30)
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    var iterator = feed.pages(prefetching: ahead).limit(pages: 2).makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1, 2, 3])
    // Where a page lands the feed decides in the same turn what to load next.
    _ = await state(of: feed) { $0.pageCount >= 2 }
    #expect(try await iterator.next()?.items == [4, 5, 6])
    #expect(try await iterator.next() == nil)
    try await feed.refresh()
    try await observer.events(1) {
      if case .loaded(let load, _) = $0 { load.generation == 1 } else { false }
    }
    let started = try await observer.heard().compactMap { event -> Int? in
      guard case .attemptStarted(let load, _) = event, load.generation == 0 else { return nil }
      return load.pageIndex
    }
    #expect(started == [0, 1])
  }

  @Test("F9: a limit counts from where a walk goes on, inside of a page", arguments: Way.sequences)
  func limitsAgain(way: Way) async throws {
    let source = Self.threes(9)
    let feed = Feed(source)
    let last = try #require(await Self.walk(source, way, on: feed, items: 4).pages.last)
    let again =
      way == .feed
      ? await collect(feed.pages(after: last.resumePoint).limit(items: 4))
      : await collect(source.pages(after: last.resumePoint).limit(items: 4))
    #expect(again.items == [5, 6, 7, 8])
    let point = try #require(again.pages.last).resumePoint
    let rest =
      way == .feed
      ? await collect(feed.pages(after: point)) : await collect(source.pages(after: point))
    #expect(rest.items == [9])
  }

  @Test("F9: after the limit next() answers nil again and again, without a request")
  func afterTheLimit() async throws {
    let source = Self.threes(9)
    var shared = Feed(source).pages.limit(items: 2).makeAsyncIterator()
    var unshared = source.pages().limit(items: 2).makeAsyncIterator()
    _ = try await shared.next()
    _ = try await unshared.next()
    for _ in 0..<3 {
      #expect(try await shared.next() == nil)
      #expect(try await unshared.next() == nil)
    }
    #expect(await source.log.count == 2)
  }

  @Test("F9: limited pages give limited items", arguments: Way.sequences)
  func limitedItems(way: Way) async throws {
    let source = Self.threes(9)
    var items: [Int] = []
    if way == .feed {
      for try await item in Feed(source).pages.limit(items: 4).items { items.append(item) }
    } else {
      for try await item in source.pages().limit(items: 4).items { items.append(item) }
    }
    #expect(items == [1, 2, 3, 4])
    #expect(await source.log.count == 2)
  }

  @Test("F9: empty pages count as pages and not as items", arguments: Way.sequences)
  func emptyPages(way: Way) async {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([], next: 1)], 1: [.page([1, 2], next: 2)], 2: [.page([3], next: 3)],
    ])
    #expect(await Self.walk(source, way, items: 2).pages.count == 2)
    #expect(await Self.walk(source, way, pages: 2).items == [1, 2])
  }

  @Test("F9: the limit of one iterator is not that of the feed")
  func ofOneIterator() async {
    let source = Self.threes(9)
    let feed = Feed(source)
    #expect(await collect(feed.pages.limit(items: 4)).items.count == 4)
    #expect(await feed.snapshot.itemCount == 6)
    #expect(await feed.snapshot.endReason == nil)
    #expect(await collect(feed.pages).items.count == 9)
    #expect(await source.log.count == 3)
  }

  @Test("F9: an unshared walk says how many items are still wanted")
  func remaining() async {
    let source = Self.threes(9)
    _ = await collect(source.pages().limit(items: 7))
    #expect(await source.log.requests.map(\.remaining) == [7, 4, 1])
  }

  @Test("N14: a hard maximum is the end, whatever the server promises", arguments: Way.sequences)
  func hardMaximum(way: Way) async {
    let source = ScriptedSource<Int, Int> { request, _ in
      .page([request.cursor ?? 0], next: (request.cursor ?? 0) + 1, hasNext: true)
    }
    let trace = await Self.walk(source, way, pages: 5)
    #expect(trace.items == [0, 1, 2, 3, 4])
    #expect(trace.endReason == .limit)
    #expect(await source.log.count == 5)
  }

  @Test(
    "N21: at most n pages are exactly n pages, whatever the number of the first",
    arguments: Way.sequences, [0, 1, 10])
  func pageNumbers(way: Way, first: Int) async {
    let shelf = Shelf(1...20)
    let source = PageNumberSource(first: first) { number, _ in
      shelf.page(number, size: 2, first: first)
    }
    let trace =
      way == .feed
      ? await collect(Feed(source).pages.limit(pages: 3))
      : await collect(source.pages().limit(pages: 3))
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(shelf.places == [first, first + 1, first + 2])
  }

  // MARK: - Helpers

  /// The numbers from 1, three a page; the cursor is the number of items before.
  private static func threes(_ count: Int) -> ScriptedSource<Int, Int> {
    ScriptedSource { request, _ in
      let before = request.cursor ?? 0
      let end = min(before + 3, count)
      return .page(Array((before + 1)..<(end + 1)), next: end < count ? end : nil)
    }
  }

  private static func walk(
    _ source: ScriptedSource<Int, Int>, _ way: Way, on feed: Feed<Int, Int>? = nil,
    items: Int? = nil, pages: Int? = nil
  ) async -> Trace<Int, Int> {
    if way == .feed {
      var sequence = (feed ?? Feed(source)).pages
      if let items { sequence = sequence.limit(items: items) }
      if let pages { sequence = sequence.limit(pages: pages) }
      return await collect(sequence)
    }
    var sequence = source.pages()
    if let items { sequence = sequence.limit(items: items) }
    if let pages { sequence = sequence.limit(pages: pages) }
    return await collect(sequence)
  }
}
