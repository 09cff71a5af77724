// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PlantedFaultTests {
  static let strategies: [Strategy] = [
    .default, .random(seed: 7, schedules: 500), .pct(seed: 7, schedules: 500),
    .pct(seed: 7, depth: 2, schedules: 500), .exhaustive(.preemptions(2), limit: 500),
    .exhaustive(.delays(3), limit: 500), .exhaustive(limit: 20_000),
  ]

  @Test(
    "every strategy finds every planted fault, and the printed schedule repeats it",
    arguments: PlantedFault.allCases, strategies)
  func found(fault: PlantedFault, strategy: Strategy) async throws {
    let report = await explore(strategy, fault.scenario)
    let failure = try #require(report.failure, "\(report)")
    #expect(failure.kind == fault.kind, "\(report)")
    #expect(failure.deviations <= 4, "\(report)")
    let again = await explore(.replay(failure.schedule), fault.scenario)
    #expect(again.failure?.kind == fault.kind, "\(again)")
    #expect(again.failure?.message == failure.message)
    let original = await explore(.replay(failure.originalSchedule), fault.scenario)
    #expect(original.failure?.kind == fault.kind, "\(original)")
  }

  @Test("the same seed runs the same schedules", arguments: PlantedFault.allCases)
  func seeds(fault: PlantedFault) async {
    for strategy in [Strategy.random(seed: 42, schedules: 500), .pct(seed: 42, schedules: 500)] {
      let first = await explore(strategy, fault.scenario)
      let second = await explore(strategy, fault.scenario)
      #expect(first.failure?.number == second.failure?.number)
      #expect(first.failure?.originalSchedule == second.failure?.originalSchedule)
      #expect("\(first)" == "\(second)")
      #expect(first.steps == second.steps)
    }
  }

  /// The numbers are those of the compiler of 6.3.1; another one may place suspensions elsewhere.
  @Test(
    "the number of the schedule that fails is the same in every process",
    arguments: zip(strategies, [3, 14, 58, 205, 103, 77, 563]))
  func sameInEveryProcess(strategy: Strategy, number: Int) async {
    let report = await explore(strategy, PlantedFault.wrongFlag.scenario)
    #expect(report.failure?.number == number, "\(report)")
  }
}
