// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// Loading while the consumer works; the work is sleep, so real time passes.
  static let prefetch = [
    Benchmark(
      name: "prefetch/overlap",
      subject: "feed.pages(prefetching: 1), 5 ms to fetch a page and 5 ms to consume it",
      reference: "one after the other", rounds: 7, checkRounds: 3
    ) { scale in
      let count = scale.pick(200, check: 80)
      let delays = Array(repeating: Duration.milliseconds(5), count: count)
      return Contest { meter in
        try await meter.overlap(fetching: delays, consuming: delays, ahead: 1)
      } reference: { meter in
        try await meter.alternate(fetching: delays, consuming: delays)
      }
    },
    Benchmark(
      name: "prefetch/jitter",
      subject: "feed.pages(prefetching: 4), 1 to 9 ms to fetch a page and to consume it",
      reference: "the bound: fetching or consuming alone, whichever is longer", rounds: 7,
      checkRounds: 3
    ) { scale in
      let count = scale.pick(200, check: 100)
      var dice = Dice(state: 0x9E37_79B9_7F4A_7C15)
      let fetching = dice.delays(count)
      let consuming = dice.delays(count)
      let bound = [fetching, consuming].max { $0.reduce(.zero, +) < $1.reduce(.zero, +) } ?? []
      return Contest { meter in
        try await meter.overlap(fetching: fetching, consuming: consuming, ahead: 4)
      } reference: { meter in
        try await meter.alternate(fetching: bound, consuming: [])
      }
    },
  ]
}

extension Meter {
  /// Measures a consumer that works while a feed loads ahead.
  fileprivate mutating func overlap(
    fetching: [Duration], consuming: [Duration], ahead: Int
  ) async throws {
    let calls = Counter()
    let feed = Feed(SlowSource(delays: fetching, calls: calls))
    try await check(pages: fetching.count) {
      var sum = 0
      for try await page in feed.pages(prefetching: ahead) {
        sum &+= tally(page.items)
        try await Task.sleep(for: consuming[page.index])
      }
      return sum
    }
    try expect(calls.count, fetching.count, "the loads")
  }

  /// Measures a loop that fetches, consumes, fetches.
  fileprivate mutating func alternate(
    fetching: [Duration], consuming: [Duration]
  ) async throws {
    let count = fetching.count
    let loop = HandLoop { cursor in
      try await Task.sleep(for: fetching[cursor])
      if !consuming.isEmpty { try await Task.sleep(for: consuming[cursor]) }
      return PlainPage(items: Answers.items, next: Answers.next(after: cursor, of: count))
    }
    try await check(pages: count) { try await loop.run() }
  }
}

/// A source that takes its time.
private struct SlowSource: PageSource {
  /// How long for each page.
  let delays: [Duration]

  /// How often it was asked.
  let calls: Counter

  @concurrent
  func page(for request: PageRequest<Int>) async throws -> Page<Int, Int> {
    calls.add()
    let cursor = request.cursor ?? 0
    try await Task.sleep(for: delays[cursor])
    return Page(items: Answers.items, next: Answers.next(after: cursor, of: delays.count))
  }
}

/// Chance that falls the same way in every run.
private struct Dice: RandomNumberGenerator {
  /// Not 0.
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Delays of 1 to 9 ms, each as likely as the other.
  mutating func delays(_ count: Int) -> [Duration] {
    (0..<count).map { _ in .microseconds(Int.random(in: 1_000...9_000, using: &self)) }
  }
}
