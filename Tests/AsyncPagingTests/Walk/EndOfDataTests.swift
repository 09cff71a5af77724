// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.endOfData), .timeLimit(.minutes(10)))
struct EndOfDataTests {
  @Test(
    "F1 F4: every end has its reason, on the last page and on the lane, without a further request",
    arguments: Way.allCases, Ending.allCases)
  func reasons(way: Way, ending: Ending) async {
    let outcome = await ending.walk(way)
    #expect(outcome.page == ending.reason)
    #expect(outcome.lane == ending.reason)
    #expect(outcome.items == ending.items)
    #expect(outcome.calls == ending.calls)
  }

  @Test("F1 F9: a limit is a reason, too, and carried by the last page", arguments: Way.sequences)
  func limit(way: Way) async {
    let source = Script.threePages()
    let trace =
      way == .feed
      ? await collect(Feed(source).pages.limit(pages: 2))
      : await collect(source.pages().limit(pages: 2))
    #expect(trace.pages.map(\.endReason) == [nil, .limit])
  }

  @Test("F4: the caller that gets the last page finds the lane ended")
  func knownOnArrival() async throws {
    let feed = Feed(Script.threePages())
    _ = try await feed.loadNext()
    #expect(await feed.snapshot.endReason == nil)
    _ = try await feed.loadNext()
    #expect(await feed.snapshot.endReason == nil)
    let last = try await feed.loadNext()
    #expect(last?.isLast == true)
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .noNextCursor)
  }

  @Test("F4: an end that the very first page says is known with it", arguments: Way.allCases)
  func firstPageIsLast(way: Way) async {
    let source = Script([nil: [.page([1], next: "a", hasNext: false)]])
    let trace = await walk(source, way)
    #expect(trace.pages.map(\.endReason) == [.flag])
    #expect(trace.laneEnd == .flag)
    #expect(await source.log.count == 1)
  }

  @Test(
    "F2 X18 N15 N17: a short or empty page with a cursor is not the end, a full one without is",
    arguments: Way.allCases)
  func shortPages(way: Way) async {
    let source = Script([
      nil: [.page([1], next: "a")],
      "a": [.page([], next: "b")],
      "b": [.page([2, 3], next: "c")],
      "c": [.page([4, 5, 6])],
    ])
    var configuration = FeedConfiguration.once
    configuration.limit = 3
    let trace = await walk(source, way, configuration)
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(trace.pages.map(\.endReason) == [nil, nil, nil, .noNextCursor])
    #expect(await source.log.cursors == [nil, "a", "b", "c"])
  }

  @Test(
    "F7 N2 N5 N6 case 29 case 33: a single page without a cursor is delivered, and one request is made",
    arguments: Way.allCases)
  func singlePage(way: Way) async {
    let source = Script([nil: [.page([1, 2, 3])]])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(trace.error == nil)
    #expect(await source.log.cursors == [nil])
  }

  @Test(
    "N1: the first request has no cursor, each further one that of the page before",
    arguments: Way.allCases)
  func tokens(way: Way) async {
    let source = Script.threePages()
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(trace.pages.map(\.cursor) == [nil, "a", "b"])
    #expect(trace.pages.map(\.index) == [0, 1, 2])
    #expect(await source.log.cursors == [nil, "a", "b"])
  }

  @Test("N3: what the caller asked for goes with every request, unchanged", arguments: Way.allCases)
  func arguments(way: Way) async {
    let source = Script.threePages()
    var configuration = FeedConfiguration.once
    configuration.limit = 7
    _ = await walk(source, way, configuration)
    let requests = await source.log.requests
    #expect(requests.map(\.limit) == [7, 7, 7])
    #expect(requests.map(\.direction) == [.next, .next, .next])
  }

  @Test("N4 case 31 case 34: an empty string is no cursor, and never sent", arguments: Way.allCases)
  func emptyString(way: Way) async {
    let source = Script([nil: [.page([1], next: "")]])
    let trace = await walk(source, way)
    #expect(trace.items == [1])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(await source.log.cursors == [nil])
  }

  @Test(
    "an empty string is a cursor like any other where the configuration says so",
    arguments: Way.allCases)
  func emptyStringAsCursor(way: Way) async {
    let source = Script([nil: [.page([1], next: "")], "": [.page([2])]])
    var configuration = FeedConfiguration.once
    configuration.emptyCursor = .isCursor
    let trace = await walk(source, way, configuration)
    #expect(trace.items == [1, 2])
    #expect(await source.log.cursors == [nil, ""])
  }

  @Test("N7: a cursor that is the number 0 is sent, not taken for the end", arguments: Way.allCases)
  func zero(way: Way) async {
    let source = ScriptedSource<Int, Int>([nil: [.page([1], next: 0)], 0: [.page([2])]])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2])
    #expect(await source.log.cursors == [nil, 0])
  }

  @Test("N11: the server's own \"no more\" beside a cursor is the end", arguments: Way.allCases)
  func flag(way: Way) async {
    let source = Script([
      nil: [.page([1], next: "a", hasNext: true)], "a": [.page([2], next: "b", hasNext: false)],
    ])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2])
    #expect(trace.laneEnd == .flag)
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test(
    "F7 N12 case 23: more without a cursor is an error after the page, never a second start",
    arguments: Way.allCases, [nil, ""])
  func missingCursor(way: Way, next: String?) async {
    let source = Script([nil: [.page([1], next: next, hasNext: true)]])
    let trace = await walk(source, way)
    #expect(trace.items == [1])
    #expect(trace.error?.code == .missingCursor)
    #expect(trace.laneEnd == nil)
    #expect(await source.log.cursors == [nil])
  }

  @Test("F7 case 23: asking again for a page without a cursor sends nothing")
  func missingCursorAgain() async throws {
    let source = Script([nil: [.page([1], hasNext: true)]])
    let feed = Feed(source)
    #expect(try await feed.loadNext()?.items == [1])
    for _ in 0..<3 {
      #expect(
        await code { () async throws(FeedError) in try await feed.loadNext() } == .missingCursor)
    }
    #expect(await feed.snapshot.next.error?.code == .missingCursor)
    #expect(await source.log.count == 1)
  }

  @Test(
    "case 27: a total that shrinks never ends a cursor source and is only passed on",
    arguments: Way.allCases)
  func shrinkingTotal(way: Way) async {
    let source = Script([
      nil: [.page([1, 2], next: "a", totalCount: 5)],
      "a": [.page([3, 4], next: "b", totalCount: 3)],
      "b": [.page([5], totalCount: 1)],
    ])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4, 5])
    #expect(trace.pages.map(\.totalCount) == [5, 3, 1])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(await source.log.count == 3)
  }

  @Test(
    "F7 FL3 JP23 case 19 case 33: after the end every call answers nil at once, without a request")
  func afterTheEnd() async throws {
    let source = Script([nil: [.page([1, 2])]])
    let feed = Feed(source)
    #expect(try await feed.loadNext()?.items == [1, 2])
    for _ in 0..<10 { #expect(try await feed.loadNext() == nil) }
    let snapshot = await feed.snapshot
    #expect(snapshot.endReason == .noNextCursor)
    #expect(!snapshot.isLoading)
    #expect(await source.log.cursors == [nil])
  }
}

