// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting

/// Where a scenario is played: in a simulation, which decides what happens next, or on the real
/// thread pool, for Thread Sanitizer.
enum Stage: Sendable {
  case simulated(Simulation)
  case free(FreeRun)

  /// The executor that the feed under test prefers.
  var executor: (any TaskExecutor)? {
    switch self {
    case .simulated(let simulation): simulation
    case .free: nil
    }
  }

  /// The clock of the feed under test.
  var clock: any Clock<Duration> {
    switch self {
    case .simulated(let simulation): simulation.clock
    case .free: ContinuousClock()
    }
  }

  /// Starts a client, which must return.
  @discardableResult
  func spawn(
    _ name: String, _ body: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, any Error> {
    switch self {
    case .simulated(let simulation): simulation.spawn(name, body)
    case .free(let run): run.spawn(name, body)
    }
  }

  /// The time that a server takes: others may run meanwhile.
  func latency() async {
    switch self {
    case .simulated(let simulation): await simulation.latency()
    case .free: await Task.yield()
    }
  }

  /// Fails the scenario unless a condition holds.
  func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    switch self {
    case .simulated(let simulation): simulation.expect(condition, message())
    case .free(let run): if !condition { run.complain(message()) }
    }
  }

  /// Adds a check for the time when all clients have returned.
  ///
  /// In a simulation nothing else goes on then; on the pool loads may still be under way.
  func atEnd(_ check: @escaping @Sendable () async throws -> Void) {
    switch self {
    case .simulated(let simulation): simulation.atEnd(check)
    case .free(let run): run.atEnd(check)
    }
  }

  /// Adds a check of what only a simulation can know: that all is at rest.
  func atRest(_ check: @escaping @Sendable () async throws -> Void) {
    if case .simulated(let simulation) = self { simulation.atEnd(check) }
  }

  /// Fails the scenario if an object outlives it; only a simulation knows when that is.
  func expectReleased(_ object: some AnyObject, _ name: String) {
    if case .simulated(let simulation) = self { simulation.expectReleased(object, name) }
  }
}

/// One run of a scenario on the thread pool.
final class FreeRun: Sendable {
  private struct State {
    var clients: [Task<Void, any Error>] = []
    var checks: [@Sendable () async throws -> Void] = []
    var complaints: [String] = []
  }

  private let state = Locked(State())

  func spawn(
    _ name: String, _ body: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, any Error> {
    let client = Task(name: name) { try await body() }
    state.withLock { $0.clients.append(client) }
    return client
  }

  func atEnd(_ check: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.checks.append(check) }
  }

  func complain(_ complaint: String) { state.withLock { $0.complaints.append(complaint) } }

  /// Takes the checks out: they hold the stage, and so the run that holds them.
  private func takeChecks() -> [@Sendable () async throws -> Void] {
    state.withLock { state in
      defer { state.checks = [] }
      return state.checks
    }
  }

  /// Plays a scenario.
  ///
  /// - Returns: What was wrong.
  func play(_ scenario: (Stage) async throws -> Void) async throws -> [String] {
    try await scenario(.free(self))
    for client in state.withLock({ $0.clients }) { _ = await client.result }
    for check in takeChecks() { try await check() }
    return state.withLock { $0.complaints }
  }
}
