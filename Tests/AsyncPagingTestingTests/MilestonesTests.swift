// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// A test that waits for what does not come ends when its time limit cancels it.
@Suite(.timeLimit(.minutes(10)))
struct MilestonesTests {
  /// Everything that the doubles let a test wait for.
  enum Wait: CaseIterable {
    case arrivals, calls, endedCalls, sleepers, nextSleep, awake, joins, events, heard
  }

  /// Waits for what does not come.
  @Sendable
  private static func wait(_ wait: Wait, _ clock: ManualClock) async throws {
    let log = ScriptedSource<Int, Int>([:]).log
    switch wait {
    case .arrivals: try await Gate().arrivals(1)
    case .calls: try await log.calls(1)
    case .endedCalls: try await log.endedCalls(1)
    case .sleepers: try await clock.sleepers(2)
    case .nextSleep: try await ManualClock().nextSleep()
    case .awake: try await clock.awake()
    case .joins: try await RecordingObserver().joins(1)
    case .events: try await RecordingObserver().events(1) { _ in true }
    case .heard: _ = try await RecordingObserver().heard(atLeast: 1)
    }
  }

  @Test(
    "who waits for what does not come leaves when cancelled, in every schedule",
    arguments: Wait.allCases)
  func cancelled(wait: Wait) async {
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let clock = ManualClock()
      let sleeper = simulation.spawn("sleeper") { try await clock.sleep(for: .seconds(1)) }
      try await clock.sleepers(1)
      let watcher = simulation.spawn("watcher") { try await Self.wait(wait, clock) }
      simulation.spawn("leave") {
        watcher.cancel()
        do {
          try await watcher.value
          simulation.expect(false, "it came")
        } catch {
          simulation.expect(error is CancellationError, "threw \(error)")
        }
        sleeper.cancel()
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
  }

  @Test("cancelled at the moment when it comes: either way, and no watcher is left")
  func sameMoment() async {
    let outcomes = Orders()
    let report = await explore(.exhaustive(.unbounded)) { simulation in
      let count = Milestones(0)
      let passed = Order()
      let watcher = simulation.spawn("watcher") {
        try await count.reach(1)
        passed.add(1)
      }
      simulation.spawn("leave") { watcher.cancel() }
      simulation.spawn("come") { count.add() }
      simulation.atEnd {
        outcomes.insert(passed.all)
        simulation.expect(count.watcherCount == 0, "a watcher is left")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
    #expect(outcomes.all == [[], [1]])
  }

  @Test("no wake-up is lost, in every schedule; the watchers of one change wake as they came")
  func everybody() async {
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let count = Milestones(0)
      let order = Order()
      for watcher in 0..<3 {
        simulation.spawn("watcher \(watcher)") {
          try await count.reach(watcher == 2 ? 2 : 1)
          order.add(watcher)
          simulation.expect(count.value >= (watcher == 2 ? 2 : 1), "woken too early")
        }
      }
      for _ in 0..<2 { simulation.spawn("come") { count.add() } }
      simulation.atEnd {
        simulation.expect(Set(order.all) == [0, 1, 2], "woken: \(order.all)")
        simulation.expect(count.watcherCount == 0, "a watcher is left")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
  }

  @Test("on the pool, too, nobody is lost between a change and a cancellation")
  func pool() async {
    for _ in 0..<300 {
      let count = Milestones(0)
      let watcher = Task { try await count.reach(1) }
      async let leaving: Void = watcher.cancel()
      async let coming = count.add()
      _ = await (leaving, coming)
      _ = await watcher.result
      #expect(count.watcherCount == 0)
    }
  }

  @Test("what is there already is no wait, also for a task that is cancelled")
  func thereAlready() async throws {
    let count = Milestones(2)
    let gate = Gate()
    let task = Task {
      try await gate.pass(ignoringCancellation: true)
      try await count.reach(2)
      try await count.reach(3)
    }
    try await gate.arrivals(1)
    task.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(count.watcherCount == 0)
  }
}
