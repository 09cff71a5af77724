// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Those who wait for one key, in the order in which they came.
struct WaitingLine: Hashable, Sendable {
  /// Somebody who waits.
  struct Waiter: Hashable, Sendable {
    var ticket: Int
    var weight: Int

    /// The last moment at which it may go.
    var deadline: Duration
  }

  /// What will be, if everybody in the line goes as soon as possible and nothing else happens.
  private struct Plan: Hashable, Sendable {
    var budget: RateBudget

    /// When the last one goes.
    var moment: Duration

    /// Lets one more go, and says when that is.
    mutating func add(_ weight: Int, at now: Duration) -> Duration {
      moment = budget.takeNext(weight, from: max(moment, now))
      return moment
    }
  }

  private(set) var waiters: [Waiter] = []

  /// When the first one may go.
  var nextMoment: Duration = .zero

  /// `nil` when something has happened that the plan did not foresee.
  private var plan: Plan?

  /// Puts somebody at the end, unless it would go after its deadline.
  ///
  /// - Returns: When it will go.
  mutating func join(_ waiter: Waiter, _ budget: RateBudget, at now: Duration) -> Duration {
    var longer = plan ?? madePlan(budget, at: now)
    plan = longer
    let moment = longer.add(waiter.weight, at: now)
    if moment <= waiter.deadline {
      waiters.append(waiter)
      plan = longer
    }
    return moment
  }

  /// Lets the first one go.
  mutating func leaveFirst(at now: Duration) -> Waiter {
    if now > nextMoment { plan = nil }
    return waiters.removeFirst()
  }

  /// Lets somebody leave.
  ///
  /// - Returns: Whether it was there.
  mutating func leave(_ ticket: Int) -> Bool {
    guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return false }
    waiters.remove(at: index)
    plan = nil
    return true
  }

  /// Forgets the plan.
  mutating func replan() { plan = nil }

  /// Sends away those who would go after their deadlines by now, or never.
  mutating func dismiss(
    _ budget: RateBudget, at now: Duration
  ) -> [(ticket: Int, refusal: RateLimiterMachine.Refusal)] {
    var next = Plan(budget: budget, moment: now)
    var dismissed: [(ticket: Int, refusal: RateLimiterMachine.Refusal)] = []
    waiters.removeAll { waiter in
      if let limit = budget.limit(below: waiter.weight) {
        dismissed.append((waiter.ticket, .tooHeavy(limit)))
        return true
      }
      var longer = next
      let moment = longer.add(waiter.weight, at: now)
      if moment > waiter.deadline {
        dismissed.append((waiter.ticket, .tooLong(moment - now)))
        return true
      }
      next = longer
      return false
    }
    plan = next
    return dismissed
  }

  private func madePlan(_ budget: RateBudget, at now: Duration) -> Plan {
    var plan = Plan(budget: budget, moment: now)
    for waiter in waiters { _ = plan.add(waiter.weight, at: now) }
    return plan
  }
}
