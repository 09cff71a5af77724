// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct WalkStreamTests {
  @Test("E1: a walk makes no request before the first next, then one for each page")
  func lazy() async throws {
    let source = Numbers.numbered(3)
    var iterator = source.pages().makeAsyncIterator()
    #expect(await source.log.count == 0)
    for page in 0..<3 {
      #expect(try await iterator.next()?.index == page)
      #expect(await source.log.count == page + 1)
    }
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
    #expect(await source.log.cursors == [nil, 1, 2])
  }

  @Test("E2: a walk yields the pages that a feed yields, with their places and ends")
  func sameAsFeed() async throws {
    let scripts: [[Int?: [ScriptStep<Int, Int>]]] = [
      [nil: [.page([])]],
      [nil: [.page([1], next: 1)], 1: [.page([], next: 2)], 2: [.page([3])]],
      [nil: [.page([1], next: 1, totalCount: 9)], 1: [.page([2], next: 2, hasNext: false)]],
    ]
    for script in scripts {
      #expect(
        try await elements(of: Numbers(script).pages())
          == elements(of: Feed(Numbers(script)).pages))
    }
  }

  @Test("E3 N57: leaving a walk after page k makes exactly k requests", arguments: 1...3)
  func leaving(pages: Int) async throws {
    let source = Numbers.numbered(5)
    var seen = 0
    for try await _ in source.pages() {
      seen += 1
      if seen == pages { break }
    }
    #expect(await source.log.count == pages)
  }

  @Test(
    "E5 E7 N74 N75: a failure ends a walk, and the last point goes on with the page that failed")
  func failing() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2], next: "b")],
      "b": [.page([3])],
    ])
    var iterator = source.pages(.once).makeAsyncIterator()
    let first = try #require(await iterator.next())
    let error = await #expect(throws: FeedError.self) { try await iterator.next() }
    #expect(error?.pageIndex == 1)
    #expect(error?.attempts == 1)
    #expect(try await iterator.next() == nil)
    #expect(try await elements(of: source.pages(after: first.resumePoint).items) == [2, 3])
    #expect(await source.log.cursors == [nil, "a", "a", "b"])
  }

  @Test("E6 case 74: a walk that is cancelled throws cancelled, never ends like a complete one")
  func cancelled() async throws {
    let gate = Gate()
    let source = Numbers.numbered(3, holding: [1], at: gate)
    let walk = Task { try await elements(of: source.pages()) }
    try await gate.arrivals(1)
    walk.cancel()
    #expect(await failure(of: walk) == .cancelled)
    #expect(await source.log.count == 2)
  }

  @Test(
    "N60: a server that gives more than was asked for loses nothing", arguments: [nil, 5] as [Int?])
  func moreThanAsked(limit: Int?) async throws {
    let source = Numbers(answering: { request, _ in
      #expect(request.limit == 2)
      return .numbered(request.cursor ?? 0, of: 3, count: 3)
    })
    let pages = source.pages(FeedConfiguration(limit: 2))
    if let limit {
      let cut = try await elements(of: pages.limit(items: limit))
      #expect(cut.flatMap(\.items) == Array(0..<limit))
      let point = try #require(cut.last?.resumePoint)
      let rest = source.pages(FeedConfiguration(limit: 2), after: point)
      #expect(try await elements(of: rest.items) == Array(limit..<9))
    } else {
      #expect(try await elements(of: pages.items) == Array(0..<9))
    }
  }

  @Test("N64: iterators of one walk value each start over, also from a resume point")
  func startingOver() async throws {
    let source = Numbers.numbered(4)
    let pages = source.pages(after: ResumePoint(cursor: 2, consumedCount: 1, index: 2))
    for _ in 0..<2 { #expect(try await elements(of: pages.items) == [5, 6, 7]) }
    #expect(await source.log.cursors == [2, 3, 2, 3])
    let feedPages = Feed(source).pages(after: ResumePoint(cursor: 2, consumedCount: 1, index: 2))
    for _ in 0..<2 { #expect(try await elements(of: feedPages.items) == [5, 6, 7]) }
  }

  @Test("E9: a walk keeps no page but the one in hand")
  func memory() async throws {
    let census = Census()
    var seen = 0
    for try await page in CountedPages(census: census, count: 20_000).pages() {
      #expect(page.items.count == 1)
      seen += 1
    }
    #expect(seen == 20_000)
    #expect(census.peak <= 3)
  }
}
