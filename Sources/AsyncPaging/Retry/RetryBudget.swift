// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tokens for retries, shared by any number of feeds.
///
/// Each retry takes tokens, each success gives some back. When an outage makes every load fail, the
/// tokens run out and loads fail at once, so the outage is not multiplied by the number of feeds.
/// Give one to every ``RetryPolicy`` that talks to the same server.
///
/// It needs no waiting and no lock: taking and giving are one atomic step each.
public final class RetryBudget: Sendable {
  /// The most tokens it holds, and how many it starts with.
  public let capacity: Int

  private let cost: Int
  private let hintedCost: Int
  private let refund: Int
  private let floor: Int
  private let remaining: Atomic<Int>

  /// Creates a full budget.
  ///
  /// - Parameters:
  ///   - capacity: The most tokens it holds, at least 1. Default: 500.
  ///   - cost: What one retry takes, at least 1. Default: 14.
  ///   - hintedCost: What one retry takes when the server itself asked for it by a hint, at least
  ///     0. Default: 5.
  ///   - refund: What a load that succeeds at its first attempt gives back, at least 0. One that
  ///     succeeds after retries gives back what the last of them took. Default: 1.
  ///   - floor: No retry is allowed that would leave fewer tokens than this. Default: 0.
  public init(
    capacity: Int = 500, cost: Int = 14, hintedCost: Int = 5, refund: Int = 1, floor: Int = 0
  ) {
    precondition(capacity >= 1, "capacity is \(capacity), must be 1 or more")
    precondition(cost >= 1, "cost is \(cost), must be 1 or more")
    precondition(hintedCost >= 0, "hintedCost is \(hintedCost), must be 0 or more")
    precondition(refund >= 0, "refund is \(refund), must be 0 or more")
    precondition((0...capacity).contains(floor), "floor is \(floor), must be in 0...\(capacity)")
    self.capacity = capacity
    self.cost = cost
    self.hintedCost = hintedCost
    self.refund = refund
    self.floor = floor
    remaining = Atomic(capacity)
  }

  /// How many tokens there are now.
  public var tokens: Int { remaining.load(ordering: .relaxed) }

  /// Takes the tokens of one retry.
  ///
  /// - Parameter hinted: Whether the server asked for the retry by a hint.
  /// - Returns: What was taken, or `nil` when there was not enough.
  func withdraw(hinted: Bool) -> Int? {
    let price = hinted ? hintedCost : cost
    var held = remaining.load(ordering: .relaxed)
    while held - price >= floor {
      let (isTaken, seen) = remaining.weakCompareExchange(
        expected: held, desired: held - price, ordering: .relaxed)
      if isTaken { return price }
      held = seen
    }
    return nil
  }

  /// Gives tokens back after a success: what the last retry took, or else the refund.
  func deposit(lastRetry taken: Int?) {
    let amount = taken ?? refund
    var held = remaining.load(ordering: .relaxed)
    while held < capacity {
      let (isGiven, seen) = remaining.weakCompareExchange(
        expected: held, desired: held + min(amount, capacity - held), ordering: .relaxed)
      if isGiven { return }
      held = seen
    }
  }
}
