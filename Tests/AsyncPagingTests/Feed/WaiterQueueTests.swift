// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct WaiterQueueTests {
  @Test(
    "A7: a queue holds what a set holds, first in, first out, whoever comes and leaves",
    arguments: 1...16 as ClosedRange<UInt64>)
  func againstSet(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = WaiterQueue()
    var set: Set<Int> = []
    var last = 0
    for _ in 0..<2000 {
      let comes = Int.random(in: 0..<100, using: &generator) < (set.count < 40 ? 60 : 40)
      if comes {
        // Most come in order; one who waited elsewhere before has an older number.
        let isOlder = Int.random(in: 0..<8, using: &generator) == 0
        let waiter = isOlder ? Int.random(in: 0...last, using: &generator) : last
        last += 1
        if set.insert(waiter).inserted { queue.insert(waiter) }
      } else {
        let waiter = Int.random(in: 0...last, using: &generator)
        #expect(queue.remove(waiter) == (set.remove(waiter) != nil))
      }
      #expect(queue.isEmpty == set.isEmpty)
      #expect(queue.contains(last - 1) == set.contains(last - 1))
    }
    #expect(Array(queue) == set.sorted())
  }

  @Test("A7: queues with the same waiters are equal, however they came about")
  func equality() {
    var one = WaiterQueue()
    for waiter in [1, 2, 3, 4, 5] { one.insert(waiter) }
    one.remove(2)
    one.remove(5)
    let other = WaiterQueue([1, 3, 4])
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    one.remove(3)
    one.remove(4)
    var alone = WaiterQueue()
    alone.insert(1)
    #expect(one == alone)
    #expect(one.hashValue == alone.hashValue)
    one.remove(1)
    #expect(one.isEmpty)
    #expect(one == WaiterQueue())
  }
}