/// One script for each reason by which a source's data can end.
enum Ending: String, CaseIterable, Sendable {
  case noNextCursor, emptyPage, shortPage, totalReached, flag, stopRule, repeatedCursor

  typealias Outcome = (page: EndReason?, lane: EndReason?, items: [Int], calls: Int)

  var reason: EndReason {
    switch self {
    case .noNextCursor: .noNextCursor
    case .emptyPage: .emptyPage
    case .shortPage: .shortPage
    case .totalReached: .totalReached
    case .flag: .flag
    case .stopRule: .stopRule
    case .repeatedCursor: .repeatedCursor
    }
  }

  var items: [Int] { self == .stopRule ? [1, 2, 3] : [1, 2, 3, 4] }

  /// How many requests are needed: only an empty page has to be seen.
  var calls: Int { self == .emptyPage ? 3 : 2 }

  func walk(_ way: Way) async -> Outcome {
    let shelf = Shelf(1...4)
    switch self {
    case .noNextCursor: return await walk(script(.page([3, 4])), way)
    case .flag: return await walk(script(.page([3, 4], next: "b", hasNext: false)), way)
    case .repeatedCursor: return await walk(script(.page([3, 4], next: "a")), way)
    case .stopRule:
      let source = script(.page([3, 4], next: "b"))
      return outcome(
        await AsyncPagingTests.walk(source.stopping { $0 >= 4 }, way), calls: await source.log.count
      )
    case .emptyPage:
      return await walk(OffsetSource(limit: 2) { shelf.rows(from: $0, $1) }, shelf, way)
    case .shortPage:
      let source = OffsetSource(limit: 3, endRules: .shortPage) { shelf.rows(from: $0, $1) }
      return await walk(source, shelf, way)
    case .totalReached:
      let source = PageNumberSource { number, _ in
        Batch(shelf.page(number, size: 2), totalCount: 4)
      }
      return await walk(source, shelf, way)
    }
  }

  private func script(_ last: Step) -> Script {
    Script([nil: [.page([1, 2], next: "a")], "a": [last]])
  }

  private func walk(_ source: Script, _ way: Way) async -> Outcome {
    var configuration = FeedConfiguration.once
    if self == .repeatedCursor { configuration.cycles = .ends }
    let trace = await AsyncPagingTests.walk(source, way, configuration)
    return outcome(trace, calls: await source.log.count)
  }

  private func walk(
    _ source: some PageSource<Int, some Hashable & Sendable>, _ shelf: Shelf, _ way: Way
  ) async -> Outcome {
    outcome(await AsyncPagingTests.walk(source, way), calls: shelf.asks.count)
  }

  private func outcome<Cursor>(_ trace: Trace<Int, Cursor>, calls: Int) -> Outcome {
    (trace.endReason, trace.laneEnd, trace.items, calls)
  }
}
