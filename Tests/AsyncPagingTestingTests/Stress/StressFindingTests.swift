// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What a stress must not overlook.
@Suite(.timeLimit(.minutes(10)))
struct StressFindingTests {
  private struct Entry: Sendable, Hashable {
    var id: Int
    var version: Int
  }

  /// Ten pages of two entries, with one thing changed.
  private static func source(
    _ change: @escaping @Sendable (PageRequest<Int>, inout Page<Entry, Int>) -> Void
  ) -> ClosureSource<Entry, Int> {
    ClosureSource { request in
      let number = request.cursor ?? 0
      var page = Page(
        items: (0..<2).map { Entry(id: number * 2 + $0, version: 0) },
        next: number < 9 ? number + 1 : nil)
      change(request, &page)
      return page
    }
  }

  private static let checks = StressChecks<Entry>(identifiedBy: \.id).versioned(by: \.version)

  private static func findings(
    _ source: some PageSource<Entry, Int>, checks: StressChecks<Entry> = checks
  ) async -> [String] {
    await stress(feed: Feed(source), seed: 2, checks: checks).findings
  }

  @Test("what is changed below is right without the change")
  func right() async {
    #expect(await Self.findings(Self.source { _, _ in }) == [])
  }

  @Test("an iterator that gets an item twice")
  func duplicates() async {
    let source = Self.source { $1.items.append(Entry(id: 0, version: 0)) }
    let findings = await Self.findings(source)
    #expect(findings.contains { $0.contains("repeats 1 item of page 0") }, "\(findings)")
    #expect(findings.count <= 20)
    #expect(await Self.findings(source, checks: StressChecks()) == [])
  }

  @Test("an iterator, and a picture, of more than one version")
  func versions() async {
    let source = Self.source { request, page in
      page.items = page.items.map { Entry(id: $0.id, version: request.cursor ?? 0) }
    }
    let findings = await Self.findings(source)
    #expect(findings.contains { $0.contains("items of more than one version in one walk") })
    #expect(findings.contains { $0.hasPrefix("a picture shows items of more than one version") })
  }

  @Test(
    "a page that was asked for with another cursor than the one before names",
    arguments: [1, 4, 5] as [UInt64])
  func cursors(seed: UInt64) async {
    let report = await explore(.random(seed: 1, schedules: 200)) { simulation in
      let server = SimulatedServer(itemCount: 40, pageSize: 2)
      // The version is in the cursor, so the same page names another cursor later.
      let source = CursorSource { cursor, limit in
        server.apply(.publish)
        let page = try await server.cursorSource().page(for: PageRequest(cursor: cursor))
        return (page.items, page.next)
      }
      let feed = Feed(
        source, configuration: FeedConfiguration(retention: .none, executor: simulation))
      _ = await stress(feed: feed, operations: 60, seed: seed, in: simulation)
    }
    #expect(report.failure?.kind == .check, "\(report)")
    #expect(report.failure?.message.contains("was not asked for with the cursor") == true)
  }

  @Test("two loads of one lane at once")
  func doubleLoad() async throws {
    let audit = LoadAudit()
    let gate = Gate()
    let script = ScriptedSource<Int, Int>([nil: [.page([1]).held(by: gate)]])
    // Two feeds that share an observer look like one that loads twice.
    let feeds = (0..<2).map { _ in
      Feed(script, configuration: FeedConfiguration(observer: audit))
    }
    let loads = feeds.map { feed in Task { try await feed.loadNext() } }
    try await script.log.calls(2)
    await gate.open()
    for load in loads { _ = try await load.value }
    #expect(audit.findings.count == 2, "\(audit.findings)")
    #expect(audit.findings.first?.contains("started beside that of page 0") == true)
    let report = await stress(feed: feeds[0], observedBy: audit, operations: 4, seed: 1)
    #expect(!report.isClean)
    #expect("\(report)".contains("  WRONG     a load of page 0"), "\(report)")
  }

  @Test("a load that has not ended")
  func unfinishedLoad() async throws {
    let audit = LoadAudit()
    let gate = Gate()
    let script = ScriptedSource<Int, Int>([nil: [.page([1]).held(by: gate)]])
    let other = Feed(script, configuration: FeedConfiguration(observer: audit))
    let load = Task { try await other.loadNext() }
    try await script.log.calls(1)
    let feed = Feed(Self.source { _, _ in })
    let report = await stress(feed: feed, observedBy: audit, operations: 4, seed: 1)
    #expect(report.findings.count == 1, "\(report)")
    #expect(report.findings.first?.contains("1 unfinished") == true, "\(report)")
    await gate.open()
    _ = try await load.value
    #expect(audit.counts.unfinished == 0)
  }

  @Test("a load for demand that is paused, and one of a feed that was closed")
  func loadsThatMustNotBe() async throws {
    let audit = LoadAudit()
    let script = ScriptedSource<Int, Int>([nil: [.page([1, 2], next: 1)], 1: [.page([3, 4])]])
    let feed = Feed(script, configuration: FeedConfiguration(observer: audit))
    // The audit is told what the feed is not: that demand is paused.
    audit.note(isDemandPaused: true)
    try await feed.loadNext()
    #expect(audit.findings == [])
    feed.demand(through: 3)
    try await script.log.calls(2)
    #expect(audit.findings == ["demand started a load of page 1 while it was paused"])
    // And that it was closed.
    let other = LoadAudit()
    other.noteClosed()
    try await Feed(script, configuration: FeedConfiguration(observer: other)).loadNext()
    #expect(other.findings == ["a load of page 0 started after the feed was closed"])
  }

  @Test("an outcome without a reason: the feed was closed by somebody else")
  func closedByOthers() async {
    let feed = Feed(Self.source { _, _ in })
    await feed.close()
    let report = await stress(feed: feed, operations: 20, seed: 1)
    #expect(report.findings.contains { $0.hasSuffix("closed, but the feed was not") }, "\(report)")
  }

  @Test("a call that does not return is given up after a while, and returns to nobody")
  func lostCall() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let call = Call("lost") { try await gate.pass(ignoringCancellation: true) }
    async let outcome = call.outcome(within: .seconds(30), on: clock)
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(30))
    #expect(await outcome == nil)
    #expect(!call.isOver)
    await gate.open()
    let late = await call.outcome(within: .seconds(30), on: clock)
    guard case .success? = late else {
      Issue.record("got \(String(describing: late))")
      return
    }
    #expect(await clock.sleeperCount == 0)
  }
}
