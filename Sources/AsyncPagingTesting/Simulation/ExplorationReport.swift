// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What an exploration has found out.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// How the schedules were picked.
  public let strategy: Strategy

  /// How many schedules were run; those that only simplify or explain a failure do not count.
  public internal(set) var schedules = 0

  /// How many jobs they had in all.
  public internal(set) var steps = 0

  /// How many jobs the longest one had.
  public internal(set) var longestRun = 0

  /// The highest bound whose space was run completely; `nil` if none was.
  ///
  /// It is ``Strategy/Bound/unbounded`` as well if a bound has cut nothing off. A task that polls
  /// would have schedules without end: after 64 jobs in a row others get their turn, and where that
  /// was needed a space was not run completely.
  public internal(set) var exhaustedBound: Strategy.Bound?

  /// How long it took.
  public internal(set) var duration: Duration = .zero

  /// The first failure; `nil` if there was none.
  public internal(set) var failure: Failure?

  /// Whether schedules were left out in which a task keeps its turn for very long.
  var isCut = false

  init(strategy: Strategy) {
    self.strategy = strategy
  }

  /// Whether every schedule that the strategy asks for was run.
  public var isExhausted: Bool {
    guard failure == nil else { return false }
    switch strategy.plan {
    case .random(_, let count), .pct(_, _, let count): return schedules == count
    case .exhaustive(let bounds, _):
      return exhaustedBound == .unbounded || exhaustedBound == bounds.last
    case .replay: return true
    }
  }

  /// How many schedules were run in a second.
  public var schedulesPerSecond: Double {
    duration > .zero ? Double(schedules) / duration.inSeconds : 0
  }

  /// The failure with the line that replays it and its steps, or how much was run without one.
  public var description: String {
    guard let failure else {
      let coverage =
        switch exhaustedBound {
        case .unbounded?: "every schedule there is"
        case let bound?: "every schedule with \(bound)\(isExhausted ? "" : ", and some beyond")"
        case nil: isExhausted ? "\(strategy)" : "\(strategy), not to the end\(reasonOfCut)"
        }
      return "no failure in \(schedules) schedules: \(coverage)"
    }
    return "\(failure)\nfound in schedule \(failure.number) of: \(strategy)"
  }

  private var reasonOfCut: String {
    isCut ? ": no task runs more than \(Run.longestStreak) jobs in a row while others wait" : ""
  }
}

extension ExplorationReport {
  /// A run that went wrong.
  public struct Failure: Sendable, CustomStringConvertible {
    /// What went wrong.
    public let kind: Kind

    /// What went wrong, for the reader: the names of the tasks, the likely cause and the remedy.
    public internal(set) var message: String

    /// The schedule that fails, simplified; give it to ``Strategy/replay(_:)``.
    public internal(set) var schedule = ""

    /// The schedule as it was found.
    public internal(set) var originalSchedule = ""

    /// How many of the simplified schedule's choices differ from the default.
    public internal(set) var deviations = 0

    /// The number of the failing schedule in the exploration, from 1.
    public internal(set) var number = 0

    /// What happened in the simplified schedule, step by step.
    public internal(set) var log: [String] = []

    init(kind: Kind, message: String) {
      self.kind = kind
      self.message = message
    }

    /// The line of code that runs the failing schedule again, with the same options.
    public var replayLine: String { ".replay(\"\(schedule)\")" }

    /// The message, the line that replays it, and the steps.
    public var description: String {
      let steps = log.isEmpty ? "" : "\nsteps:\n" + log.joined(separator: "\n")
      return "\(kind): \(message)\nreplay: \(replayLine)\(steps)"
    }
  }
}

extension ExplorationReport.Failure {
  /// A way to go wrong.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// What a reader is shown.
    public let description: String

    /// An expectation did not hold, or an operation threw.
    public static let check = Self(description: "failed check")

    /// Nothing can run, and an operation has not returned.
    public static let deadlock = Self(description: "deadlock")

    /// The run has more steps than ``Simulation/Options/stepLimit``.
    public static let livelock = Self(description: "livelock")

    /// A task is suspended for ever although every operation has returned.
    public static let leakedTask = Self(description: "leaked task")

    /// An object that should have been released is still alive.
    public static let leakedObject = Self(description: "leaked object")

    /// A task still sleeps on the clock although every operation has returned.
    public static let leakedSleeper = Self(description: "leaked sleeper")

    /// Something ran outside of the simulation.
    public static let escape = Self(description: "escape")

    /// A job has kept its thread longer than ``Simulation/Options/patience``.
    public static let blockedThread = Self(description: "blocked thread")

    /// The same schedule had another course when it was run again.
    public static let nondeterminism = Self(description: "nondeterminism")

    /// A schedule that was to be replayed is none of the scenario's.
    public static let schedule = Self(description: "schedule that does not fit")
  }
}
