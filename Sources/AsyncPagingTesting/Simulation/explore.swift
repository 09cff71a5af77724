// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs a scenario again and again, each time with another order of its jobs, until one run fails.
///
/// For tests. It runs on a thread of its own while the test is suspended: no thread of the pool is
/// occupied, and explorations of tests that run in parallel do not see each other.
///
/// ```swift
/// @Test func `two loads make one request`() async {
///   let report = await explore { simulation in
///     let source = ScriptedSource<Int, Int>([nil: [.page([1, 2])]])
///     let feed = Feed(source, configuration: FeedConfiguration(executor: simulation))
///     simulation.spawn("first") { try await feed.loadNext() }
///     simulation.spawn("second") { try await feed.loadNext() }
///     simulation.atEnd { simulation.expect(await source.log.count == 1, "asked twice") }
///   }
///   #expect(report.failure == nil, "\(report)")
/// }
/// ```
///
/// The scenario is called once for each schedule, some more times to see that it repeats itself,
/// and to simplify and explain a failure. It makes everything anew, depends on nothing but the
/// simulation, and states what it expects by ``Simulation/expect(_:_:)``; expectations of the test
/// library are not part of a test there. A scenario that throws has failed, also by a
/// `CancellationError`.
///
/// - Parameters:
///   - strategy: Which schedules are run. Default: those with 0, 1 and 2 preemptions.
///   - options: How a run behaves.
///   - fileID: Where the exploration is, for the message of a trap.
///   - line: Where the exploration is, for the message of a trap.
///   - scenario: What is run. It must return, and so must everything it spawns.
/// - Returns: What was found out. When the task is cancelled, what was found out by then.
public func explore(
  _ strategy: Strategy = .default, options: Simulation.Options = .init(),
  fileID: String = #fileID, line: Int = #line,
  _ scenario: @escaping @Sendable (Simulation) async throws -> Void
) async -> ExplorationReport {
  let beacon = Beacon()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { test in
      start(strategy, options, beacon, "\(fileID):\(line)", scenario) {
        test.resume(returning: $0)
      }
    }
  } onCancel: {
    beacon.halt()
  }
}

/// Runs a scenario as ``explore(_:options:fileID:line:_:)`` does, and blocks the calling thread;
/// for executables.
///
/// - Parameters:
///   - strategy: Which schedules are run. Default: those with 0, 1 and 2 preemptions.
///   - options: How a run behaves.
///   - fileID: Where the exploration is, for the message of a trap.
///   - line: Where the exploration is, for the message of a trap.
///   - scenario: What is run. It must return, and so must everything it spawns.
/// - Returns: What was found out.
@available(*, noasync, message: "it blocks a thread of the pool; use explore")
public func exploreBlocking(
  _ strategy: Strategy = .default, options: Simulation.Options = .init(),
  fileID: String = #fileID, line: Int = #line,
  _ scenario: @escaping @Sendable (Simulation) async throws -> Void
) -> ExplorationReport {
  let answer = Locked<ExplorationReport?>(nil)
  start(strategy, options, Beacon(), "\(fileID):\(line)", scenario) { report in
    answer.withLock(wakingWaiters: true) { $0 = report }
  }
  while true {
    if answer.wait(for: .seconds(3600), until: { $0 != nil }),
      let report = answer.withLock({ $0 })
    {
      return report
    }
  }
}

/// Starts an exploration on a thread of its own, and another thread that notices when a job does
/// not return.
///
/// `completion` is called once, on one of the two.
private func start(
  _ strategy: Strategy, _ options: Simulation.Options, _ beacon: Beacon, _ place: String,
  _ scenario: @escaping Scenario, _ completion: @escaping @Sendable (ExplorationReport) -> Void
) {
  let isOver = Locked(false)
  let finish: @Sendable (ExplorationReport) -> Void = { report in
    let isFirst = isOver.withLock(wakingWaiters: true) { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { completion(report) }
  }
  spawnThread("exploration") {
    finish(Exploration(strategy, options, beacon, place: place, scenario).explore())
  }
  spawnThread("watchdog of an exploration") {
    var lastPulse = beacon.pulseCount
    while !isOver.wait(for: options.patience, until: { $0 }) {
      let isAtRest = beacon.isAtRest
      let pulse = beacon.pulseCount
      guard pulse == lastPulse, !isAtRest else {
        lastPulse = pulse
        continue
      }
      beacon.halt()
      return finish(blockedReport(strategy, options, beacon.now))
    }
  }
}

/// Starts a thread that nobody waits for.
private func spawnThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  thread.name = name
  thread.stackSize = 8 << 20
  thread.start()
}

/// The report on a job that does not return; its thread is given up.
private func blockedReport(
  _ strategy: Strategy, _ options: Simulation.Options, _ position: Beacon.Position
) -> ExplorationReport {
  let names = position.laneNames
  let name = position.lane < names.count ? names[position.lane] : nil
  var failure = ExplorationReport.Failure(
    kind: .blockedThread,
    message: """
      a job of \(name.map { "\"\($0)\"" } ?? "a task") has not returned for \(options.patience): it \
      blocks its thread with a lock, a semaphore or a blocking call, or computes without end. Await \
      instead, or put a double in its place
      """)
  failure.schedule = Schedule(position.choices).description
  failure.originalSchedule = failure.schedule
  failure.number = position.number
  var report = ExplorationReport(strategy: strategy)
  report.schedules = position.number
  report.failure = failure
  return report
}
