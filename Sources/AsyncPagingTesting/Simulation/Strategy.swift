// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Which schedules of a scenario are run.
///
/// ```swift
/// await explore(.exhaustive(.preemptions(2))) { simulation in … }
/// await explore(.random(seed: 7, schedules: 20_000)) { simulation in … }
/// await explore(.replay("0001")) { simulation in … }
/// ```
public struct Strategy: Sendable, Hashable, CustomStringConvertible {
  enum Plan: Sendable, Hashable {
    case random(seed: UInt64, schedules: Int)
    case pct(seed: UInt64, depth: Int, schedules: Int)
    case exhaustive([Bound], limit: Int)
    case replay(String)
  }

  let plan: Plan

  /// Everything with no preemption, then with at most one, then with at most two, up to 100,000
  /// schedules.
  ///
  /// The smallest counterexample comes first, and most faults show with at most two preemptions.
  public static let `default` = rising(to: 2)

  /// Schedules that are drawn uniformly at each choice.
  ///
  /// - Parameters:
  ///   - seed: The same seed draws the same schedules.
  ///   - schedules: How many are run; at least 1.
  /// - Returns: The strategy.
  public static func random(seed: UInt64, schedules: Int) -> Self {
    precondition(schedules >= 1, "schedules is \(schedules), must be 1 or more")
    return Self(plan: .random(seed: seed, schedules: schedules))
  }

  /// Schedules by random priorities of the tasks that change at few random moments.
  ///
  /// It finds a fault that needs `depth` ordered events with a probability that is known, however
  /// long the schedule is (Burckhardt et al., "A randomized scheduler with probabilistic guarantees
  /// of finding bugs", ASPLOS 2010).
  ///
  /// - Parameters:
  ///   - seed: The same seed draws the same schedules.
  ///   - depth: How many events a fault needs; less than 1 counts as 1. Default: 3.
  ///   - schedules: How many are run; at least 1.
  /// - Returns: The strategy.
  public static func pct(seed: UInt64, depth: Int = 3, schedules: Int) -> Self {
    precondition(schedules >= 1, "schedules is \(schedules), must be 1 or more")
    return Self(plan: .pct(seed: seed, depth: depth, schedules: schedules))
  }

  /// Every schedule within a bound, each once.
  ///
  /// - Parameters:
  ///   - bound: What limits the space. Default: nothing.
  ///   - limit: How many schedules are run at most; at least 1. Default: no limit.
  /// - Returns: The strategy.
  public static func exhaustive(_ bound: Bound = .unbounded, limit: Int = .max) -> Self {
    precondition(limit >= 1, "limit is \(limit), must be 1 or more")
    return Self(plan: .exhaustive([bound], limit: limit))
  }

  /// Every schedule with no preemption, then every one with at most one, and so on.
  ///
  /// A higher bound runs and counts the schedules of the lower ones again. It ends early where a
  /// higher bound would add nothing.
  ///
  /// - Parameters:
  ///   - preemptions: The last bound.
  ///   - limit: How many schedules are run at most, all bounds together; at least 1. Default:
  ///     100,000.
  /// - Returns: The strategy.
  public static func rising(to preemptions: Int, limit: Int = 100_000) -> Self {
    precondition(limit >= 1, "limit is \(limit), must be 1 or more")
    return Self(plan: .exhaustive((0...max(preemptions, 0)).map { .preemptions($0) }, limit: limit))
  }

  /// One schedule, as a report of a failure prints it.
  ///
  /// A schedule that does not fit the scenario is refused: the report says at which choice it left
  /// the road.
  ///
  /// - Parameter schedule: The choices in order; what is missing at the end is the default.
  /// - Returns: The strategy.
  public static func replay(_ schedule: String) -> Self { Self(plan: .replay(schedule)) }

  /// The strategy in a few words.
  public var description: String {
    switch plan {
    case .random(let seed, let schedules): "random, seed \(seed), \(schedules) schedules"
    case .pct(let seed, let depth, let schedules):
      "PCT, seed \(seed), depth \(depth), \(schedules) schedules"
    case .exhaustive(let bounds, _):
      (bounds.count > 1 ? "exhaustive, one bound after the other up to " : "exhaustive, ")
        + (bounds.last?.description ?? "")
    case .replay(let schedule): "replay of \"\(schedule)\""
    }
  }
}

extension Strategy {
  /// What limits an exhaustive search.
  public struct Bound: Sendable, Hashable, CustomStringConvertible {
    enum Measure: Sendable, Hashable {
      case nothing
      case preemptions(Int)
      case delays(Int)
    }

    let measure: Measure

    /// Nothing: every interleaving.
    public static let unbounded = Self(measure: .nothing)

    /// At most so many switches away from a task that could have gone on.
    ///
    /// - Parameter count: How many; less than 0 counts as 0.
    /// - Returns: The bound.
    public static func preemptions(_ count: Int) -> Self {
      Self(measure: .preemptions(max(count, 0)))
    }

    /// At most so many jobs passed over, counted against the default order.
    ///
    /// See Emmi, Qadeer and Rakamarić, "Delay-bounded scheduling", POPL 2011.
    ///
    /// - Parameter count: How many; less than 0 counts as 0.
    /// - Returns: The bound.
    public static func delays(_ count: Int) -> Self { Self(measure: .delays(max(count, 0))) }

    /// The bound in a few words.
    public var description: String {
      switch measure {
      case .nothing: "unbounded"
      case .preemptions(1): "at most 1 preemption"
      case .preemptions(let count): "at most \(count) preemptions"
      case .delays(1): "at most 1 delay"
      case .delays(let count): "at most \(count) delays"
      }
    }

    /// The highest cost of a schedule within the bound.
    var budget: Int {
      switch measure {
      case .nothing: .max
      case .preemptions(let count), .delays(let count): count
      }
    }

    /// What taking an alternative costs.
    func cost(of choice: Int, isPreemption: Bool) -> Int {
      switch measure {
      case .nothing: 0
      case .preemptions: choice > 0 && isPreemption ? 1 : 0
      case .delays: choice
      }
    }
  }
}
