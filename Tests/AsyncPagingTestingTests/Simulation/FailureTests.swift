// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FailureTests {
  @Test("an operation that throws fails the run, one that was cancelled does not")
  func thrown() async {
    let report = await explore { simulation in
      simulation.spawn("load") { throw UnscriptedRequest() }
    }
    #expect(report.failure?.kind == .check)
    #expect(report.failure?.message == "\"load\" threw UnscriptedRequest()")
    let cancelled = await explore { simulation in
      let load = simulation.spawn("load") {
        await simulation.checkpoint()
        if Task.isCancelled { throw UnscriptedRequest() }
      }
      load.cancel()
      simulation.spawn("other") { throw CancellationError() }
    }
    #expect(cancelled.failure == nil, "\(cancelled)")
  }

  @Test("a deadlock names those who wait")
  func deadlock() async {
    let report = await explore { simulation in
      let keeper = Keeper()
      simulation.spawn("forgotten") { await keeper.wait() }
      simulation.spawn("quick") {}
    }
    #expect(report.failure?.kind == .deadlock, "\(report)")
    #expect(report.failure?.message.contains("\"forgotten\" has not returned") == true)
    let check = await explore { simulation in
      let keeper = Keeper()
      simulation.atEnd { await keeper.wait() }
    }
    #expect(check.failure?.kind == .deadlock, "\(check)")
  }

  @Test("a livelock ends at the step limit, and the middle of its log is left out")
  func livelock() async {
    let report = await explore(options: Simulation.Options(stepLimit: 400)) { simulation in
      simulation.spawn("spinner") { while !Task.isCancelled { await simulation.checkpoint() } }
    }
    #expect(report.failure?.kind == .livelock, "\(report)")
    #expect(report.failure?.message.contains("\"spinner\"") == true)
    #expect((report.failure?.log.count ?? .max) < 200)
  }

  @Test("a task that is lost names the operation that made it")
  func leakedTask() async {
    let report = await explore { simulation in
      let keeper = Keeper()
      simulation.spawn("innocent") {}
      simulation.spawn("careless") {
        Task(executorPreference: simulation) { await keeper.wait() }
      }
    }
    #expect(report.failure?.kind == .leakedTask, "\(report)")
    #expect(report.failure?.message.contains("made by \"careless\"") == true, "\(report)")
  }

  @Test("an object that is held too long is named")
  func leakedObject() async {
    let report = await explore { simulation in
      let cycle = Cycle()
      cycle.hold(cycle)
      simulation.expectReleased(cycle, "the cycle")
      simulation.expectReleased(Cycle(), "another")
    }
    #expect(report.failure?.kind == .leakedObject, "\(report)")
    #expect(report.failure?.message.hasPrefix("the cycle is still alive") == true)
  }

  @Test("a sleeper that nobody waits for is a failure, unless leaks are none")
  func leakedSleeper() async {
    let scenario: ToyScenario = { simulation in
      simulation.spawn("load") {
        Task(name: "back-off", executorPreference: simulation) {
          try await simulation.clock.sleep(for: .seconds(5))
        }
      }
    }
    let report = await explore(.default, scenario)
    #expect(report.failure?.kind == .leakedSleeper, "\(report)")
    #expect(report.failure?.message.hasPrefix("\"back-off\" still sleeps until 5.0") == true)
    let tolerant = await explore(
      .default, options: Simulation.Options(detectsLeaks: false), scenario)
    #expect(tolerant.failure == nil, "\(tolerant)")
  }

  @Test("a job that blocks its thread is named")
  func blockedThread() async {
    let options = Simulation.Options(patience: .seconds(1))
    let door = Door()
    let report = await explore(options: options) { simulation in
      simulation.spawn("innocent") {}
      simulation.spawn("blocking") {
        await simulation.checkpoint()
        door.wait()
      }
    }
    door.open()
    #expect(report.failure?.kind == .blockedThread, "\(report)")
    #expect(report.failure?.message.contains("\"blocking\"") == true, "\(report)")
  }

  @Test(
    "code that depends on something else than the schedule is noticed",
    arguments: [
      Strategy.exhaustive(), .random(seed: 3, schedules: 200), .pct(seed: 3, schedules: 200),
    ])
  func nondeterminism(strategy: Strategy) async {
    let runs = Notes()
    let report = await explore(strategy) { simulation in
      let run = await runs.next()
      for task in 0..<(run % 3 == 2 ? 3 : 2) {
        simulation.spawn("\(task)") { await simulation.checkpoint() }
      }
    }
    #expect(report.failure?.kind == .nondeterminism, "\(report)")
  }

  @Test("a failure that does not repeat is nondeterminism, too")
  func unrepeatable() async {
    let runs = Notes()
    let report = await explore { simulation in
      simulation.expect(await runs.next() != 1, "only the first time")
    }
    #expect(report.failure?.kind == .nondeterminism, "\(report)")
    #expect(report.failure?.message.contains("only the first time") == true)
  }

  @Test(
    "a schedule that does not fit is refused at the choice where it left the road",
    arguments: [
      ("01x!", "choice 4 reads \"!\""), ("(4", "choice 1 reads \"(\""),
      ("07", "choice 2 is alternative 7, and there are only 3"),
      ("00000000000000000001", "it has 20 choices, and the run ended after 4"),
    ])
  func refusedSchedule(text: String, reason: String) async {
    let report = await explore(.replay(text), stops(tasks: 3, each: 1))
    #expect(report.failure?.kind == .schedule)
    #expect(report.failure?.message.contains(reason) == true, "\(report)")
  }

  @Test("a schedule that fits is replayed without failure")
  func fittingSchedule() async {
    let report = await explore(.replay("12"), stops(tasks: 3, each: 1))
    #expect(report.failure == nil, "\(report)")
    #expect(report.schedules == 1)
  }

  @Test("a trap prints the schedule that led to it")
  func trap() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = await explore(.exhaustive()) { simulation in
        let notes = Notes()
        for number in 1...2 {
          simulation.spawn("\(number)") {
            await simulation.checkpoint()
            let earlier = await notes.all
            precondition(earlier.allSatisfy { $0 < number })
            await notes.add(number)
          }
        }
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.contains("replay: ") })
    #expect(line.hasPrefix("AsyncPagingTesting: trapped in the exploration at "))
    #expect(line.contains("FailureTests.swift:"))
    #expect(line.contains(#/\.replay\("0*1[01]*"\)$/#))
  }

  @Test("a failure is simplified, and its log names tasks, notes and time")
  func explanation() async throws {
    let scenario: ToyScenario = { simulation in
      let notes = Notes()
      simulation.spawn("writer") {
        try await simulation.clock.sleep(for: .seconds(2))
        for number in 0..<4 {
          await simulation.checkpoint()
          await notes.add(number)
        }
      }
      simulation.spawn("reader") {
        try await simulation.clock.sleep(for: .seconds(2))
        await Task(name: "helper", executorPreference: simulation) {
          await simulation.latency()
          simulation.note("looks")
          simulation.expect(await notes.all.count != 2, "two")
        }.value
      }
    }
    let report = await explore(.random(seed: 5, schedules: 5_000), scenario)
    let failure = try #require(report.failure, "\(report)")
    // No schedule with fewer fails.
    #expect(failure.deviations == 3, "\(report)")
    #expect(failure.schedule.count <= failure.originalSchedule.count)
    let log = failure.log.joined(separator: "\n")
    #expect(log.contains("-- the clock shows 2.0 seconds"), "\(report)")
    #expect(log.contains("-- helper: looks"))
    #expect(log.contains(", instead of "))
    #expect(log.contains(#/\d  helper/#))
    #expect("\(report)".contains("replay: .replay(\"\(failure.schedule)\")"))
    let raw = await explore(
      .random(seed: 5, schedules: 5_000), options: Simulation.Options(minimizes: false), scenario)
    #expect(raw.failure?.schedule == failure.originalSchedule)
  }
}

/// An object that may hold itself.
private final class Cycle {
  private var held: Cycle?

  func hold(_ other: Cycle) { held = other }
}

extension Notes {
  /// How often this was called, from 1.
  func next() -> Int {
    add(0)
    return all.count
  }
}
