// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingScenarios
import AsyncPagingTesting
import Foundation
import Testing

/// How much of a scenario's space the tests run; `explore-scenarios` runs the rest.
enum Effort {
  static let limit = 600
  static let samples = 200

  /// The seed of the random schedules, another one at night.
  static var seed: UInt64 { number("SCENARIO_SEED").map(UInt64.init) ?? 7 }

  /// How often each scenario is played on the thread pool; `nil`: in the simulation instead.
  static var freeRuns: Int? {
    number("FREE_RUNNING").flatMap { $0 == 0 ? nil : $0 == 1 ? 200 : $0 }
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

/// Plays a scenario in the schedules without a preemption and in random ones; with `FREE_RUNNING`
/// in the environment, again and again on the thread pool.
func play(_ scenario: Scenario, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  if let runs = Effort.freeRuns {
    for _ in 0..<runs {
      let complaints = try await scenario.playFreely()
      guard complaints.isEmpty else {
        Issue.record("\(scenario.name): \(complaints)", sourceLocation: sourceLocation)
        return
      }
    }
    return
  }
  let strategies: [Strategy] = [
    .exhaustive(.preemptions(0), limit: Effort.limit),
    .random(seed: Effort.seed, schedules: Effort.samples),
    .pct(seed: Effort.seed, schedules: Effort.samples),
  ]
  for strategy in strategies {
    let report = await scenario.explore(strategy)
    #expect(report.failure == nil, "\(scenario.name): \(report)", sourceLocation: sourceLocation)
    guard report.failure == nil else { return }
    // A scenario that has shrunk to nothing would hold as well.
    #expect(report.schedules > 5, "\(scenario.name)", sourceLocation: sourceLocation)
  }
}
