// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Simulation {
  /// How the runs of an exploration behave.
  public struct Options: Sendable, Hashable {
    /// How many jobs a run may have before it counts as a livelock.
    public var stepLimit: Int

    /// Whether time may also move while somebody can still run, as one more alternative.
    ///
    /// Races of a timeout with what it limits need it. It counts as a preemption.
    public var earlyTimers: Bool

    /// Whether tasks and sleepers that outlive the scenario are failures.
    public var detectsLeaks: Bool

    /// How long, in real time, a single job may take before its thread counts as blocked.
    public var patience: Duration

    /// How long, in real time, a failing run that is at rest waits for the outside before the
    /// failure is explained.
    ///
    /// What comes in this time is reported as an escape, by what it is; what does not, as a
    /// deadlock or a leaked task that may wait for the outside. From within nobody can tell the two
    /// apart.
    public var outsidePatience: Duration

    /// Whether a failing schedule is made as short and simple as possible.
    public var minimizes: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - stepLimit: How many jobs a run may have; at least 1. Default: 10,000.
    ///   - earlyTimers: Whether time may move while somebody can still run. Default: no.
    ///   - detectsLeaks: Whether tasks and sleepers that outlive the scenario are failures.
    ///     Default: yes.
    ///   - patience: How long a single job may take. Default: 10 seconds.
    ///   - outsidePatience: How long a failing run that is at rest waits for the outside. Default:
    ///     1 second.
    ///   - minimizes: Whether a failing schedule is simplified. Default: yes.
    public init(
      stepLimit: Int = 10_000, earlyTimers: Bool = false, detectsLeaks: Bool = true,
      patience: Duration = .seconds(10), outsidePatience: Duration = .seconds(1),
      minimizes: Bool = true
    ) {
      precondition(stepLimit >= 1, "stepLimit is \(stepLimit), must be 1 or more")
      self.stepLimit = stepLimit
      self.earlyTimers = earlyTimers
      self.detectsLeaks = detectsLeaks
      self.patience = patience
      self.outsidePatience = outsidePatience
      self.minimizes = minimizes
    }
  }
}
