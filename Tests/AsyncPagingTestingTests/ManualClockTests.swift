// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ManualClockTests {
  @Test("G8: time moves only when told to, and sleepers wake in the order of their deadlines")
  func order() async throws {
    let clock = ManualClock()
    let order = Notes()
    let sleepers = [3, 1, 2].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        await order.add(seconds)
      }
    }
    try await clock.sleepers(3)
    #expect(try await clock.nextSleep() == .seconds(1))
    for expected in 1...3 {
      await clock.advance(by: .seconds(1))
      try await sleepers[[1, 2, 0][expected - 1]].value
      #expect(await order.all.last == expected)
    }
    #expect(await clock.sleeperCount == 0)
    #expect(clock.now.offset == .seconds(3))
  }

  @Test("a deadline that has passed does not sleep")
  func past() async throws {
    let clock = ManualClock()
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(4)))
    try await clock.sleep(for: .zero)
    #expect(await clock.sleeperCount == 0)
  }

  @Test("a sleeper whose task is cancelled leaves with an error", arguments: [true, false])
  func cancellation(isEarly: Bool) async throws {
    let clock = ManualClock()
    let gate = Gate(isOpen: !isEarly)
    let sleeper = Task {
      try await gate.pass(ignoringCancellation: true)
      try await clock.sleep(for: .seconds(1))
    }
    if isEarly { try await gate.arrivals(1) } else { try await clock.sleepers(1) }
    sleeper.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(await clock.sleeperCount == 0)
  }

  @Test("no duration makes it trap", arguments: [Duration.seconds(Int64.max), .seconds(-1), .zero])
  func extremes(step: Duration) async {
    let clock = ManualClock()
    await clock.advance(by: step)
    await clock.advance(by: step)
    #expect(clock.now.offset >= .zero)
  }
}

/// Numbers in the order in which they were noted.
actor Notes {
  private(set) var all: [Int] = []

  func add(_ number: Int) { all.append(number) }
}
