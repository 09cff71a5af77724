// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Values by number, for numbers that mostly come in ascending order and do not stay for long.
///
/// The values stand side by side in the order of their numbers and are found by bisection, so that
/// a few of them cost no hash and many of them no more than O(log n) each.
package struct NumberTable<Value> {
  /// So many close up when one goes; among more, its place stays until many have gone.
  private static var few: Int { 16 }

  /// In ascending order of the numbers; at most half of them have lost their values.
  private var entries: [(number: Int, value: Value?)] = []
  private var goneCount = 0

  package init() {}

  /// Room for so many values is there.
  package var capacity: Int { entries.capacity }

  /// How many values there are.
  package var count: Int { entries.count - goneCount }

  /// The values, in the order of their numbers.
  package var values: [Value] { entries.compactMap(\.value) }

  /// The value with a number.
  package subscript(number: Int) -> Value? {
    let place = place(of: number)
    guard place < entries.count, entries[place].number == number else { return nil }
    return entries[place].value
  }

  /// Keeps a value for a number, in place of the one it may have.
  package mutating func insert(_ value: Value, for number: Int) {
    let place = place(of: number)
    if place == entries.count {
      entries.append((number, value))
    } else if entries[place].number == number {
      if entries[place].value == nil { goneCount -= 1 }
      entries[place].value = value
    } else {
      entries.insert((number, value), at: place)
    }
  }

  /// Lets go of a number's value.
  ///
  /// - Returns: The value, if there was one.
  @discardableResult
  package mutating func remove(_ number: Int) -> Value? {
    let place = place(of: number)
    guard place < entries.count, entries[place].number == number,
      let value = entries[place].value.take()
    else { return nil }
    if place == entries.count - 1 {
      entries.removeLast()
    } else if entries.count <= Self.few {
      entries.remove(at: place)
    } else {
      goneCount += 1
    }
    if goneCount * 2 > entries.count {
      entries.removeAll { $0.value == nil }
      goneCount = 0
    }
    // What many once needed is not kept for none.
    if entries.isEmpty, entries.capacity > 2 * Self.few { entries = [] }
    return value
  }

  /// Where a number stands, or would stand.
  private func place(of number: Int) -> Int {
    guard let last = entries.last, number <= last.number else { return entries.count }
    return entries.indices.partitionPoint { entries[$0].number >= number }
  }
}

extension NumberTable: Sendable where Value: Sendable {}
