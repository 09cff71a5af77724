// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The clock of a simulation.
///
/// Its time is virtual: an hour costs nothing. It moves only when nothing is ready, unless
/// ``Simulation/Options/earlyTimers`` is set, to the deadline that comes first.
public struct SimulationClock: Clock, Sendable {
  /// A moment, counted from the beginning of the run.
  public typealias Instant = ManualClock.Instant

  let simulation: Simulation

  /// The moment at which the clock stands.
  public var now: Instant { Instant(offset: simulation.time) }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock has moved to a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await simulation.sleep(until: deadline.offset)
  }
}
