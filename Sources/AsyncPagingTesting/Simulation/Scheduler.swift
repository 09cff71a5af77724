// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A job that may run now.
struct ReadyJob {
  var job: UnownedJob

  /// The task it belongs to, numbered in the order of appearance.
  var lane: Int

  /// Whether it is not the task itself: an actor that takes its turn, or a `Task.yield()`.
  var isTurn: Bool
}

/// What can happen next, as a scheduler sees it.
///
/// The alternatives have one order, which makes a schedule independent of the strategy that found
/// it: first the preferred job (the task that ran last goes on, else the oldest job), then the
/// others from old to new, at last that time moves on although somebody could still run.
struct Offer {
  var ready: [ReadyJob]
  var preferred: Int

  /// Whether another choice than 0 takes the turn from a task that could go on.
  var isPreemptive: Bool

  /// Whether time may move on early.
  var hasTimers: Bool

  /// The task that ran last, if it gave up its turn by itself.
  var yieldedLane: Int?

  var count: Int { ready.count + (hasTimers ? 1 : 0) }

  /// Says what is offered, to notice a scenario that does not repeat itself.
  var signature: Int { count << 32 | ready[preferred].lane }

  /// The place of an alternative's job, or `nil` if it is the timers.
  func index(of choice: Int) -> Int? {
    if choice == ready.count { return nil }
    if choice == 0 { return preferred }
    return choice <= preferred ? choice - 1 : choice
  }
}

/// Decides which alternative is taken.
protocol Scheduler: AnyObject {
  /// Prepares the next run; `false` when there is none.
  func begin() -> Bool

  /// Picks what happens next.
  func pick(from offer: Offer) throws(Divergence) -> Int

  /// Picks a value for the scenario.
  func pick(below count: Int) throws(Divergence) -> Int

  /// Ends a run.
  ///
  /// - Throws: A divergence if it had to be another one.
  func end() throws(Divergence)
}

/// Repeats a schedule; what lies beyond it is the default.
final class ReplayScheduler: Scheduler {
  private let choices: [Int]
  private let isStrict: Bool
  private var position = 0
  private var hasBegun = false

  /// Creates a scheduler for one run.
  ///
  /// - Parameters:
  ///   - schedule: What is repeated.
  ///   - isStrict: Whether a schedule that does not fit is refused, rather than replaced by the
  ///     default where it does not.
  init(_ schedule: Schedule, isStrict: Bool) {
    choices = schedule.choices
    self.isStrict = isStrict
  }

  func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  func pick(from offer: Offer) throws(Divergence) -> Int { try pick(below: offer.count) }

  func pick(below count: Int) throws(Divergence) -> Int {
    position += 1
    guard position <= choices.count else { return 0 }
    let choice = choices[position - 1]
    guard choice >= count else { return choice }
    guard isStrict else { return 0 }
    throw Divergence(
      kind: .schedule,
      message: "the schedule does not fit the scenario: "
        + "choice \(position) is alternative \(choice), and there are only \(count), from 0")
  }

  func end() throws(Divergence) {
    guard isStrict, position < choices.count else { return }
    throw Divergence(
      kind: .schedule,
      message: "the schedule does not fit the scenario: it has \(choices.count) choices, "
        + "and the run ended after \(position)")
  }
}
