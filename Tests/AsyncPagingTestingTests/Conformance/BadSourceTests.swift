// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

/// Sources that are wrong on purpose, each in one way.
@Suite(.timeLimit(.minutes(10)))
struct BadSourceTests {
  private typealias Rule = ConformanceReport.Rule

  private struct Refused: RetryAdvising { var retryAdvice: RetryAdvice { .never } }

  /// A source of three pages of two items, with one thing changed.
  private static func source(
    _ change: @escaping @Sendable (Int, inout Page<Int, Int>) throws -> Void
  ) -> ClosureSource<Int, Int> {
    ClosureSource { request in
      let number = request.cursor ?? 0
      var page = Page(items: [number * 2, number * 2 + 1], next: number < 2 ? number + 1 : nil)
      try change(number, &page)
      return page
    }
  }

  private static func rules(_ report: ConformanceReport) -> Set<Rule> {
    Set(report.findings.map(\.rule))
  }

  @Test("what is changed below is right without the change")
  func right() async {
    let report = await checkConformance(of: Self.source { _, _ in }, areInOrder: <)
    #expect(report.isConforming, "\(report)")
    #expect(report.callCount == 15)
  }

  @Test("one that never ends")
  func endless() async {
    let source = Self.source { $1.next = $0 + 1 }
    let report = await checkConformance(of: source, options: ConformanceOptions(pageLimit: 20))
    #expect(Self.rules(report) == [.ending], "\(report)")
    #expect(report.pageCount == 20)
  }

  @Test("one that goes in a circle", arguments: [0, 1, 2])
  func circle(back: Int) async {
    // The start has no cursor: going back to it is a circle once it has come by.
    let source = Self.source { if $0 == 2 { $1.next = back } }
    let report = await checkConformance(of: source)
    #expect(Self.rules(report).contains(.cursors), "\(report)")
    #expect(report.skipped[.ending] != nil)
  }

  @Test("one that says that more follows, but not where")
  func missingCursor() async {
    let report = await checkConformance(
      of: Self.source {
        guard $0 == 1 else { return }
        $1.next = nil
        $1.hasNext = true
      })
    #expect(Self.rules(report) == [.cursors], "\(report)")
  }

