// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Testing

/// The doubles make no tasks of their own, so nothing of them escapes.
@Suite(.timeLimit(.minutes(10)))
struct DoublesInSimulationTests {
  @Test("a gate turns a cancelled task away in every schedule, and lets the others through")
  func gate() async {
    let outcomes = Orders()
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let gate = Gate()
      let passed = Order()
      let waiter = simulation.spawn("waiter") {
        try await gate.pass()
        passed.add(1)
      }
      simulation.spawn("leave") { waiter.cancel() }
      simulation.spawn("open") { await gate.open() }
      simulation.atEnd {
        outcomes.insert(passed.all)
        simulation.expect(await gate.waitingCount == 0, "somebody still stands there")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted)
    #expect(outcomes.all == [[], [1]])
  }

  @Test("a manual clock wakes a cancelled sleeper in every schedule")
  func manualClock() async {
    let outcomes = Orders()
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let clock = ManualClock()
      let woken = Order()
      let sleeper = simulation.spawn("sleeper") {
        try await clock.sleep(for: .seconds(1))
        woken.add(1)
      }
      simulation.spawn("leave") { sleeper.cancel() }
      simulation.spawn("advance") { await clock.advance(by: .seconds(1)) }
      simulation.atEnd {
        outcomes.insert(woken.all)
        simulation.expect(await clock.sleeperCount == 0, "somebody still sleeps")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(outcomes.all == [[], [1]])
  }
}
