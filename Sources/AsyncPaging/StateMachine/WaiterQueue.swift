// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Waiters by number, in the order in which they came: first in, first out.
///
/// One alone, as most loads have, needs no memory of its own. To come costs O(1) for a number above
/// all others; to leave costs a bisection, 17 steps for 100,000, and now and then a clearing up, in
/// all O(log n) each.
package struct WaiterQueue: Sendable {
  /// The one who waits alone.
  private var only: Int?

  /// All who wait, where they were ever more than one, in ascending order; who has left is marked
  /// by the complement of the number.
  ///
  /// At most half of them have left.
  private var many: [Int] = []
  private var goneCount = 0

  package init() {}

  /// Creates a queue of waiters in ascending order.
  package init(_ numbers: [Int]) {
    many = numbers
  }

  package var isEmpty: Bool { only == nil && many.isEmpty }

  /// Takes a waiter in, who is not there yet.
  package mutating func insert(_ waiter: Int) {
    if let other = only.take() {
      many = [other, waiter].sorted()
    } else if many.isEmpty {
      only = waiter
    } else {
      many.insert(waiter, at: place(of: waiter))
    }
  }

  /// Lets a waiter go.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  package mutating func remove(_ waiter: Int) -> Bool {
    if only == waiter {
      only = nil
      return true
    }
    let place = place(of: waiter)
    guard place < many.count, many[place] == waiter else { return false }
    many[place] = ~waiter
    goneCount += 1
    if goneCount * 2 > many.count {
      many.removeAll { $0 < 0 }
      goneCount = 0
    }
    return true
  }

  package func contains(_ waiter: Int) -> Bool {
    if let only { return only == waiter }
    let place = place(of: waiter)
    return place < many.count && many[place] == waiter
  }

  /// Where a waiter stands among many, or would stand.
  private func place(of waiter: Int) -> Int {
    // Most waiters come after all others.
    guard !many.isEmpty, waiter <= number(at: many.count - 1) else { return many.count }
    return many.indices.partitionPoint { number(at: $0) >= waiter }
  }

  /// The number of a waiter who is there, or was.
  private func number(at place: Int) -> Int { many[place] < 0 ? ~many[place] : many[place] }
}

extension WaiterQueue: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate var only: Int?
    fileprivate var many: IndexingIterator<[Int]>

    package mutating func next() -> Int? {
      if let waiter = only.take() { return waiter }
      while let waiter = many.next() {
        if waiter >= 0 { return waiter }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(only: only, many: many.makeIterator()) }
}

extension WaiterQueue: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(only == nil ? many.count - goneCount : 1)
    for waiter in self { hasher.combine(waiter) }
  }
}
