// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Feeds that hold, on the pool and in simulations.
@Suite(.timeLimit(.minutes(10)))
struct StressTests {
  /// An item that says for which generation of the list it was made.
  private struct Entry: Sendable, Hashable {
    var id: Int
    var generation: Int
  }

  private static let pageCount = 12

  /// Pages of three entries, every fourth without any.
  private static let entries = ClosureSource<Entry, Int> { request in
    let number = request.cursor ?? 0
    let ids = number % 4 == 3 ? [] : (0..<3).map { number * 10 + $0 }
    return Page(
      items: ids.map { Entry(id: $0, generation: request.generation) },
      next: number + 1 < pageCount ? number + 1 : nil)
  }

  private static func retention(_ seed: UInt64) -> Retention {
    [.all, .pages(2), .none][Int(seed % 3)]
  }

  private static func configuration(
    _ seed: UInt64, observer: LoadAudit, executor: (any TaskExecutor)? = nil
  ) -> FeedConfiguration {
    FeedConfiguration(
      prefetchDistance: retention(seed) == .all ? 5 : 0,
      retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.milliseconds(5))),
      retention: retention(seed), abandonment: seed % 2 == 0 ? .cancels : .keepsLoading,
      observer: observer, randomness: SeededGenerator(seed: seed), executor: executor)
  }

  private static func rates(_ seed: UInt64) -> FaultRates {
    FaultRates(
      failure: 0.15, delay: 0.1, hang: 0.03, lateAnswer: 0.15, emptyPage: 0.05,
      repeatedCursor: retention(seed) == .all ? 0.03 : 0)
  }

  @Test(
    "a feed over a source with faults holds on the pool", arguments: 1...30 as ClosedRange<UInt64>)
  func faultySource(seed: UInt64) async {
    let audit = LoadAudit()
    let clock = InstantClock()
    let source = FaultySource(Self.entries, seed: seed, rates: Self.rates(seed), clock: clock)
    let feed = Feed(
      source, configuration: Self.configuration(seed, observer: audit), clock: clock)
    let report = await stress(
      feed: feed, observedBy: audit, operations: 200, seed: seed,
      checks: StressChecks(identifiedBy: \.id).versioned(by: \.generation))
    #expect(report.isClean, "\(report)")
    #expect(report.loads?.loads ?? 0 > 0, "\(report)")
  }

  @Test("a feed over each ready-made source holds on the pool", arguments: [1, 2, 3] as [UInt64])
  func readyMade(seed: UInt64) async {
    func run<Cursor>(_ source: some PageSource<SimulatedServer.Item, Cursor>) async {
      let audit = LoadAudit()
      let feed = Feed(source, configuration: Self.configuration(seed, observer: audit))
      let report = await stress(
        feed: feed, observedBy: audit, clients: 3, seed: seed,
        checks: StressChecks(identifiedBy: \.id))
      #expect(report.isClean, "\(report)")
    }
    let server = SimulatedServer(itemCount: 50, pageSize: 5)
    await run(server.pageSource())
    await run(server.offsetSource())
    await run(server.keysetSource())
    await run(server.cursorSource())
  }

  @Test(
    "a feed over a source with faults holds in simulations", arguments: 1...6 as ClosedRange<UInt64>
  )
  func simulated(seed: UInt64) async {
    let schedules = 20
    let report = await explore(.random(seed: seed, schedules: schedules)) { simulation in
      let audit = LoadAudit()
      let source = FaultySource(
        Self.entries, seed: seed, rates: Self.rates(seed), clock: simulation.clock)
      let feed = Feed(
        source,
        configuration: Self.configuration(seed, observer: audit, executor: simulation),
        clock: simulation.clock)
      simulation.expectReleased(feed, "the feed")
      _ = await stress(
        feed: feed, observedBy: audit, clients: 3, operations: 40, seed: seed,
        checks: StressChecks(identifiedBy: \.id).versioned(by: \.generation), in: simulation)
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted)
  }

  @Test("the same seed gives the same operations, another one others", arguments: [0, 2])
  func operations(sources: Int) async {
    func run(_ seed: UInt64) async -> StressReport {
      await stress(
        feed: Feed(Self.entries), alternatives: Array(repeating: Self.entries, count: sources),
        clients: 3, operations: 50, seed: seed)
    }
    var closing = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      let first = await run(seed)
      #expect(first.isClean, "\(first)")
      #expect(await run(seed).operations == first.operations)
      #expect(await run(seed + 1).operations != first.operations)
      #expect(first.operations.joined().count == 50)
      let closers = first.operations.filter { $0.contains(.close) }
      #expect(closers.allSatisfy { $0.last == .close && $0.count { $0 == .close } == 1 })
      #expect(closers.count <= 1)
      closing += closers.count
      if closers.isEmpty { #expect(first.operations.map(\.count) == [17, 17, 16]) }
    }
    #expect((1..<12).contains(closing))
  }

  @Test(
    "D7: a feed that goes over to other sources shows none of the old one's items",
    arguments: 1...8 as ClosedRange<UInt64>)
  func sources(seed: UInt64) async {
    /// Here the generation of an entry is the number of its source.
    func source(_ number: Int) -> ClosureSource<Entry, Int> {
      ClosureSource { request in
        let page = try await Self.entries.page(for: request)
        await Task.yield()
        return Page(
          items: page.items.map { Entry(id: $0.id, generation: number) }, next: page.next)
      }
    }
    let audit = LoadAudit()
    let feed = Feed(source(0), configuration: Self.configuration(seed, observer: audit))
    let report = await stress(
      feed: feed, observedBy: audit, alternatives: [source(1), source(2)], operations: 300,
      seed: seed, checks: StressChecks(identifiedBy: \.id).versioned(by: \.generation))
    #expect(report.isClean, "\(report)")
    #expect("\(report)".contains("reset to another source"), "\(report)")
  }

  @Test("every kind of operation comes up")
  func kinds() async {
    let reports = [
      await stress(
        feed: Feed(Self.entries), alternatives: [Self.entries], operations: 400, seed: 1),
      await stress(feed: Feed(Self.entries), operations: 400, seed: 2),
      await stress(feed: Feed(Self.entries), operations: 400, seed: 3),
      await stress(feed: Feed(Self.entries), operations: 400, seed: 4),
    ]
    let words = Set(
      reports.flatMap { $0.operations.joined() }.map { $0.description.prefix { $0 != "," } })
    for word in [
      "load the next page", "refresh", "retry", "iterate", "check for more", "cancel a call",
      "cancel all", "reset", "reset to another source", "pause demand", "resume demand", "close",
    ] {
      #expect(words.contains(Substring(word)), "\(words)")
    }
    #expect(reports.allSatisfy { $0.isClean && $0.pagesIterated > 0 && $0.updates > 0 })
  }

  @Test("the report says in words what happened")
  func words() async {
    let audit = LoadAudit()
    let feed = Feed(Self.entries, configuration: FeedConfiguration(observer: audit))
    let report = await stress(feed: feed, observedBy: audit, operations: 100, seed: 9)
    let lines = "\(report)".split(separator: "\n").map(String.init)
    #expect(lines.first == "nothing wrong in 100 operations of 4 clients, seed 9")
    #expect(lines.contains("  loads      \(audit.counts)"), "\(report)")
    #expect(lines.count == 5, "\(report)")
  }

  @Test("a source that never answers holds up no client, and its calls end with the feed")
  func hanging() async {
    let audit = LoadAudit()
    let source = FaultySource(Self.entries, seed: 1, rates: FaultRates(hang: 1))
    let feed = Feed(source, configuration: FeedConfiguration(observer: audit))
    let report = await stress(feed: feed, observedBy: audit, operations: 60, seed: 4)
    #expect(report.isClean, "\(report)")
    #expect(report.loads?.commits == 0)
    #expect(report.outcomes["closed"] ?? 0 > 0, "\(report)")
    #expect(await source.hanging.waitingCount == 0)
  }
}
