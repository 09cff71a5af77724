// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources, .endOfData), .timeLimit(.minutes(10)))
struct PageNumberSourceTests {
  @Test(
    "N23 case 141: the first request has exactly the number that was said, then one more each",
    arguments: Way.allCases, [0, 1, 10, -3])
  func firstNumber(way: Way, first: Int) async {
    let shelf = Shelf(1...5)
    let source = PageNumberSource(first: first) { number, _ in
      shelf.page(number, size: 2, first: first)
    }
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4, 5])
    #expect(shelf.places == [first, first + 1, first + 2, first + 3])
    #expect(trace.laneEnd == .emptyPage)
  }

  @Test("N23: pages are numbered from 1 unless said otherwise")
  func defaultNumber() async throws {
    let shelf = Shelf(1...4)
    let source = PageNumberSource { number, _ in shelf.page(number, size: 2) }
    let page = try await source.page(for: PageRequest())
    #expect(shelf.places == [1])
    #expect(page.next == CountedCursor(2, received: 2))
  }

  @Test("F3 N18 case 21: without a total an empty page is the end", arguments: Way.allCases)
  func emptyPage(way: Way) async {
    let shelf = Shelf(1...4)
    let trace = await walk(PageNumberSource { number, _ in shelf.page(number, size: 2) }, way)
    #expect(trace.items == [1, 2, 3, 4])
    #expect(trace.error == nil)
    #expect(trace.laneEnd == .emptyPage)
    #expect(shelf.places == [1, 2, 3])
  }

  @Test(
    "F3 F4 N19 case 21: a total ends with the page that reaches it, wherever the numbers begin",
    arguments: Way.allCases, [0, 1, 10])
  func total(way: Way, first: Int) async {
    let shelf = Shelf(1...4)
    let source = PageNumberSource(first: first) { number, _ in
      Batch(shelf.page(number, size: 2, first: first), totalCount: 4)
    }
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4])
    #expect(trace.pages.map(\.totalCount) == [4, 4])
    #expect(trace.laneEnd == .totalReached)
    #expect(shelf.places == [first, first + 1])
  }

  @Test(
    "F3 N19: a total of pages does the same, wherever the numbers begin",
    arguments: Way.allCases, [0, 1, 10])
  func totalPages(way: Way, first: Int) async {
    let shelf = Shelf(1...20)
    let source = PageNumberSource(first: first) { number, _ in
      Batch(shelf.page(number, size: 2, first: first), totalPages: 3)
    }
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(trace.laneEnd == .totalReached)
    #expect(shelf.places == [first, first + 1, first + 2])
  }

  @Test("F3: a list of which the total is nothing ends with its first page")
  func nothing() async {
    let source = PageNumberSource<Int> { _, _ in Batch([], totalCount: 0, totalPages: 0) }
    let trace = await walk(source, .calls)
    #expect(trace.pages.map(\.endReason) == [.totalReached])
  }

  @Test("F3: a short page ends only where that rule was chosen", arguments: Way.allCases)
  func shortPage(way: Way) async {
    func source(_ shelf: Shelf, _ rules: EndRules) -> PageNumberSource<Int> {
      PageNumberSource(limit: 2, endRules: rules) { number, _ in shelf.page(number, size: 2) }
    }
    let (patient, eager) = (Shelf(1...5), Shelf(1...5))
    #expect(await walk(source(patient, .standard), way).laneEnd == .emptyPage)
    #expect(patient.places == [1, 2, 3, 4])
    let trace = await walk(source(eager, [.shortPage, .emptyPage]), way)
    #expect(trace.items == [1, 2, 3, 4, 5])
    #expect(trace.laneEnd == .shortPage)
    #expect(eager.places == [1, 2, 3])
  }

  @Test(
    "case 21: a server's \"not found\" behind a full last page fails, unless the source reads it",
    arguments: Way.allCases)
  func notFound(way: Way) async {
    struct NotFound: RetryAdvising { let retryAdvice = RetryAdvice.never }
    let load: @Sendable (Int) throws -> [Int] = { number in
      guard number < 3 else { throw NotFound() }
      return [2 * number - 1, 2 * number]
    }
    let strict = await walk(PageNumberSource<Int> { number, _ in try load(number) }, way)
    #expect(strict.items == [1, 2, 3, 4])
    #expect(strict.error?.code == .sourceFailed)
    #expect(strict.error?.underlying is NotFound)
    #expect(strict.laneEnd == nil)
    let reading = PageNumberSource<Int> { number, _ in
      do { return try load(number) } catch is NotFound where number > 1 { return [] }
    }
    let trace = await walk(reading, way)
    #expect(trace.items == [1, 2, 3, 4])
    #expect(trace.error == nil)
    #expect(trace.laneEnd == .emptyPage)
  }

  @Test("case 25: an error behind the last page is an error, not tried again, and items stay")
  func errorBehindTheEnd() async throws {
    struct InvalidPageNumber: RetryAdvising { let retryAdvice = RetryAdvice.never }
    let numbers = Notebook<Int>()
    let feed = Feed(
      PageNumberSource<Int> { number, _ in
        guard numbers.note(number) == 1 else { throw InvalidPageNumber() }
        return [1]
      }, clock: ManualClock())
    _ = try await feed.loadNext()
    let error = await #expect(throws: FeedError.self) { try await feed.loadNext() }
    #expect(error?.code == .sourceFailed)
    let snapshot = await feed.snapshot
    #expect(snapshot.next.error?.underlying is InvalidPageNumber)
    #expect(!snapshot.isLoading)
    #expect(Array(snapshot.items) == [1])
    #expect(numbers.entries == [1, 2])
  }

  @Test(
    "a page's size is the same for every page: the source's own, or else the feed's",
    arguments: [
      (own: nil, asked: nil, size: nil), (10, nil, 10), (nil, 20, 20), (10, 20, 10),
    ] as [(own: Int?, asked: Int?, size: Int?)])
  func limits(own: Int?, asked: Int?, size: Int?) async throws {
    let sizes = Notebook<Int?>()
    let source = PageNumberSource<Int>(limit: own) { _, limit in
      sizes.note(limit)
      return []
    }
    _ = try await source.page(for: PageRequest(limit: asked, remaining: 3))
    #expect(sizes.entries == [size])
  }

  @Test("F9: what is still wanted does not change the size of a numbered page")
  func limitedItems() async {
    let shelf = Shelf(1...20)
    let source = PageNumberSource(limit: 3) { number, limit in
      shelf.page(number, size: 3, limit: limit)
    }
    #expect(await collect(source.pages().limit(items: 7)).items == Array(1...7))
    #expect(shelf.asks.entries == (1...3).map { Shelf.Ask(place: $0, limit: 3) })
  }

  @Test("F5: a server that ignores the number is not taken for a circle: the numbers differ")
  func ignoredNumber() async {
    let source = PageNumberSource<Int> { _, _ in [1, 2] }
    let trace = await collect(source.pages().limit(pages: 10))
    #expect(trace.pages.count == 10)
    #expect(trace.error == nil)
  }
}
