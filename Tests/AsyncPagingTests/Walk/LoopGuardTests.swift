// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.endOfData, .safety), .timeLimit(.minutes(10)))
struct LoopGuardTests {
  @Test(
    "F5 N28 JP26: a cycle of any length is found the moment it closes",
    arguments: Way.allCases, 1...50)
  func cycles(way: Way, length: Int) async {
    for tail in [0, 3] {
      let source = Self.lasso(tail: tail, cycle: length)
      let trace = await walk(source, way)
      #expect(trace.error?.code == .cursorCycle)
      #expect(trace.items == Array(0...(tail + length)))
      #expect(trace.laneEnd == nil)
      #expect(await source.log.count == 1 + tail + length)
    }
  }

  @Test(
    "F5: a cycle as long as what is remembered exactly is found the moment it closes",
    arguments: [1000, 4095, 4096])
  func longestExactCycle(length: Int) async {
    let trace = await walk(Self.closed(tail: 0, cycle: length), .unshared, upTo: 5000)
    #expect(trace.error?.code == .cursorCycle)
    #expect(trace.pages.count == 1 + length)
  }

  @Test(
    "F5 N28: a cycle longer than what is remembered is found before three times its way is gone",
    arguments: [
      (tail: 100, cycle: 4097), (100, 8193), (100, 12_000), (17_000, 8500), (33_000, 8500),
    ])
  func longCycles(shape: (tail: Int, cycle: Int)) async {
    let source = Self.closed(tail: shape.tail, cycle: shape.cycle)
    let trace = await walk(source, .unshared, upTo: 200_000)
    #expect(trace.error?.code == .cursorCycle)
    #expect(trace.pages.count <= 3 * (1 + shape.tail + shape.cycle))
  }

  @Test("F5 N28: the memory of the guard is bounded", arguments: Way.sequences)
  func memory(way: Way) async {
    let census = CursorCensus()
    let pageCount = 30_000
    let source = ClosureSource<Int, CountedToken> { request in
      let number = request.cursor?.value ?? 0
      let isLast = number == pageCount
      return Page(items: [], next: isLast ? nil : CountedToken(number + 1, census))
    }
    let pages: Int
    if way == .feed {
      pages = await Self.count(Feed(source, configuration: .streaming).pages)
    } else {
      pages = await Self.count(source.pages())
    }
    #expect(pages == pageCount + 1)
    #expect(census.peak < 10_000)
  }

