// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources, .endOfData), .timeLimit(.minutes(10)))
struct OffsetSourceTests {
  @Test("F3 N18: without a total an empty page is the end", arguments: Way.allCases)
  func emptyPage(way: Way) async {
    let shelf = Shelf(1...4)
    let trace = await walk(OffsetSource(limit: 2) { shelf.rows(from: $0, $1) }, way)
    #expect(trace.items == [1, 2, 3, 4])
    #expect(trace.laneEnd == .emptyPage)
    #expect(shelf.asks.entries == [0, 2, 4].map { Shelf.Ask(place: $0, limit: 2) })
  }

  @Test("N7: offset 0 is asked first, and is no end")
  func zero() async throws {
    let shelf = Shelf(1...4)
    let source = OffsetSource(limit: 2) { shelf.rows(from: $0, $1) }
    _ = try await source.page(for: PageRequest())
    _ = try await source.page(for: PageRequest(cursor: 0))
    #expect(shelf.places == [0, 0])
  }

  @Test(
    "F3 N25 case 143: offsets go by the items received: a server that caps the limit loses nothing",
    arguments: Way.allCases, 1...6)
  func cappedLimit(way: Way, cap: Int) async {
    let shelf = Shelf(1...12)
    let trace = await walk(OffsetSource(limit: 5) { shelf.rows(from: $0, $1, cap: cap) }, way)
    #expect(trace.items == Array(1...12))
    #expect(trace.laneEnd == .emptyPage)
    #expect(shelf.places == Array(stride(from: 0, to: 12, by: min(cap, 5))) + [12])
  }

  @Test(
    "F3 F4 N25 case 143: with a total a capped server ends exactly there", arguments: Way.allCases)
  func cappedLimitWithTotal(way: Way) async {
    let shelf = Shelf(1...120)
    let source = OffsetSource(limit: 100) {
      Batch(shelf.rows(from: $0, $1, cap: 50), totalCount: 120)
    }
    let trace = await walk(source, way)
    #expect(trace.items == Array(1...120))
    #expect(trace.laneEnd == .totalReached)
    #expect(shelf.places == [0, 50, 100])
  }

  @Test(
    "case 147: a page size that the server reports is not what the offset goes by",
    arguments: Way.allCases)
  func reportedSize(way: Way) async {
    let shelf = Shelf(1...80)
    let source = OffsetSource(limit: 100) {
      Batch(shelf.rows(from: $0, $1, cap: 50), totalCount: 80, pageSize: 50)
    }
    let trace = await walk(source, way)
    #expect(trace.items == Array(1...80))
    #expect(shelf.places == [0, 50])
  }

  @Test("F3: a short page ends only where that rule was chosen", arguments: Way.allCases)
  func shortPage(way: Way) async {
    let (patient, eager) = (Shelf(1...5), Shelf(1...5))
    let standard = OffsetSource(limit: 2) { patient.rows(from: $0, $1) }
    #expect(await walk(standard, way).laneEnd == .emptyPage)
    #expect(patient.places == [0, 2, 4, 5])
    let short = OffsetSource(limit: 2, endRules: .shortPage) { eager.rows(from: $0, $1) }
    #expect(await walk(short, way).laneEnd == .shortPage)
    #expect(eager.places == [0, 2, 4])
  }

  @Test(
    "the feed's limit outweighs the source's own, and what is still wanted outweighs both",
    arguments: [
      (asked: nil, remaining: nil, size: 10), (20, nil, 20), (nil, 3, 3), (20, 3, 3), (nil, 30, 10),
      (nil, 0, 1),
    ] as [(asked: Int?, remaining: Int?, size: Int)])
  func limits(asked: Int?, remaining: Int?, size: Int) async throws {
    let shelf = Shelf([])
    let source = OffsetSource(limit: 10) { shelf.rows(from: $0, $1) }
    _ = try await source.page(for: PageRequest(cursor: 7, limit: asked, remaining: remaining))
    #expect(shelf.asks.entries == [Shelf.Ask(place: 7, limit: size)])
  }

  @Test("F9: with a limit the last request asks only for what is still wanted, and none is lost")
  func remainder() async {
    let shelf = Shelf(1...20)
    let source = OffsetSource(limit: 3, endRules: .shortPage) { shelf.rows(from: $0, $1) }
    let trace = await collect(source.pages().limit(items: 7))
    #expect(trace.items == Array(1...7))
    #expect(trace.endReason == .limit)
    #expect(shelf.asks.entries.map(\.limit) == [3, 3, 1])
    let rest = await collect(source.pages(after: trace.pages.last?.resumePoint))
    #expect(rest.items == Array(8...20))
  }

  @Test("F5: where an empty page ends nothing, the offset that stands still is a circle")
  func standsStill() async {
    let shelf = Shelf(1...2)
    let source = OffsetSource(limit: 2, endRules: .total) { shelf.rows(from: $0, $1) }
    let trace = await walk(source, .calls)
    #expect(trace.items == [1, 2])
    #expect(trace.error?.code == .cursorCycle)
    #expect(shelf.places == [0, 2])
  }

  @Test("case 105: a row deleted behind the feed's back shifts what follows: one row is skipped")
  func drift() async throws {
    // The offset counts what was received; only edits of the list itself could correct it.
    let shelf = Shelf(1...5)
    let feed = Feed(OffsetSource(limit: 2) { shelf.rows(from: $0, $1) })
    _ = try await feed.loadNext()
    shelf.change { $0.removeFirst() }
    while try await feed.loadNext() != nil {}
    #expect(Array(await feed.snapshot.items) == [1, 2, 4, 5])
    #expect(shelf.places == [0, 2, 4])
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .emptyPage)
  }

  @Test("case 105: a row inserted behind the feed's back comes twice, and nothing stops")
  func driftByInsertion() async throws {
    let shelf = Shelf(1...4)
    let feed = Feed(OffsetSource(limit: 2) { shelf.rows(from: $0, $1) })
    _ = try await feed.loadNext()
    shelf.change { $0.insert(0, at: 0) }
    while try await feed.loadNext() != nil {}
    #expect(Array(await feed.snapshot.items) == [1, 2, 2, 3, 4])
  }
}
