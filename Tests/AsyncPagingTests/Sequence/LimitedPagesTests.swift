// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams, .endOfData), .timeLimit(.minutes(10)))
struct LimitedPagesTests {
  /// The pages of a feed and of a walk without one obey the same limits.
  enum Walk: CaseIterable { case feed, source }

  private func walk(
    _ walk: Walk, _ source: Numbers, items: Int? = nil, pages: Int? = nil,
    after point: ResumePoint<Int>? = nil
  ) async throws -> [Page<Int, Int>] {
    switch walk {
    case .feed:
      let feed = Feed(source)
      var all = point.map { feed.pages(after: $0) } ?? feed.pages
      if let items { all = all.limit(items: items) }
      if let pages { all = all.limit(pages: pages) }
      return try await elements(of: all)
    case .source:
      var all = source.pages(after: point)
      if let items { all = all.limit(items: items) }
      if let pages { all = all.limit(pages: pages) }
      return try await elements(of: all)
    }
  }

  @Test(
    "F9 N51: a limit inside a page gives that many items, no further request, and a point inside",
    arguments: Walk.allCases)
  func insideAPage(kind: Walk) async throws {
    let source = Numbers.numbered(4, of: 3)
    let pages = try await walk(kind, source, items: 4)
    #expect(pages.map(\.items) == [[0, 1, 2], [3]])
    #expect(pages.last?.endReason == .limit)
    #expect(await source.log.count == 2)
    #expect(pages.last?.resumePoint == ResumePoint(cursor: 1, consumedCount: 1, index: 1))
  }

  @Test(
    "F9 N52: a limit on a page's end makes no extra request and gives the point of the next page",
    arguments: Walk.allCases)
  func onABoundary(kind: Walk) async throws {
    let source = Numbers.numbered(4, of: 3)
    let pages = try await walk(kind, source, items: 6)
    #expect(pages.map(\.items) == [[0, 1, 2], [3, 4, 5]])
    #expect(await source.log.count == 2)
    #expect(pages.last?.resumePoint == ResumePoint(cursor: 2, index: 2))
  }

  @Test(
    "F9 N53: a limit beyond the data gives all of it, and a point at the end",
    arguments: Walk.allCases, [12, 13, 1000])
  func beyondTheEnd(kind: Walk, items: Int) async throws {
    let source = Numbers.numbered(4, of: 3)
    let pages = try await walk(kind, source, items: items)
    #expect(pages.flatMap(\.items) == Array(0..<12))
    #expect(pages.last?.endReason == .noNextCursor)
    #expect(pages.last?.resumePoint.isAtEnd == true)
    #expect(await source.log.count == 4)
  }

  @Test("F9 N54: a limit of 0 gives nothing and makes no request", arguments: Walk.allCases)
  func nothing(kind: Walk) async throws {
    let source = Numbers.numbered(4)
    #expect(try await walk(kind, source, items: 0).isEmpty)
    #expect(try await walk(kind, source, pages: 0).isEmpty)
    #expect(try await walk(kind, source, items: 5, pages: 0).isEmpty)
    #expect(await source.log.count == 0)
  }

  @Test("F9: a limit of pages stops there", arguments: Walk.allCases, 1...5)
  func pages(kind: Walk, count: Int) async throws {
    let source = Numbers.numbered(4, of: 3)
    let pages = try await walk(kind, source, pages: count)
    #expect(pages.map(\.index) == Array(0..<min(4, count)))
    #expect(pages.last?.endReason == (count < 4 ? .limit : .noNextCursor))
    #expect(await source.log.count == min(4, count))
  }

  @Test("F9: after its limit an iterator gives nil again and again", arguments: [0, 1, 3])
  func finished(items: Int) async throws {
    let source = Numbers.numbered(4, of: 3)
    var shared = Feed(source).pages.limit(items: items).makeAsyncIterator()
    var own = source.pages().limit(items: items).makeAsyncIterator()
    while try await shared.next() != nil {}
    while try await own.next() != nil {}
    let count = await source.log.count
    #expect(try await shared.next() == nil)
    #expect(try await own.next() == nil)
    #expect(await source.log.count == count)
  }

  @Test("F9: a limit of items counts items, however many pages are empty", arguments: Walk.allCases)
  func emptyPages(kind: Walk) async throws {
    let source = Numbers([
      nil: [.page([], next: 1)], 1: [.page([7], next: 2)], 2: [.page([], next: 3)],
      3: [.page([8, 9], next: 4)],
    ])
    let pages = try await walk(kind, source, items: 2)
    #expect(pages.map(\.items) == [[], [7], [], [8]])
    #expect(await source.log.count == 4)
  }

  @Test(
    "N70 K2: a resumed walk with a limit stops there, and its point counts both cuts",
    arguments: Walk.allCases, 1...6)
  func resumedWithLimit(kind: Walk, step: Int) async throws {
    var seen: [Int] = []
    var point: ResumePoint<Int>?
    while point?.isAtEnd != true {
      let source = Numbers.numbered(4, of: 3)
      let pages = try await walk(kind, source, items: step, after: point)
      let items = pages.flatMap(\.items)
      seen += items
      point = pages.last?.resumePoint
      if items.isEmpty { break }
    }
    #expect(seen == Array(0..<12))
  }

  @Test("N56: the last request asks for no more than what is still wanted")
  func remainder() async throws {
    let asked = Log()
    let source = OffsetSource<Int>(limit: 4) { offset, limit in
      await asked.add(limit)
      return Array(offset..<offset + limit)
    }
    #expect(try await elements(of: source.pages().limit(items: 10).items) == Array(0..<10))
    #expect(await asked.limits == [4, 4, 2])
  }

  @Test("F9: a limit makes no difference to the feed or to other iterators")
  func others() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    #expect(try await elements(of: feed.pages.limit(items: 3).items) == [0, 1, 2])
    #expect(await Array(feed.snapshot.items) == [0, 1, 2, 3])
    #expect(await feed.snapshot.next.endReason == nil)
    #expect(try await elements(of: feed.items) == Array(0..<6))
  }
}

private actor Log {
  private(set) var limits: [Int] = []

  func add(_ limit: Int) { limits.append(limit) }
}
