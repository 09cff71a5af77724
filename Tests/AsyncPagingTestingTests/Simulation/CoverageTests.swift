// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Testing

/// What a report says to have covered is what was run.
@Suite(.timeLimit(.minutes(10)))
struct CoverageTests {
  @Test("a search that makes a task give up its turn does not say that it ran everything")
  func longStreak() async {
    let scenario = { @Sendable (simulation: Simulation, stopCount: Int) in
      simulation.spawn("long") { for _ in 0..<stopCount { await simulation.checkpoint() } }
      simulation.spawn("short") {}
    }
    let short = await explore(.exhaustive()) { scenario($0, 60) }
    #expect(short.schedules == 62)
    #expect(short.exhaustedBound == .unbounded)
    for strategy in [Strategy.exhaustive(), .exhaustive(.preemptions(0)), .rising(to: 3)] {
      let long = await explore(strategy) { scenario($0, 80) }
      #expect(long.failure == nil, "\(long)")
      #expect(long.exhaustedBound == nil, "\(long)")
      #expect(!long.isExhausted)
      #expect(long.description.contains("not to the end: no task runs more than 64"), "\(long)")
    }
  }

  @Test("those who sleep until the same moment wake in any order, and that is no preemption")
  func wakingOrder() async {
    let orders = Orders()
    let report = await explore(.exhaustive(.preemptions(0))) { simulation in
      let order = Order()
      for task in 0..<2 {
        simulation.spawn("\(task)") {
          order.add(task)
          try await simulation.clock.sleep(for: .seconds(1))
          order.add(task)
        }
      }
      simulation.atEnd { orders.insert(order.all) }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.schedules == 4)
    #expect(orders.all == [[0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 1, 0]])
  }

  @Test("a scenario or a check that gives up half-way is a failure, whatever it throws")
  func givenUp() async {
    let scenario = await explore { _ in throw CancellationError() }
    #expect(scenario.failure?.kind == .check, "\(scenario)")
    #expect(scenario.failure?.message == "\"scenario\" threw CancellationError()")
    let waiting = await explore { simulation in
      let load = simulation.spawn("load") { try await simulation.clock.sleep(for: .seconds(1)) }
      load.cancel()
      try await load.value
      simulation.expect(false, "never comes here")
    }
    #expect(waiting.failure?.kind == .check, "\(waiting)")
    let check = await explore { $0.atEnd { throw CancellationError() } }
    #expect(check.failure?.message == "\"check at the end\" threw CancellationError()", "\(check)")
  }

  @Test("an exhaustive search notices a difference that comes after what its runs have in common")
  func lateDifference() async {
    let runs = Notes()
    let report = await explore(.exhaustive()) { simulation in
      let isLonger = await runs.next().isMultiple(of: 2)
      simulation.spawn("one") {
        await simulation.checkpoint()
        if isLonger { await simulation.checkpoint() }
      }
      simulation.spawn("other") { await simulation.checkpoint() }
    }
    #expect(report.failure?.kind == .nondeterminism, "\(report)")
    #expect(!report.isExhausted)
  }

  @Test("what only repeats a run is not counted", arguments: [false, true])
  func counting(isSampled: Bool) async {
    let strategy = isSampled ? Strategy.random(seed: 1, schedules: 16) : .exhaustive()
    let report = await explore(strategy, stops(tasks: 2, each: 1))
    #expect(report.schedules == (isSampled ? 16 : 6))
    #expect(report.steps == report.schedules * 5)
  }

  @Test("a strategy that runs nothing is refused", arguments: 0..<5)
  func emptyStrategy(variant: Int) async {
    await #expect(processExitsWith: .failure) { [variant] in
      switch variant {
      case 0: _ = Strategy.random(seed: 1, schedules: 0)
      case 1: _ = Strategy.pct(seed: 1, schedules: -1)
      case 2: _ = Strategy.exhaustive(limit: 0)
      case 3: _ = Strategy.rising(to: 1, limit: 0)
      default: _ = Simulation.Options(stepLimit: 0)
      }
    }
  }

  @Test("a choice among very many is simplified, too")
  func wideChoice() async {
    let report = await explore(.random(seed: 1, schedules: 50)) { simulation in
      simulation.expect(simulation.choose(.max) < 1_000_000, "too much")
    }
    #expect(report.failure?.kind == .check, "\(report)")
    #expect(report.failure?.deviations == 1)
    #expect((report.failure?.schedule.count ?? .max) <= "(2000000)".count, "\(report)")
  }

  @Test("a task that runs for ever although everything has returned is named as such")
  func endlessTask() async {
    let report = await explore(options: Simulation.Options(stepLimit: 300)) { simulation in
      Task(executorPreference: simulation) { while true { await Task.yield() } }
    }
    #expect(report.failure?.kind == .livelock, "\(report)")
    #expect(report.failure?.message.contains("everything has returned") == true, "\(report)")
  }

  @Test("a stretch of zeros that is too long to be true is refused")
  func longStretch() async {
    let report = await explore(.replay("[2000000]1")) { _ in }
    #expect(report.failure?.kind == .schedule)
    #expect(report.failure?.message.contains("choice 1 reads \"[\"") == true, "\(report)")
  }
}
