// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Benchmark {
  /// What an actor costs at least whose callers share a load and can leave it: beside the bars of a
  /// feed, without bars of their own.
  static let leastActor = [
    Benchmark(
      "least/suspending", "the least actor whose callers can leave, suspends once a page",
      against: "hand loop"
    ) { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.check(pages: count) {
          try await LeavingActor(makeFetch(count, .suspending)).run()
        }
      } reference: { meter in
        try await meter.checkHandLoop(pages: count, .suspending)
      }
    },
    atOnce("least/at-once", "the least actor whose callers can leave, answers at once", .enqueued),
    atOnce("least/immediate", "the same with its loads begun on the caller's thread", .immediate),
    Benchmark(
      "least/fanout", "64 × the least actor whose callers can leave, suspends once a page",
      against: "64 hand loops, 64 times the loads"
    ) { scale in
      let count = scale.pick(1_000, check: 250)
      return Contest { meter in
        let actor = LeavingActor(makeFetch(count, .suspending))
        try await meter.check(pages: 64 * count) {
          try await together(64) { try await actor.run() }
        }
      } reference: { meter in
        let loop = HandLoop(fetch: makeFetch(count, .suspending))
        try await meter.check(pages: 64 * count) { try await together(64) { try await loop.run() } }
      }
    },
    Benchmark(
      "least/join-1000", "1000 tasks join a load of the least actor whose callers can leave",
      against: "1000 tasks with one bare actor call each"
    ) { _ in
      Contest { meter in
        for _ in 0..<10 { try await meter.joinLeastActor(1_000) }
      } reference: { meter in
        for _ in 0..<10 { try await meter.touch(1_000) }
      }
    },
  ]

  private static func atOnce(
    _ name: String, _ subject: String, _ start: LeavingActor.Start
  ) -> Benchmark {
    Benchmark(name, subject, against: "actor that awaits its task's value") { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.check(pages: count) {
          try await LeavingActor(makeFetch(count, .atOnce), start).run()
        }
      } reference: { meter in
        try await meter.check(pages: count) { try await TaskActor(makeFetch(count, .atOnce)).run() }
      }
    }
  }
}

extension Meter {
  /// Measures tasks that all join one load, their creation included.
  ///
  /// - Parameter count: How many tasks.
  /// - Throws: `WrongResult`.
  fileprivate mutating func joinLeastActor(_ count: Int) async throws {
    let gate = Gate()
    let actor = LeavingActor { _ in
      await gate.pass()
      return PlainPage(items: Answers.items)
    }
    let arrivals = Counter()
    let sum = try await time(count) {
      try await apart(count) {
        if arrivals.add() == count { gate.open() }
        return try await actor.page(at: 0).map { tally($0.items) } ?? 0
      }
    }
    try expect(sum, count * Answers.tallyOfPage, "the tally of the callers' pages")
  }
}
