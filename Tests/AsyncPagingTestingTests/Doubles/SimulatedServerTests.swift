// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SimulatedServerTests {
  /// A style in which a server is asked, and the ids that a walk sees.
  enum Style: String, CaseIterable, Sendable {
    case page
    case offset
    case keyset
    case cursor

    func ids(of server: SimulatedServer, between: (Int) -> Void = { _ in }) async throws -> [[Int]]
    {
      let pages =
        switch self {
        case .page: try await pages(of: server.pageSource(), between: between)
        case .offset: try await pages(of: server.offsetSource(), between: between)
        case .keyset: try await pages(of: server.keysetSource(), between: between)
        case .cursor: try await pages(of: server.cursorSource(), between: between)
        }
      return pages.map { $0.map(\.id) }.filter { !$0.isEmpty }
    }

    /// Whether a place is remembered by an item, and not by a number that shifts.
    var isAnchored: Bool { self == .keyset || self == .cursor }
  }

  @Test("each style serves the whole data in pages", arguments: Style.allCases)
  func wholeData(style: Style) async throws {
    let server = SimulatedServer(itemCount: 7, pageSize: 3)
    #expect(try await style.ids(of: server) == [[0, 1, 2], [3, 4, 5], [6]])
    #expect(server.calls.count == (style == .cursor ? 3 : 4))
    #expect(server.highestConcurrency == 1)
  }

  @Test(
    "an insertion at the front repeats an item where positions are counted, and none elsewhere",
    arguments: Style.allCases)
  func insertion(style: Style) async throws {
    let server = SimulatedServer(itemCount: 6, pageSize: 3)
    let ids = try await style.ids(of: server) { if $0 == 1 { server.apply(.insert(at: 0)) } }
    #expect(ids == (style.isAnchored ? [[0, 1, 2], [3, 4, 5]] : [[0, 1, 2], [2, 3, 4], [5]]))
    #expect(server.items.map(\.id) == [6, 0, 1, 2, 3, 4, 5])
  }

  @Test(
    "a deletion loses an item where positions are counted; anchors stand although their item goes",
    arguments: Style.allCases)
  func deletion(style: Style) async throws {
    let server = SimulatedServer(itemCount: 6, pageSize: 3)
    server.schedule(.delete(at: 2), afterAnswer: 1)
    let ids = try await style.ids(of: server)
    #expect(ids == (style.isAnchored ? [[0, 1, 2], [3, 4, 5]] : [[0, 1, 2], [4, 5]]))
  }

  @Test("a new version writes everything anew, and is seen from the next answer on")
  func versions() async throws {
    let server = SimulatedServer(itemCount: 4, pageSize: 2)
    server.schedule(.publish, afterAnswer: 1)
    let versions = try await pages(of: server.offsetSource()).map { $0.map(\.version) }
    #expect(versions == [[0, 0], [1, 1], []])
    #expect(server.version == 1)
  }

  @Test("a cursor can expire with its version; one that was never handed out is unknown")
  func expiry() async throws {
    let server = SimulatedServer(itemCount: 4, pageSize: 2, expiresCursors: true)
    let source = server.cursorSource()
    let next = try await source.page(for: PageRequest()).next
    #expect(try await source.page(for: PageRequest(cursor: next)).items.map(\.id) == [2, 3])
    server.apply(.publish)
    for cursor in [next, "nonsense", "1.99"] {
      await #expect(throws: SimulatedServer.UnknownCursor.self) {
        try await source.page(for: PageRequest(cursor: cursor))
      }
    }
  }

  @Test("a total ends the counting styles without a request for an empty page")
  func total() async throws {
    let server = SimulatedServer(itemCount: 4, pageSize: 2, announcesTotal: true)
    #expect(try await Style.offset.ids(of: server) == [[0, 1], [2, 3]])
    #expect(server.calls == [.offset(0), .offset(2)])
    #expect(server.callCount(of: .offset(2)) == 1)
    #expect(try await server.cursorSource().page(for: PageRequest()).totalCount == 4)
  }

  @Test("by seed, the same calls fail, and in another order as well")
  func seeds() async {
    func failures(seed: UInt64, order: [Int]) async -> Set<Int> {
      let server = SimulatedServer(
        itemCount: 80, pageSize: 2, conditions: .seeded(seed, failing: 0.3))
      var failures: Set<Int> = []
      for offset in order {
        do {
          _ = try await server.offsetSource().page(for: PageRequest(cursor: offset))
        } catch {
          failures.insert(offset)
        }
      }
      return failures
    }
    let offsets = Array(0..<40)
    let first = await failures(seed: 7, order: offsets)
    #expect(await failures(seed: 7, order: offsets.reversed()) == first)
    #expect(await failures(seed: 8, order: offsets) != first)
    #expect((4...20).contains(first.count), "\(first.count) of 40")
  }

  @Test("by seed, the data changes, and answers take their time on the clock")
  func seededChangesAndLatency() async throws {
    let clock = ManualClock()
    let server = SimulatedServer(
      itemCount: 2, pageSize: 5,
      conditions: .seeded(
        1, changing: 1, changes: [.insert(at: 0)], latency: .seconds(2) ... .seconds(2),
        clock: clock))
    async let page = server.cursorSource().page(for: PageRequest())
    #expect(try await clock.nextSleep() == .seconds(2))
    await clock.advance(by: .seconds(2))
    #expect(try await page.items.map(\.id) == [2, 0, 1])
  }

  @Test("calls that run at once are counted, and a failing server is asked again by a feed")
  func concurrency() async throws {
    let clock = ManualClock()
    let server = SimulatedServer(
      itemCount: 4, pageSize: 2,
      conditions: .seeded(1, latency: .seconds(1) ... .seconds(1), clock: clock))
    async let first = server.offsetSource().page(for: PageRequest())
    async let second = server.offsetSource().page(for: PageRequest(cursor: 2))
    try await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    _ = try await (first, second)
    #expect(server.highestConcurrency == 2)
  }

  @Test("in a simulation, failures, changes and late answers are explored like the schedule")
  func simulation() async {
    let outcomes = Orders()
    let report = await explore(.exhaustive(.preemptions(1))) { simulation in
      let server = SimulatedServer(
        itemCount: 2, pageSize: 1,
        conditions: .chosen(by: simulation, failing: true, changes: [.publish]))
      let feed = Feed(
        server.cursorSource(),
        configuration: FeedConfiguration(retry: .never, executor: simulation))
      simulation.spawn("load") { _ = try? await feed.loadNext() }
      simulation.spawn("load again") { _ = try? await feed.loadNext() }
      simulation.expectReleased(feed, "the feed")
      simulation.atEnd { outcomes.insert(await feed.snapshot.items.map(\.version)) }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
    #expect(
      outcomes.all.isSuperset(of: [[], [0], [1], [0, 0], [0, 1], [1, 1]]), "\(outcomes.all)")
  }

  @Test("a request for more than a page gets a page, and one for less gets less")
  func limits() async throws {
    let server = SimulatedServer(itemCount: 9, pageSize: 3)
    for (limit, count) in [(1, 1), (3, 3), (5, 3)] {
      let request = PageRequest<String>(limit: limit)
      #expect(try await server.cursorSource().page(for: request).items.count == count)
    }
  }

  @Test("an insertion at an index below zero is one at the front, also of nothing")
  func insertionBeforeTheFront() {
    let server = SimulatedServer(itemCount: 0)
    server.apply(.insert(at: -1))
    server.apply(.insert(at: -1))
    server.apply(.delete(at: -1))
    #expect(server.items.map(\.id) == [1, 0])
  }

  @Test(
    "a cursor that only looks like one is unknown", arguments: ["0..1", ".0.1", "0.01", "+0.1"])
  func forgedCursor(cursor: String) async {
    let source = SimulatedServer(itemCount: 4, pageSize: 2).cursorSource()
    await #expect(throws: SimulatedServer.UnknownCursor.self) {
      try await source.page(for: PageRequest(cursor: cursor))
    }
  }
}
