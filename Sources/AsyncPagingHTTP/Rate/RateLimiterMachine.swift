// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The decisions of a rate limiter: who may go when, and who need not wait at all.
///
/// A value without clocks, tasks and continuations. Every event is told the time and says what it
/// means for those who wait; ``nextMoment`` says when to come back.
package struct RateLimiterMachine: Hashable, Sendable {
  /// What the driver has to do.
  package enum Effect: Hashable, Sendable {
    /// The request may be sent now.
    case grant(Int)

    /// The request is not to be sent.
    case refuse(Int, Refusal)
  }

  /// Why a request is refused.
  package enum Refusal: Hashable, Sendable {
    /// It weighs more than a limit allows at all.
    case tooHeavy(RateLimit)

    /// So many wait already.
    case full(Int)

    /// It would have to wait so long.
    case tooLong(Duration)
  }

  /// So many budgets are never too many.
  private static let keptCount = 64

  private let queueLimit: Int
  private let longestWait: Duration
  private var limits: [RateLimit]
  private var ownLimits: [String: [RateLimit]] = [:]
  private var budgets: [String: RateBudget] = [:]
  private var lines: [String: WaitingLine] = [:]

  /// With how many budgets the idle ones are looked for.
  private var sweepCount = Self.keptCount

  /// A machine that knows no key.
  ///
  /// - Parameters:
  ///   - limits: The limits of every key without its own.
  ///   - queueLimit: The most requests that wait for one key.
  ///   - longestWait: The longest that a request waits.
  package init(_ limits: [RateLimit], queueLimit: Int, longestWait: Duration) {
    self.limits = limits
    self.queueLimit = queueLimit
    self.longestWait = longestWait
  }

  /// When somebody may go next, if somebody waits.
  package var nextMoment: Duration? { lines.values.lazy.map(\.nextMoment).min() }

  /// How many keys are remembered.
  package var keyCount: Int { budgets.count }

  /// How many wait for a key.
  package func waitingCount(for key: String) -> Int { lines[key]?.waiters.count ?? 0 }
}

// MARK: - Events

extension RateLimiterMachine {
  /// A request wants to be sent; tickets grow from call to call.
  package mutating func ask(
    _ ticket: Int, weight: Int, key: String, at now: Duration
  ) -> [Effect] {
    var budget = openBudget(key, at: now)
    if let limit = budget.limit(below: weight) { return [.refuse(ticket, .tooHeavy(limit))] }
    var line = lines[key] ?? WaitingLine()
    let isFirst = line.waiters.isEmpty
    let moment = budget.moment(for: weight, from: now)
    if isFirst, moment <= now {
      budget.take(weight, at: now)
      budgets[key] = budget
      return [.grant(ticket)]
    }
    guard line.waiters.count < queueLimit else {
      return [.refuse(ticket, .full(line.waiters.count))]
    }
    let waiter = WaitingLine.Waiter(ticket: ticket, weight: weight, deadline: now + longestWait)
    let place = line.join(waiter, budget, at: now)
    if isFirst { line.nextMoment = moment }
    if !line.waiters.isEmpty { lines[key] = line }
    return place > waiter.deadline ? [.refuse(ticket, .tooLong(place - now))] : []
  }

  /// A request is not wanted any more.
  package mutating func leave(_ ticket: Int, key: String, at now: Duration) -> [Effect] {
    guard lines[key]?.leave(ticket) == true else { return [] }
    return serve(key, at: now)
  }

  /// Time has passed.
  package mutating func elapse(at now: Duration) -> [Effect] {
    let due = lines.filter { $0.value.nextMoment <= now }
    let keys = due.sorted { Self.first($0.value) < Self.first($1.value) }.map(\.key)
    return keys.flatMap { serve($0, at: now) }
  }

  /// An answer has told about the server's quotas.
  package mutating func learn(
    _ states: [RateLimitState], key: String, at now: Duration
  ) -> [Effect] {
    var budget = openBudget(key, at: now)
    let quotas = budget.quotas
    budget.learn(states, at: now)
    guard budget.quotas != quotas else { return [] }
    budgets[key] = budget
    return dismiss(key, at: now) + serve(key, at: now)
  }

  /// The server has refused a request for going too fast.
  package mutating func throttle(
    key: String, retryAfter delay: Duration?, at now: Duration
  ) -> [Effect] {
    var budget = openBudget(key, at: now)
    budget.throttle(retryAfter: delay, at: now)
    budgets[key] = budget
    return dismiss(key, at: now) + serve(key, at: now)
  }

  /// A request that was granted did not count after all.
  package mutating func refund(_ weight: Int, key: String, at now: Duration) -> [Effect] {
    budgets[key]?.advance(to: now)
    budgets[key]?.refund(weight)
    lines[key]?.replan()
    return serve(key, at: now)
  }

  /// There are new limits, for one key or for every key without its own.
  package mutating func setLimits(
    _ limits: [RateLimit], key: String?, at now: Duration
  ) -> [Effect] {
    if let key { ownLimits[key] = limits } else { self.limits = limits }
    let keys = budgets.keys.filter { key == nil ? ownLimits[$0] == nil : $0 == key }
    return keys.sorted().flatMap { key in
      budgets[key]?.advance(to: now)
      budgets[key]?.setLimits(limits)
      return dismiss(key, at: now) + serve(key, at: now)
    }
  }
}

// MARK: - Parts

extension RateLimiterMachine {
  private static func first(_ line: WaitingLine) -> Int { line.waiters.first?.ticket ?? 0 }

  /// The budget of a key as it is now; a new one is not kept yet.
  private mutating func openBudget(_ key: String, at now: Duration) -> RateBudget {
    if var budget = budgets[key] {
      budget.advance(to: now)
      return budget
    }
    if budgets.count >= sweepCount {
      budgets = budgets.filter { lines[$0.key] != nil || !$0.value.isIdle(at: now) }
      sweepCount = max(Self.keptCount, budgets.count * 2)
    }
    return RateBudget(ownLimits[key] ?? limits)
  }

  /// Lets go who may, in order.
  private mutating func serve(_ key: String, at now: Duration) -> [Effect] {
    guard var line = lines[key], var budget = budgets[key] else { return [] }
    budget.advance(to: now)
    var effects: [Effect] = []
    while let head = line.waiters.first {
      let moment = budget.moment(for: head.weight, from: now)
      guard moment <= now else {
        line.nextMoment = moment
        break
      }
      budget.take(head.weight, at: now)
      effects.append(.grant(line.leaveFirst(at: now).ticket))
    }
    budgets[key] = budget
    lines[key] = line.waiters.isEmpty ? nil : line
    return effects
  }

  /// Refuses those who would have to wait too long by now.
  private mutating func dismiss(_ key: String, at now: Duration) -> [Effect] {
    guard let budget = budgets[key], var line = lines[key] else { return [] }
    let dismissed = line.dismiss(budget, at: now)
    lines[key] = line
    return dismissed.map { .refuse($0.ticket, $0.refusal) }
  }
}
