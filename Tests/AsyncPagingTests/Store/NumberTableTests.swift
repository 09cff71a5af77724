// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct NumberTableTests {
  @Test(
    "A7: a table holds what a dictionary holds, few values or many, in whatever order they go",
    arguments: 1...16 as ClosedRange<UInt64>)
  func againstDictionary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var table = NumberTable<String>()
    var dictionary: [Int: String] = [:]
    var last = 0
    for step in 0..<3000 {
      // Grows to some two hundred values, shrinks to none, and again.
      let isGrowing = step / 500 % 2 == 0
      if Int.random(in: 0..<100, using: &generator) < (isGrowing ? 70 : 20) {
        // Most numbers are new; a wait takes the number of the attempt that it follows.
        let isOlder = Int.random(in: 0..<8, using: &generator) == 0
        let number = isOlder ? Int.random(in: 0...last, using: &generator) : last
        last += 1
        if dictionary[number] == nil {
          table.insert("value \(step)", for: number)
          dictionary[number] = "value \(step)"
        }
      } else {
        let number =
          step.isMultiple(of: 2)
          ? dictionary.keys.min() ?? last : Int.random(in: 0...last, using: &generator)
        #expect(table.remove(number) == dictionary.removeValue(forKey: number))
      }
      let looked = Int.random(in: 0...last, using: &generator)
      #expect(table[looked] == dictionary[looked])
      #expect(table.count == dictionary.count)
    }
    #expect(table.values == dictionary.sorted { $0.key < $1.key }.map(\.value))
  }

  @Test("A7: a table that held many values keeps no room for them once they are gone")
  func room() {
    var table = NumberTable<Int>()
    for number in 1...10_000 { table.insert(number, for: number) }
    var generator = SeededGenerator(seed: 1)
    for number in (1...10_000).shuffled(using: &generator) { table.remove(number) }
    #expect(table.count == 0)
    #expect(table.capacity <= 32)
  }

  @Test("A7: a value can take the place of another one")
  func replacing() {
    var table = NumberTable<String>()
    table.insert("old", for: 7)
    table.insert("new", for: 7)
    #expect(table[7] == "new")
    #expect(table.count == 1)
  }
}
