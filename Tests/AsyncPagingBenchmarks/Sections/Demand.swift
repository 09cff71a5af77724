// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Synchronization

extension Benchmark {
  /// Reports of what is in sight, as a list makes them for every row.
  static let demand = [
    demand("demand/met-1", "feed.demand(through:), met already, one thread", threads: 1),
    demand("demand/met-2", "feed.demand(through:), met already, two threads", threads: 2),
  ]

  private static func demand(_ name: String, _ subject: String, threads: Int) -> Benchmark {
    Benchmark(name, subject, against: "one atomic load, one thread") { scale in
      let count = scale.pick(2_000_000, check: 1_000_000)
      let calls = Counter()
      let feed = Feed(PromptSource(count: 10, calls: calls))
      for _ in 0..<5 { try await feed.loadNext() }
      let word = Atomic(199)
      let holder = Word(word)
      return Contest { meter in
        let done = try await meter.time(count) {
          guard threads > 1 else { return demandRows(of: feed, count) }
          return try await together(threads) { demandRows(of: feed, count) }
        }
        try expect(done, threads * count, "the calls")
        try expect(calls.count, 5, "the loads")
      } reference: { meter in
        let sum = await meter.time(count) { holder.read(count) }
        try expect(sum, count * 199, "what was read")
      }
    }
  }
}

/// Demands rows that are all there.
@inline(never)
private func demandRows(of feed: Feed<Int, Int>, _ count: Int) -> Int {
  for row in 0..<count { feed.demand(through: row & 255) }
  return count
}

/// A word that can be read without waiting.
private final class Word: Sendable {
  private let word: Atomic<Int>

  init(_ word: consuming Atomic<Int>) {
    self.word = word
  }

  /// Reads it many times.
  @inline(never)
  func read(_ count: Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= word.load(ordering: .acquiring) }
    return sum
  }
}
