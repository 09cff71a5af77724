// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources), .timeLimit(.minutes(10)))
struct TransformedSourceTests {
  @Test("items are changed, left out, or both", arguments: Way.allCases)
  func transforms(way: Way) async {
    let source = Script.threePages()
    #expect(await walk(source.mapItems { "\($0)" }, way).items == ["1", "2", "3", "4", "5", "6"])
    #expect(await walk(source.filterItems { $0 % 2 == 0 }, way).items == [2, 4, 6])
    #expect(
      await walk(source.compactMapItems { $0 > 3 ? $0 * 10 : nil }, way).items == [40, 50, 60])
  }

  @Test(
    "I2 SP7: what a filter leaves of a cursor's pages changes neither cursors, order nor end",
    arguments: Way.allCases, 0...7)
  func cursors(way: Way, least: Int) async {
    let source = Script.threePages()
    let trace = await walk(source.filterItems { $0 >= least }, way)
    #expect(trace.items == (1...6).filter { $0 >= least })
    #expect(trace.pages.map(\.index) == [0, 1, 2])
    #expect(trace.pages.map(\.next) == ["a", "b", nil])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(await source.log.cursors == [nil, "a", "b"])
  }

  @Test("I2 N24: offsets count the items received, not those left over", arguments: Way.allCases)
  func offsets(way: Way) async {
    let shelf = Shelf(1...6)
    let source = OffsetSource(limit: 2) { shelf.rows(from: $0, $1) }
    let trace = await walk(source.filterItems { $0 == 5 }, way)
    #expect(trace.items == [5])
    #expect(trace.laneEnd == .emptyPage)
    #expect(shelf.places == [0, 2, 4, 6])
  }

  @Test(
    "I2 N24: page numbers and totals count what came, also if nothing of it is left",
    arguments: Way.allCases)
  func pageNumbers(way: Way) async {
    let shelf = Shelf(1...6)
    let source = PageNumberSource { number, _ in
      Batch(shelf.page(number, size: 2), totalCount: 6)
    }
    let trace = await walk(source.filterItems { _ in false }, way)
    #expect(trace.items.isEmpty)
    #expect(trace.pages.map(\.totalCount) == [6, 6, 6])
    #expect(trace.laneEnd == .totalReached)
    #expect(shelf.places == [1, 2, 3])
  }

  @Test("I2: a full page that a filter shortens is not a short one", arguments: Way.allCases)
  func shortPages(way: Way) async {
    let shelf = Shelf(1...5)
    let source = OffsetSource(limit: 2, endRules: .shortPage) { shelf.rows(from: $0, $1) }
    let trace = await walk(source.filterItems { $0 % 2 == 0 }, way)
    #expect(trace.items == [2, 4])
    #expect(trace.laneEnd == .shortPage)
    #expect(shelf.places == [0, 2, 4])
  }

  @Test("I2: keys are taken from the raw items", arguments: Way.allCases)
  func keys(way: Way) async {
    let asked = Notebook<Int?>()
    let source = KeysetSource(after: \Int.self, limit: 2) { last, limit in
      asked.note(last)
      return Array(((last ?? 0) + 1..<6).prefix(limit ?? 0))
    }
    let trace = await walk(source.mapItems { -$0 }.filterItems { $0 % 2 != 0 }, way)
    #expect(trace.items == [-1, -3, -5])
    #expect(asked.entries == [nil, 2, 4, 5])
  }

  @Test("I2: the flag, the promise and the guard see the raw page", arguments: Way.allCases)
  func flags(way: Way) async {
    let flagged = Script([nil: [.page([1], next: "a", hasNext: false)]]).filterItems { _ in false }
    #expect(await walk(flagged, way).laneEnd == .flag)
    let promised = Script([nil: [.page([1], hasNext: true)]]).filterItems { _ in false }
    #expect(await walk(promised, way).error?.code == .missingCursor)
    let circling = Script([nil: [.page([1], next: "a")], "a": [.page([1], next: "a")]])
    #expect(await walk(circling.mapItems { $0 + 1 }, way).error?.code == .cursorCycle)
  }

  @Test("I2: previous cursors and where a page stands pass through")
  func everythingElse() async throws {
    let page = Page<Int, String>(
      items: [1, 2], next: "n", previous: "p", totalCount: 7, hasNext: true, endReason: .stopRule)
    let source = ClosureSource<Int, String> { _ in page }
    let mapped = try await source.mapItems { "\($0)" }.page(for: PageRequest())
    #expect(mapped == page.withItems { $0.map { "\($0)" } })
    #expect(mapped.items == ["1", "2"])
    #expect(mapped.next == "n")
    #expect(mapped.previous == "p")
    #expect(mapped.totalCount == 7)
    #expect(mapped.hasNext == true)
    #expect(mapped.endReason == .stopRule)
  }

  @Test(
    "a transform that throws fails the attempt, and the page is asked again",
    arguments: Way.allCases)
  func throwing(way: Way) async {
    let source = Script.threePages()
    let seen = Notebook<Int>()
    let fragile = source.mapItems { item in
      if item == 3, seen.note(item) == 1 { throw Offline() }
      return item
    }
    let policy = RetryPolicy(backoff: .constant(.seconds(1)))
    let trace = await walk(fragile, way, FeedConfiguration(retry: policy), clock: SkippingClock())
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(await source.log.cursors == [nil, "a", "a", "b"])
  }
}
