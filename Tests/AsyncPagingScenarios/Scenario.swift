// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import AsyncPagingTesting

/// Something that happens to a feed, and what must hold of it in every order of its steps.
///
/// The tests play each scenario in a few hundred schedules; `explore-scenarios` in millions.
package struct Scenario: Sendable {
  /// What happens, in a few words.
  package let name: String

  /// Whether time may move while somebody can still run.
  private let earlyTimers: Bool
  private let body: @Sendable (Stage) async throws -> Void

  init(
    _ name: String, earlyTimers: Bool = false,
    _ body: @escaping @Sendable (Stage) async throws -> Void
  ) {
    self.name = name
    self.earlyTimers = earlyTimers
    self.body = body
  }

  /// Plays it in a simulation, once for every schedule of a strategy.
  ///
  /// - Parameter strategy: Which schedules.
  /// - Returns: What was found out.
  package func explore(_ strategy: Strategy) async -> ExplorationReport {
    await AsyncPagingTesting.explore(
      strategy, options: Simulation.Options(earlyTimers: earlyTimers)
    ) { [body] simulation in
      try await body(.simulated(simulation))
    }
  }

  /// Plays it once on the thread pool.
  ///
  /// - Returns: What was wrong.
  /// - Throws: What the scenario throws.
  package func playFreely() async throws -> [String] { try await FreeRun().play(body) }
}

extension Scenario {
  /// All of them.
  package static let standard: [Scenario] = [
    .concurrentLoads, .loadAndRefresh, .loadRefreshLoad, .cancelledWaiter, .lastWaiter, .cancelAll,
    .closeDuringEverything, .resetToAnotherSource, .retryDuringBackoff, .demandDuringLoad,
    .iteratorsAndRefresh, .prefetchingIteratorLeft, .readAheadAndFailure,
    .checkForMoreAgainstDemand,
    .lateObserver, .releasedFeed,
  ]
}
