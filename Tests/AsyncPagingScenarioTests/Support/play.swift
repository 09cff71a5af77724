// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Foundation
import Testing

/// How much of a scenario's space is run.
enum Effort {
  #if DEBUG
    static let bounds = 0...0
    static let limit = 600
    static let sampleCount = 200
    static let freeRunCount = 200
  #else
    static let bounds = 0...2
    static let limit = 200_000
    static let sampleCount = 20_000
    static let freeRunCount = 2_000
  #endif

  /// The seed of the random schedules, another one at night.
  static var seed: UInt64 { number("SCENARIO_SEED").map(UInt64.init) ?? 7 }

  /// How many random schedules are run, and as many with priorities.
  static var samples: Int { number("SCENARIO_SAMPLES") ?? sampleCount }

  /// How often each scenario is played on the thread pool; `nil`: in the simulation instead.
  static var freeRuns: Int? {
    number("FREE_RUNNING").flatMap { $0 == 0 ? nil : $0 == 1 ? freeRunCount : $0 }
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

/// Plays a scenario in every schedule within the bounds and in random ones, and prints how many
/// there were; with `FREE_RUNNING` in the environment, again and again on the thread pool.
func play(
  _ name: String, earlyTimers: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
  _ scenario: @escaping @Sendable (Stage) async throws -> Void
) async throws {
  if let runs = Effort.freeRuns {
    for _ in 0..<runs {
      let complaints = try await FreeRun().play(scenario)
      guard complaints.isEmpty else {
        Issue.record("\(name): \(complaints)", sourceLocation: sourceLocation)
        return
      }
    }
    print("scenario \(name): played \(runs) times on the thread pool")
    return
  }
  let strategies =
    Effort.bounds.map { Strategy.exhaustive(.preemptions($0), limit: Effort.limit) }
    + [
      .random(seed: Effort.seed, schedules: Effort.samples),
      .pct(seed: Effort.seed, schedules: Effort.samples),
    ]
  for strategy in strategies {
    let report = await explore(
      strategy, options: Simulation.Options(earlyTimers: earlyTimers)
    ) { simulation in
      try await scenario(.simulated(simulation))
    }
    let end = report.isExhausted ? "exhausted" : "not exhausted"
    print(
      """
      scenario \(name): \(report.schedules) schedules, \(end), \(report.duration), up to       \(report.longestRun) steps: \(strategy)
      """)
    #expect(report.failure == nil, "\(name): \(report)", sourceLocation: sourceLocation)
    guard report.failure == nil else { return }
  }
}