  @Test(
    "F5 N27: a page that names its own cursor is delivered once, then the walk fails",
    arguments: Way.allCases)
  func ownCursor(way: Way) async {
    let source = Script([nil: [.page([1], next: "t")], "t": [.page([2], next: "t")]])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2])
    #expect(trace.error?.code == .cursorCycle)
    // Both tokens can be read from the last page: what it was asked with and what it names.
    #expect(trace.pages.last?.cursor == "t")
    #expect(trace.pages.last?.next == "t")
    #expect(await source.log.cursors == [nil, "t"])
  }

  @Test(
    "F5 X15 case 38: a page that points back to an earlier one is found, the pages are kept",
    arguments: Way.allCases)
  func earlierCursor(way: Way) async {
    let source = Script([
      nil: [.page([1], next: "A")], "A": [.page([2], next: "B")], "B": [.page([3], next: "A")],
    ])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3])
    #expect(trace.error?.code == .cursorCycle)
    #expect(await source.log.count == 3)
  }

  @Test("F5: asking again after a circle throws again and sends nothing")
  func asksAgain() async throws {
    let source = Script([nil: [.page([1], next: "t")], "t": [.page([2], next: "t")]])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    for _ in 0..<3 {
      #expect(
        await code { () async throws(FeedError) in try await feed.loadNext() } == .cursorCycle)
    }
    #expect(await feed.snapshot.next.error?.code == .cursorCycle)
    #expect(await feed.snapshot.items.count == 2)
    #expect(await source.log.count == 2)
  }

  @Test("F5: the guard belongs to the generation: a refreshed list may use the same cursors")
  func refresh() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    try await feed.refresh()
    #expect(try await feed.loadNext()?.items == [3, 4])
    #expect(try await feed.loadNext()?.items == [5, 6])
    #expect(try await feed.loadNext() == nil)
  }

  @Test("F5 N30 case 42: by option a repeated cursor is a normal end", arguments: Way.allCases)
  func ends(way: Way) async {
    let source = Self.tailing()
    var configuration = FeedConfiguration.once
    configuration.cycles = .ends
    let trace = await walk(source, way, configuration)
    #expect(trace.items == [1, 2, 3, 4, 5, 6, 7])
    #expect(trace.error == nil)
    #expect(trace.endReason == .repeatedCursor)
    #expect(trace.laneEnd == .repeatedCursor)
    #expect(await source.log.count == 4)
  }

  @Test(
    "F5 case 42: by default an empty page that gives back its cursor is a typed error",
    arguments: Way.allCases)
  func emptyPageWithItsCursor(way: Way) async {
    let source = Self.tailing()
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4, 5, 6, 7])
    #expect(trace.error?.code == .cursorCycle)
    #expect(await source.log.count == 4)
  }

  @Test(
    "F5 case 36: by option a cursor may be repeated while the server still searches",
    arguments: Way.allCases)
  func allowed(way: Way) async {
    let source = Self.searching()
    var configuration = FeedConfiguration.once
    configuration.cycles = .isAllowed
    configuration.emptyPageBudget = 3
    let trace = await walk(source, way, configuration)
    #expect(trace.items == [1, 2])
    #expect(trace.error == nil)
    #expect(trace.laneEnd == .noNextCursor)
    #expect(await source.log.cursors == [nil, "t", "t"])
  }

  @Test(
    "F5 case 36: by default a repeated cursor is a typed error, neither an end nor endless",
    arguments: Way.allCases)
  func notAllowed(way: Way) async {
    let source = Self.searching()
    let trace = await walk(source, way)
    #expect(trace.items == [1])
    #expect(trace.error?.code == .cursorCycle)
    #expect(trace.laneEnd == nil)
    #expect(await source.log.cursors == [nil, "t"])
  }

  @Test("F5 case 50: empty pages that repeat their cursor stop at once", arguments: Way.allCases)
  func emptyCircle(way: Way) async {
    let source = Script([nil: [.page([], next: "c")], "c": [.page([], next: "c")]])
    let trace = await walk(source, way)
    #expect(trace.error?.code == .cursorCycle)
    #expect(await source.log.count == 2)
  }

  @Test("F5 F6: where cursors may repeat, the budget of empty pages still stops a circle")
  func allowedCircleIsBounded() async throws {
    let source = Script([nil: [.page([], next: "c")], "c": [.page([], next: "c")]])
    var configuration = FeedConfiguration.once
    configuration.cycles = .isAllowed
    configuration.emptyPageBudget = 5
    let feed = Feed(source, configuration: configuration)
    #expect(await code { () async throws(FeedError) in try await feed.loadNext() } == .noProgress)
    #expect(await source.log.count == 5)
  }

  @Test(
    "F5 case 40: a page without a cursor ends the walk; the one before is not used again",
    arguments: Way.allCases)
  func staleCursor(way: Way) async {
    let source = Script([nil: [.page([1], next: "t")], "t": [.page([2])]])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(await source.log.cursors == [nil, "t"])
  }

  @Test(
    "F5: a walk that goes on from a resume point knows the point's cursor as used",
    arguments: Way.sequences)
  func resumed(way: Way) async {
    let source = Script(["a": [.page([1], next: "b")], "b": [.page([2], next: "a")]])
    let point = ResumePoint(cursor: "a", index: 4)
    let trace =
      way == .feed
      ? await collect(Feed(source).pages(after: point)) : await collect(source.pages(after: point))
    #expect(trace.items == [1, 2])
    #expect(trace.error?.code == .cursorCycle)
    #expect(await source.log.cursors == ["a", "b"])
  }

  // MARK: - Scripts

  /// Cursors that run along a tail and then round and round; page n holds the item n.
  private static func lasso(tail: Int, cycle: Int) -> ScriptedSource<Int, Int> {
    ScriptedSource { request, _ in
      let number = request.cursor ?? 0
      return .page([number], next: number == tail + cycle ? tail + 1 : number + 1)
    }
  }

  /// The same without a log.
  private static func closed(tail: Int, cycle: Int) -> ClosureSource<Int, Int> {
    ClosureSource { request in
      let number = request.cursor ?? 0
      return Page(items: [], next: number == tail + cycle ? tail + 1 : number + 1)
    }
  }

  /// A log that gives back its last cursor when nothing new is there.
  private static func tailing() -> Script {
    Script([
      nil: [.page([1, 2, 3], next: "c3")], "c3": [.page([4, 5, 6], next: "c6")],
      "c6": [.page([7], next: "c7")], "c7": [.page([], next: "c7")],
    ])
  }

  /// A server that answers an empty page with the same cursor while it searches.
  private static func searching() -> Script {
    Script([nil: [.page([1], next: "t")], "t": [.page([], next: "t"), .page([2])]])
  }

  private static func count<Pages, Element>(_ pages: Pages) async -> Int
  where Pages: AsyncSequence<Element, FeedError> {
    var count = 0
    do throws(FeedError) {
      for try await _ in pages { count += 1 }
    } catch {
      Issue.record(error)
    }
    return count
  }
}
