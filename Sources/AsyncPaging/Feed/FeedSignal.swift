// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// What is read and written beside the actor, without waiting for it: which list is current, and
/// what is demanded.
///
/// Each of these is one atomic word, so there is no state between two of them to be torn:
///
/// - `epoch` is written by the actor alone. A generation never comes back, so an iterator that
///   finds its own generation there reads a list that is still current. Once the feed is closed it
///   holds the complement of the last one.
/// - `wish` is the highest demand of the newest generation that demanded anything, as one number
///   that grows, with a mark that the actor has been woken for it. Whoever raises it sets the mark,
///   and wakes the actor unless it was set; the actor reads the wish and clears the mark in one
///   step. So who finds the mark set has raised the wish before the actor reads it. Dropping a wish
///   clears the mark, too: a turn on its way then finds nothing, or a later wish, which another
///   turn finds again and which then changes nothing.
/// - `itemCount` keeps wishes away that are met. It only grows within a generation, and a wish that
///   passes on an old count is weighed again by the machine.
/// - `replaced` says how long the list before the current one was, and of which generation that
///   holds. Levels beyond the current list but within that one are late reports, until somebody
///   reports a level within the current list, or that list grows.
@usableFromInline
final class FeedSignal: Sendable {
  /// A demand as a number: newer generations are greater, and within one, higher levels.
  private struct Wish {
    static let levelBits: Int64 = 35
    static let maxLevel: Int64 = (1 << levelBits) - 2

    /// Set from when the actor is woken for a wish until it reads it.
    static let wokenMark: Int64 = 1
    var word: Int64

    init(word: Int64) { self.word = word }

    init(level: Int, generation: Int) {
      word = (Int64(generation) << Self.levelBits | (min(Int64(level), Self.maxLevel) + 1)) << 1
    }

    var level: Int? {
      let level = word >> 1 & (1 << Self.levelBits - 1)
      return level == 0 ? nil : Int(clamping: level - 1)
    }
    var generation: Int { Int(word >> (Self.levelBits + 1)) }
  }

  @usableFromInline let epoch = Atomic<Int>(0)
  private let wish = Atomic<Int64>(0)
  private let itemCount = Atomic<Int>(0)
  private let replaced = Atomic<Int64>(0)
  private let lastID = Atomic<Int>(0)

  init() {}

  // MARK: - For everybody

  /// The current generation, or `nil` once the feed is closed.
  var generation: Int? {
    let value = epoch.load(ordering: .acquiring)
    return value < 0 ? nil : value
  }

  /// Whether a generation is the current one, or was the last one of a feed that is closed.
  @inlinable
  func isCurrent(_ generation: Int) -> Bool {
    let value = epoch.load(ordering: .acquiring)
    return generation == (value < 0 ? ~value : value)
  }

  /// Whether a generation is the current one of a feed that is not closed.
  @inlinable
  func isOpen(at generation: Int) -> Bool { epoch.load(ordering: .acquiring) == generation }

  /// A number for an observer, or for an iterator that reads ahead.
  func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  /// Takes a demand.
  ///
  /// A level of another generation is void, a level that is met needs nothing. A level without a
  /// generation that lies beyond the list but within the one before it is a late report about that
  /// one, and void too.
  ///
  /// - Parameters:
  ///   - level: The index of an item.
  ///   - generation: The generation that it belongs to, if that is known.
  ///   - distance: How many items shall be there beyond the level.
  /// - Returns: Whether the actor must be woken.
  func demand(through level: Int, generation: Int?, keeping distance: Int) -> Bool {
    guard level >= 0, let current = self.generation, generation ?? current == current else {
      return false
    }
    let old = replaced.load(ordering: .acquiring)
    let count = itemCount.load(ordering: .acquiring)
    if level < count, old != 0 {
      // Whoever reports a row of the current list has seen it.
      _ = replaced.compareExchange(expected: old, desired: 0, ordering: .acquiringAndReleasing)
    }
    guard level >= count - distance else { return false }
    let isLateReport = generation == nil && level >= count && level < Wish(word: old).level ?? 0
    guard !isLateReport else { return false }
    let wanted = Wish(level: level, generation: current).word | Wish.wokenMark
    var held = wish.load(ordering: .acquiring)
    while wanted > held | Wish.wokenMark {
      let (isRaised, seen) = wish.weakCompareExchange(
        expected: held, desired: wanted, ordering: .acquiringAndReleasing)
      if isRaised { return held & Wish.wokenMark == 0 }
      held = seen
    }
    return false
  }

  // MARK: - For the actor

  /// Takes what is demanded; whoever raises the demand after this wakes the actor again.
  func takeDemand() -> (level: Int, generation: Int)? {
    let word = wish.bitwiseAnd(~Wish.wokenMark, ordering: .acquiringAndReleasing).oldValue
    let held = Wish(word: word)
    return held.level.map { ($0, held.generation) }
  }

  /// Forgets what is demanded, so that the same level can be demanded again.
  func dropDemand() { wish.store(0, ordering: .releasing) }

  /// Says how many items there are, now that the list has grown.
  func publish(itemCount count: Int) {
    itemCount.store(count, ordering: .releasing)
    replaced.store(0, ordering: .releasing)
  }

  /// Says that a new list is current, how long it is, and how long the one before it was that
  /// people may still be looking at.
  func publish(generation: Int, itemCount count: Int, replacing oldCount: Int) {
    replaced.store(
      oldCount == 0 ? 0 : Wish(level: oldCount, generation: generation).word, ordering: .releasing)
    itemCount.store(count, ordering: .releasing)
    epoch.store(generation, ordering: .releasing)
  }

  /// Says that the feed is closed, once.
  func close() { epoch.store(~epoch.load(ordering: .relaxed), ordering: .releasing) }
}
