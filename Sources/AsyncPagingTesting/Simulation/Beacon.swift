// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What an exploration shows to other threads: how far it is, where it is, and whether it shall go
/// on.
///
/// The watchdog reads it when a job does not return.
final class Beacon: Sendable {
  /// One run, as far as it has come.
  struct Position: Sendable {
    /// The number of the run, from 1.
    var number = 0
    var choices: [Int] = []
    var laneNames: [String?] = []

    /// The task whose job runs.
    var lane = 0
  }

  /// Counts jobs over all runs; only the exploration's own thread changes it.
  private let pulse = Atomic<Int>(0)
  private let lane = Atomic<Int>(0)
  private let isHalted = Atomic<Bool>(false)
  private let atRest = Atomic<Bool>(false)
  private let position = Locked(Position())

  /// How many jobs have been begun.
  var pulseCount: Int { pulse.load(ordering: .relaxed) }

  /// Whether no job runs, because the run waits for other threads.
  ///
  /// Ask before ``pulseCount``: the end of a rest is a beat that is seen then.
  var isAtRest: Bool { atRest.load(ordering: .acquiring) }

  /// Whether nobody waits for the exploration any more.
  var wantsHalt: Bool { isHalted.load(ordering: .relaxed) }

  /// The run that is under way.
  var now: Position {
    var now = position.withLock { $0 }
    now.lane = lane.load(ordering: .relaxed)
    return now
  }

  /// Asks the exploration to end after its current run.
  func halt() { isHalted.store(true, ordering: .relaxed) }

  /// Notes that a run begins.
  func beginRun() { position.withLock { $0 = Position(number: $0.number + 1) } }

  /// Notes that a job of a task begins.
  func beat(_ lane: Int) {
    self.lane.store(lane, ordering: .relaxed)
    pulse.store(pulse.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Notes that no job runs, or that one may again; the time that a job may take begins anew then.
  func note(isAtRest: Bool) {
    if !isAtRest { beat(lane.load(ordering: .relaxed)) }
    atRest.store(isAtRest, ordering: .releasing)
  }

  /// Notes what has been chosen.
  func note(choice: Int) { position.withLock { $0.choices.append(choice) } }

  /// Notes that a task has appeared; its number is the count of those before.
  func note(laneName: String?) { position.withLock { $0.laneNames.append(laneName) } }
}
