// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How a simulated server treats each call: how long it takes, whether it fails, and whether its
/// data changes meanwhile.
public struct ServerConditions: Sendable {
  /// What befalls one call.
  struct Weather: Sendable {
    var fails = false
    var change: SimulatedServer.Change?
  }

  /// What befalls a call, before the data is read.
  let arrive: @Sendable (_ key: String, _ call: Int) -> Weather

  /// The way of the answer, after the data was read.
  let travel: @Sendable (_ key: String, _ call: Int) async throws -> Void

  /// Every call is answered at once.
  public static let calm = ServerConditions { _, _ in
    Weather()
  } travel: { _, _ in
  }

  /// What happens is explored like the schedule: others may run while an answer is on its way, and
  /// whether a call fails, or the data changes before it, is a choice of the simulation.
  ///
  /// - Parameters:
  ///   - simulation: Who chooses.
  ///   - failing: Whether calls may fail. Default: no. It doubles the space with each call.
  ///   - changes: The changes of which each call may bring one about, or none. Default: none.
  /// - Returns: The conditions.
  public static func chosen(
    by simulation: Simulation, failing: Bool = false, changes: [SimulatedServer.Change] = []
  ) -> Self {
    ServerConditions { _, _ in
      let change = simulation.choose(changes.count + 1)
      let fails = failing && simulation.choose(2) == 1
      return Weather(fails: fails, change: change == 0 ? nil : changes[change - 1])
    } travel: { _, _ in
      await simulation.latency()
    }
  }

  /// What happens is drawn from a seed, for each position and the number of the call for it: the
  /// same seed gives the same, whatever the order in which concurrent calls arrive.
  ///
  /// - Parameters:
  ///   - seed: Where chance starts.
  ///   - failing: How often a call fails, 0 to 1. Default: never.
  ///   - changing: How often the data changes before a call, 0 to 1. Default: never.
  ///   - changes: The changes to draw from. Default: an insertion or a deletion at the front, or a
  ///     new version.
  ///   - latency: How long an answer takes. Default: no time at all.
  ///   - clock: What latency is measured with. Default: a continuous clock.
  /// - Returns: The conditions.
  public static func seeded(
    _ seed: UInt64, failing: Double = 0, changing: Double = 0,
    changes: [SimulatedServer.Change] = [.insert(at: 0), .delete(at: 0), .publish],
    latency: ClosedRange<Duration> = .zero ... .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    for (name, share) in [("failing", failing), ("changing", changing)] {
      precondition(share >= 0 && share <= 1, "\(name) is \(share), must be in 0...1")
    }
    return ServerConditions { key, call in
      var generator = SeededGenerator(seed: seed, text: key, call: call)
      let fails = Double.random(in: 0..<1, using: &generator) < failing
      let isChanging = Double.random(in: 0..<1, using: &generator) < changing
      return Weather(
        fails: fails, change: isChanging ? changes.randomElement(using: &generator) : nil)
    } travel: { key, call in
      guard latency.upperBound > .zero else { return }
      var generator = SeededGenerator(seed: ~seed, text: key, call: call)
      try await clock.sleep(for: latency.random(using: &generator))
    }
  }
}
