// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Runs every schedule within a bound once.
///
/// It keeps no state of the scenario: a run repeats the choices up to the deepest one that has an
/// alternative left, takes that, and the default from there on.
final class DepthFirstScheduler: Scheduler {
  /// A choice on the way, and what else there was.
  private struct Fork {
    var choice: Int
    var count: Int

    /// What was offered.
    var signature: Int

    /// What the choices before cost.
    var spent: Int
    var isPreemptive: Bool

    /// Whether the last alternative is that time moves on early, which costs as much.
    var hasTimers: Bool

    /// Whether the choice is one of a value, which costs nothing.
    var isFree: Bool
  }

  private let bound: Strategy.Bound
  private var path: [Fork] = []
  private var depth = 0
  private var hasBegun = false

  /// Whether the bound has kept an alternative from being taken.
  private(set) var isPruned = false

  init(_ bound: Strategy.Bound) {
    self.bound = bound
  }

  func begin() -> Bool {
    depth = 0
    guard hasBegun else {
      hasBegun = true
      return true
    }
    while var fork = path.popLast() {
      fork.choice += 1
      guard fork.choice < fork.count else { continue }
      guard spent(after: fork) <= bound.budget else {
        isPruned = true
        continue
      }
      path.append(fork)
      return true
    }
    return false
  }

  func pick(from offer: Offer) throws(Divergence) -> Int {
    try take(
      Fork(
        choice: 0, count: offer.count, signature: offer.signature, spent: 0,
        isPreemptive: offer.isPreemptive, hasTimers: offer.hasTimers, isFree: false))
  }

  func pick(below count: Int) throws(Divergence) -> Int {
    try take(
      Fork(
        choice: 0, count: count, signature: count, spent: 0, isPreemptive: false, hasTimers: false,
        isFree: true))
  }

  func end() throws(Divergence) {
    guard depth < path.count else { return }
    throw Self.divergence(at: depth + 1, "the run ended there")
  }

  /// Repeats the choice of this depth, or takes the default for the first time.
  private func take(_ offered: Fork) throws(Divergence) -> Int {
    defer { depth += 1 }
    guard depth < path.count else {
      var fork = offered
      fork.spent = path.last.map(spent) ?? 0
      path.append(fork)
      return 0
    }
    guard path[depth].signature == offered.signature else {
      throw Self.divergence(
        at: depth + 1,
        path[depth].count == offered.count
          ? "another task was to go on"
          : "\(path[depth].count) alternatives before, \(offered.count) now")
    }
    return path[depth].choice
  }

  /// What the choices up to and including a fork's cost.
  private func spent(after fork: Fork) -> Int {
    guard !fork.isFree else { return fork.spent }
    let isEarly = fork.hasTimers && fork.choice == fork.count - 1
    return fork.spent
      + bound.cost(of: fork.choice, isPreemption: fork.isPreemptive || isEarly)
  }

  /// The failure of a scenario that does not repeat itself.
  static func divergence(at choice: Int, _ detail: String) -> Divergence {
    Divergence(
      kind: .nondeterminism,
      message: """
        the same schedule went another way at choice \(choice) (\(detail)): the code under test \
        depends on something else than the schedule, such as the date, a generator without a seed, \
        the order of a Set or Dictionary, an address, a global variable, or another thread
        """)
  }
}