  @Test("one whose pages overlap, or that repeats an item on a page")
  func overlap() async {
    let seam = await checkConformance(of: Self.source { $1.items.insert($0 * 2 - 1, at: 0) })
    #expect(Self.rules(seam) == [.overlap], "\(seam)")
    #expect(
      seam.seams.map(\.description) == [1, 2].map { "page \($0) repeats 1 item of page \($0 - 1)" })
    let twice = await checkConformance(of: Self.source { $1.items += $0 == 1 ? [2, 3] : [] })
    #expect(twice.seams.map(\.description) == ["page 1 holds 2 items twice"])
  }

  @Test("one whose data moves while it is walked through")
  func movingData() async {
    let server = SimulatedServer(itemCount: 20, pageSize: 5)
    server.schedule(.insert(at: 0), afterAnswer: 1)
    let report = await checkConformance(of: server.offsetSource())
    #expect(report.seams.map(\.description) == ["page 1 repeats 1 item of page 0"])
    #expect(Self.rules(report).contains(.sameAnswer), "\(report)")
  }

  @Test("one that is not in order, on a page or across pages")
  func disorder() async {
    let inside = await checkConformance(
      of: Self.source { if $0 == 1 { $1.items.reverse() } }, areInOrder: <)
    #expect(inside.findings.map(\.message) == ["page 1 is not in order"], "\(inside)")
    let across = await checkConformance(
      of: Self.source { number, page in page.items = page.items.map { $0 - number * 10 } },
      areInOrder: <)
    #expect(Self.rules(across) == [.order], "\(across)")
    #expect("\(across)".contains("belongs before the end of page 0"))
  }

  @Test(
    "one that answers the same request differently",
    arguments: ["items", "count", "next", "previous", "end"])
  func unstable(part: String) async {
    let calls = Mutex(0)
    let source = Self.source { number, page in
      let isAgain = calls.withLock { calls in
        calls += 1
        return calls > 3
      }
      guard isAgain, number == 1 else { return }
      switch part {
      case "items": page.items = [98, 99]
      case "count": page.items = []
      case "next": page.next = 7
      case "previous": page.previous = 7
      default: page.hasNext = false
      }
    }
    let report = await checkConformance(of: source)
    #expect(Self.rules(report).contains(.sameAnswer), "\(report)")
  }

  @Test("one that cannot be called while it is being called", arguments: [true, false])
  func busy(isWrong: Bool) async {
    let running = Mutex((calls: 0, running: 0))
    let gate = Gate()
    let source = ClosureSource<Int, Int> { request in
      let (call, isBusy) = running.withLock { state in
        state.calls += 1
        state.running += 1
        return (state.calls, state.running > 1)
      }
      defer { running.withLock { $0.running -= 1 } }
      // The walk is one call, and so is asking again: the next four come together.
      if call == 6 { await gate.open() }
      if (3...5).contains(call) { try await gate.pass() }
      if isBusy, isWrong { throw Refused() }
      return Page(items: isBusy ? [2] : [1])
    }
    let report = await checkConformance(of: source)
    #expect(Self.rules(report) == [.concurrency], "\(report)")
  }

  @Test("one that goes on when it is cancelled, for longer than the grace", arguments: [1, 2])
  func deaf(grace: Int) async throws {
    let clock = ManualClock()
    let source = ClosureSource<Int, Int> { _ in
      // A task of its own does not hear of the cancellation.
      await Task(name: "deaf") { try? await clock.sleep(for: .seconds(1)) }.value
      return Page(items: [1])
    }
    async let checked = checkConformance(
      of: source,
      options: ConformanceOptions(cancellationGrace: .seconds(grace), clock: clock))
    let calls = SlowCalls(clock)
    try await calls.answerWithoutCancellation()
    try await calls.answer(1)
    let report = await checked
    guard grace == 1 else {
      #expect(report.isConforming, "\(report)")
      #expect(report.remarks[.cancellation]?.first?.contains("too soon to tell") == true)
      return
    }
    #expect(
      report.findings.map(\.description) == [
        """
        cancellation: a call that was cancelled did not end within 1.0 seconds: it was answered 1.0 \
        seconds later; hand the cancellation on to what it waits for
        """
      ])
  }

  @Test("one that never returns once it is cancelled")
  func stuckWhenCancelled() async throws {
    let clock = ManualClock()
    let calls = Mutex(0)
    let gate = Gate()
    let source = ClosureSource<Int, Int> { _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call > 6 { try await gate.pass(ignoringCancellation: true) }
      return Page(items: [1])
    }
    async let checked = checkConformance(of: source, options: ConformanceOptions(clock: clock))
    try await gate.arrivals(1)
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(30))
    let report = await checked
    #expect(
      report.findings.map(\.description) == [
        "cancellation: a call that was cancelled did not end within 30.0 seconds"
      ])
    await gate.open()
  }

  @Test("one that does not answer at all", arguments: [1, 2, 5])
  func silent(call silentCall: Int) async throws {
    let clock = ManualClock()
    let calls = Mutex(0)
    let gate = Gate()
    let source = ClosureSource<Int, Int> { _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call == silentCall { try await gate.pass(ignoringCancellation: true) }
      return Page(items: [1])
    }
    async let checked = checkConformance(of: source, options: ConformanceOptions(clock: clock))
    try await gate.arrivals(1)
    if silentCall == 5 {
      // The others of the four come home; the check waits for the silent one.
      try await clock.nextSleep()
    }
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(30))
    let report = await checked
    #expect(
      Self.rules(report)
        == [1: [.ending], 2: [.ending, .sameAnswer], 5: [.concurrency]][silentCall], "\(report)")
    await gate.open()
  }

  @Test("one that says it was cancelled although nobody cancelled it")
  func pretence() async {
    let report = await checkConformance(
      of: Self.source { number, _ in if number == 1 { throw CancellationError() } })
    #expect(Self.rules(report) == [.ending, .errors], "\(report)")
  }

  @Test("one whose error stays although it counts as worth another attempt")
  func outage() async {
    let report = await checkConformance(
      of: Self.source { number, _ in if number == 1 { throw InjectedFailure(call: 1) } })
    #expect(Self.rules(report) == [.ending, .errors], "\(report)")
    #expect(report.remarks[.errors] == ["page 1: InjectedFailure is tried again"])
    #expect(report.pageCount == 1)
  }

  @Test("one whose page cannot be had; that its error says so is right")
  func refusal() async {
    let report = await checkConformance(
      of: Self.source { number, _ in if number == 0 { throw Refused() } })
    #expect(Self.rules(report) == [.ending], "\(report)")
    #expect(report.remarks[.errors] == ["page 0: Refused is not tried again, by its own advice"])
    #expect(report.skipped.keys.contains(.concurrency))
    #expect(report.callCount == 1)
  }
}
