// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct PersistentVectorTests {
  @Test(
    "a vector holds what was appended, across the borders of its levels",
    arguments: [0, 1, 31, 32, 33, 1023, 1024, 1025, 32_768, 32_769, 40_000])
  func appending(count: Int) {
    var vector = PersistentVector<Int>()
    for element in 0..<count { vector.append(element) }
    #expect(vector.count == count)
    #expect((0..<count).allSatisfy { vector[$0] == $0 })
  }

  @Test(
    "random operations give what an array gives, and held copies stay as they were",
    arguments: 1...8 as ClosedRange<UInt64>)
  func againstArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var vector = PersistentVector<Int>()
    var array: [Int] = []
    var held: [(vector: PersistentVector<Int>, array: [Int])] = []
    for step in 0..<6000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<7:
        vector.append(step)
        array.append(step)
      case 7, 8:
        guard let position = array.indices.randomElement(using: &generator) else { continue }
        vector.replace(at: position, with: -step)
        array[position] = -step
      default:
        if held.count < 200 { held.append((vector, array)) }
        // Now and then a held copy is gone on with, so that histories branch.
        if let copy = held.randomElement(using: &generator), step % 5 == 0 {
          (vector, array) = copy
        }
      }
    }
    held.append((vector, array))
    for (vector, array) in held {
      #expect(vector.count == array.count)
      #expect(array.indices.allSatisfy { vector[$0] == array[$0] })
    }
  }

  @Test("H7: copies share what they hold: fifty thousand of them fit and stay as they are")
  func manyCopies() {
    let count = 50_000
    var vector = PersistentVector<Int>()
    var copies: [PersistentVector<Int>] = []
    for element in 0..<count {
      vector.append(element)
      copies.append(vector)
    }
    // As arrays they would hold 1.25 thousand million elements.
    for position in stride(from: 0, to: count, by: 997) {
      #expect(copies[position].count == position + 1)
      #expect(copies[position][position] == position)
      #expect(copies[position][0] == 0)
    }
  }

  @Test("a vector releases what was replaced, and all of it at its end")
  func releases() {
    let census = Census()
    var vector = PersistentVector<CountedItem?>()
    for number in 0..<2000 { vector.append(CountedItem(number, in: census)) }
    #expect(census.count == 2000)
    var copy: PersistentVector<CountedItem?>? = vector
    for position in 0..<1500 { vector.replace(at: position, with: nil) }
    #expect(census.count == 2000)
    #expect(copy?[0]?.number == 0)
    copy = nil
    #expect(census.count == 500)
    vector = PersistentVector()
    #expect(census.count == 0)
  }

  @Test("J5: a position outside of the vector traps")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = PersistentVector<Int>()[0] }
    await #expect(processExitsWith: .failure) {
      var vector = PersistentVector<Int>()
      vector.append(1)
      vector.replace(at: 1, with: 2)
    }
  }
}
