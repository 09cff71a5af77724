// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Values by number, of which there are mostly few.
///
/// The first few stand side by side and are found by looking at each; only what is beyond them is
/// hashed. A number is in the table at most once.
struct NumberTable<Value> {
  private static var fewest: Int { 8 }

  private var few: [(number: Int, value: Value)] = []
  private var others: [Int: Value] = [:]

  /// How many values there are.
  var count: Int { few.count + others.count }

  /// The values, in no order.
  var values: [Value] { few.map(\.value) + others.values }

  /// The value with a number.
  subscript(number: Int) -> Value? {
    for entry in few where entry.number == number { return entry.value }
    return others.isEmpty ? nil : others[number]
  }

  /// Keeps a value for a number that has none.
  mutating func insert(_ value: Value, for number: Int) {
    if few.count < Self.fewest {
      few.append((number, value))
    } else {
      others[number] = value
    }
  }

  /// Lets go of a number's value.
  ///
  /// - Returns: The value, if there was one.
  @discardableResult
  mutating func remove(_ number: Int) -> Value? {
    for place in few.indices where few[place].number == number {
      var removed = few.removeLast()
      if place < few.count { swap(&few[place], &removed) }
      return removed.value
    }
    return others.isEmpty ? nil : others.removeValue(forKey: number)
  }
}

extension NumberTable: Sendable where Value: Sendable {}
