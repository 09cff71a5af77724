// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// The sources that come with the library, and sources that are as good.
@Suite(.timeLimit(.minutes(10)))
struct ReadyMadeSourceTests {
  private static func byID(_ first: SimulatedServer.Item, _ second: SimulatedServer.Item) -> Bool {
    first.id < second.id
  }

  private static func expectConforming(_ report: ConformanceReport, pages: Int, items: Int) {
    #expect(report.isConforming, "\(report)")
    #expect(report.pageCount == pages, "\(report)")
    #expect(report.itemCount == items, "\(report)")
    #expect(report.skipped.isEmpty, "\(report)")
  }

  @Test("a cursor source conforms", arguments: [0, 1, 10, 25])
  func cursorSource(items: Int) async {
    let source = SimulatedServer(itemCount: items).cursorSource()
    let report = await checkConformance(of: source, areInOrder: Self.byID)
    Self.expectConforming(report, pages: max(1, (items + 9) / 10), items: items)
    #expect(report.endReason == .noNextCursor)
  }

  @Test("a page number source conforms", arguments: [0, 1, 10, 25])
  func pageNumberSource(items: Int) async {
    let source = SimulatedServer(itemCount: items).pageSource()
    let report = await checkConformance(of: source, areInOrder: Self.byID)
    Self.expectConforming(report, pages: (items + 9) / 10 + 1, items: items)
    #expect(report.endReason == .emptyPage)
  }

  @Test("an offset source conforms", arguments: [0, 1, 10, 25])
  func offsetSource(items: Int) async {
    let source = SimulatedServer(itemCount: items, announcesTotal: true).offsetSource()
    let report = await checkConformance(of: source, areInOrder: Self.byID)
    Self.expectConforming(report, pages: max(1, (items + 9) / 10), items: items)
    #expect(report.endReason == .totalReached)
  }

  @Test("a keyset source conforms", arguments: [1, 10, 25])
  func keysetSource(items: Int) async {
    let source = SimulatedServer(itemCount: items).keysetSource()
    let report = await checkConformance(of: source, areInOrder: Self.byID)
    Self.expectConforming(report, pages: (items + 9) / 10 + 1, items: items)
  }

  @Test("decorators keep what they wrap conforming")
  func decorators() async {
    let source = SimulatedServer(itemCount: 25).cursorSource()
    let report = await checkConformance(
      of: source.stopping { $0.id >= 15 }.timeout(.seconds(60), clock: ManualClock()))
    #expect(report.isConforming, "\(report)")
    #expect(report.endReason == .stopRule)
  }

  @Test("a source that fails now and then conforms; the report says what is tried again")
  func flaky() async {
    let source = ScriptedSource<Int, Int>([
      nil: [.failure(InjectedFailure(call: 1)), .page([1, 2], next: 1)], 1: [.page([3])],
    ])
    let report = await checkConformance(of: source)
    #expect(report.isConforming, "\(report)")
    #expect(report.remarks[.errors] == ["page 0: InjectedFailure is tried again"])
  }

  @Test("a slow source that is cancelled half-way conforms")
  func slow() async throws {
    let clock = ManualClock()
    let source = ClosureSource<Int, Int> { _ in
      try await clock.sleep(for: .seconds(1))
      return Page(items: [1])
    }
    async let checked = checkConformance(
      of: source, options: ConformanceOptions(clock: clock))
    try await SlowCalls(clock).answerWithoutCancellation()
    // Half-way through a call, which then leaves.
    try await clock.sleepers(2)
    await clock.advance(by: .milliseconds(500))
    let report = await checked
    #expect(report.isConforming, "\(report)")
    #expect(report.remarks[.cancellation] == nil, "\(report)")
  }

  @Test("a source whose answer was there when it was cancelled, on a busy machine, conforms")
  func tooLate() async throws {
    let clock = ManualClock()
    let calls = Milestones(0)
    let busy = Gate()
    let source = ClosureSource<Int, Int> { _ in
      let call = calls.add()
      try await clock.sleep(for: .seconds(1))
      // The last one has its answer, but gets no turn to hand it out.
      if call == 8 { try await busy.pass(ignoringCancellation: true) }
      return Page(items: [1])
    }
    async let checked = checkConformance(of: source, options: ConformanceOptions(clock: clock))
    try await SlowCalls(clock).answerWithoutCancellation()
    // It was to be cancelled half-way, but the pause takes as long as the answer.
    try await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    try await busy.arrivals(1)
    // The check has cancelled it and is patient.
    try await clock.sleepers(1)
    await busy.open()
    let report = await checked
    #expect(report.isConforming, "\(report)")
    #expect(
      report.remarks[.cancellation]?.first?.contains("too soon to tell") == true, "\(report)")
  }

  @Test("a source that takes long to clean up when it is cancelled conforms")
  func slowEnd() async throws {
    let clock = ManualClock()
    let calls = Milestones(0)
    let gate = Gate()
    let source = ClosureSource<Int, Int> { _ in
      guard calls.add() > 6 else { return Page(items: [1]) }
      do {
        try await gate.pass()
      } catch {
        await Task(name: "clean-up") { try? await clock.sleep(for: .seconds(10)) }.value
        throw error
      }
      return Page(items: [1])
    }
    async let checked = checkConformance(of: source, options: ConformanceOptions(clock: clock))
    try await clock.sleepers(2)
    await clock.advance(by: .seconds(10))
    let report = await checked
    #expect(report.isConforming, "\(report)")
    #expect(
      report.remarks[.cancellation] == [
        "a call that was cancelled ended 10.0 seconds later, with an error"
      ])
  }

  @Test("items that are not Hashable are told apart by a key, or not at all")
  func keys() async {
    struct Blob: Sendable { var id: Int }
    let source = ScriptedSource<Blob, Int>([
      nil: [.page([Blob(id: 1)], next: 1)], 1: [.page([Blob(id: 1)])],
    ])
    let blind = await checkConformance(of: source)
    #expect(blind.isConforming)
    #expect(blind.skipped[.overlap] != nil)
    let keyed = await checkConformance(of: source, identifiedBy: { $0.id })
    #expect(keyed.findings.map(\.rule) == [.overlap])
  }

  @Test("the report says in words what was checked")
  func words() async {
    let report = await checkConformance(of: SimulatedServer(itemCount: 25).cursorSource())
    let lines = "\(report)".split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "the source conforms: 3 pages, 25 items, ended by noNextCursor, \(report.callCount) calls"
    )
    #expect(lines.contains(" ok   it ends within the limit of pages"))
    #expect(lines.contains("  -   the items are in order"))
    #expect(lines.contains("        not checked: say by areInOrder what may follow what"))
  }
}

/// Drives a clock for a check of a source with one page that takes a second.
struct SlowCalls {
  private let clock: ManualClock

  init(_ clock: ManualClock) {
    self.clock = clock
  }

  /// Lets the walk, the call that is made again, and the four that are made at once have their
  /// answer.
  func answerWithoutCancellation() async throws {
    for calls in [1, 1, 4] { try await answer(calls) }
  }

  /// Waits until as many calls sleep, and the check's patience with them, then lets a second pass.
  func answer(_ calls: Int) async throws {
    try await clock.sleepers(calls + 1)
    await clock.advance(by: .seconds(1))
  }
}
