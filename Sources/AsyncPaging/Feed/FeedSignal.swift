// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What is read and written beside the actor, without waiting for it: which list is current, and
/// what is demanded.
///
/// Everything here is a single atomic word with one meaning, so there is no state between two of
/// them to be torn:
///
/// - `epoch` is written by the actor alone. A generation never comes back, so an iterator that finds
///   its own generation there reads a list that is still current.
/// - `wish` is the highest demand of the newest generation that demanded anything, as one number
///   that grows. Whoever raises it wakes the actor unless somebody has: raising comes before looking
///   at `isWoken`, and the actor clears `isWoken` before it looks at `wish`, all in one total order.
///   So either the actor sees the wish, or the raiser finds the actor asleep and wakes it.
/// - `itemCount` and `replacedCount` only keep needless wishes away: a wish that passes on an old
///   value is looked at by the machine again.
final class FeedSignal: Sendable {
  /// A demand as a number: newer generations are greater, and within one, higher levels.
  private struct Wish {
    static let levelBits: Int64 = 36
    static let maxLevel = (1 << levelBits) - 2
    var word: Int64

    init(word: Int64) { self.word = word }

    init(level: Int, generation: Int) {
      word = Int64(generation) << Self.levelBits | Int64(min(level, Self.maxLevel) + 1)
    }

    var level: Int? {
      let level = Int(word & (1 << Self.levelBits - 1))
      return level == 0 ? nil : level - 1
    }
    var generation: Int { Int(word >> Self.levelBits) }
  }

  private static let closed = -1
  private let epoch = Atomic<Int>(0)
  private let wish = Atomic<Int64>(0)
  private let isWoken = Atomic<Bool>(false)
  private let itemCount = Atomic<Int>(0)
  private let replacedCount = Atomic<Int>(0)
  private let lastID = Atomic<Int>(0)
  private let prefetchDistance: Int

  init(prefetchDistance: Int) {
    self.prefetchDistance = prefetchDistance
  }

  // MARK: - For everybody

  /// The current generation, or `nil` once the feed is closed.
  var generation: Int? {
    let value = epoch.load(ordering: .acquiring)
    return value == Self.closed ? nil : value
  }

  /// A number for an observer, or for an iterator that reads ahead.
  func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  /// Takes a demand.
  ///
  /// A level of another generation is void, a level that is met needs nothing. A level without a
  /// generation that lies beyond the list but within the one before it is a late report about that
  /// one, and void too.
  ///
  /// - Returns: Whether the actor must be woken.
  func demand(through level: Int, generation: Int?) -> Bool {
    guard level >= 0, let current = self.generation, generation ?? current == current else {
      return false
    }
    let count = itemCount.load(ordering: .acquiring)
    guard level >= count - prefetchDistance else { return false }
    let isLateReport =
      generation == nil && level >= count && level < replacedCount.load(ordering: .acquiring)
    guard !isLateReport else { return false }
    let wanted = Wish(level: level, generation: current).word
    var held = wish.load(ordering: .sequentiallyConsistent)
    while wanted > held {
      let (isRaised, seen) = wish.weakCompareExchange(
        expected: held, desired: wanted, ordering: .sequentiallyConsistent)
      if isRaised { return !isWoken.exchange(true, ordering: .sequentiallyConsistent) }
      held = seen
    }
    return false
  }

  // MARK: - For the actor

  /// Takes what is demanded; whoever raises the demand after this wakes the actor again.
  func takeDemand() -> (level: Int, generation: Int)? {
    isWoken.store(false, ordering: .sequentiallyConsistent)
    let held = Wish(word: wish.load(ordering: .sequentiallyConsistent))
    return held.level.map { ($0, held.generation) }
  }

  /// Forgets what is demanded, so that the same level can be demanded again.
  func dropDemand() { wish.store(0, ordering: .sequentiallyConsistent) }

  /// Says how many items there are.
  func publish(itemCount count: Int) { itemCount.store(count, ordering: .releasing) }

  /// Says that a new list is current, how long it is, and how long the one before it was that
  /// people may still be looking at.
  func publish(generation: Int, itemCount count: Int, replacing oldCount: Int) {
    replacedCount.store(oldCount, ordering: .releasing)
    itemCount.store(count, ordering: .releasing)
    epoch.store(generation, ordering: .releasing)
  }

  /// Says that the feed is closed.
  func close() { epoch.store(Self.closed, ordering: .releasing) }
}
