// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import BenchmarkPeers

extension Benchmark {
  /// The walk through a source that nobody shares.
  static let walks = [
    Benchmark(
      "walk/at-once", "source.pages(), answers at once", against: "sequence of a cloud SDK"
    ) { scale in
      let count = scale.pick(50_000, check: 20_000)
      return Contest { meter in
        let source = PromptSource(count: count)
        try await meter.check(pages: count) { try await total(of: source.pages()) }
      } reference: { meter in
        let pages = tokenPages(count, .atOnce)
        try await meter.check(pages: count) {
          var sum = 0
          for try await page in pages { sum &+= tally(page.items) }
          return sum
        }
      }
    },
    Benchmark(
      "walk/suspending", "source.pages(), suspends once a page", against: "hand loop"
    ) { scale in
      let count = scale.pick(20_000, check: 10_000)
      return Contest { meter in
        let source = SuspendingSource(count: count)
        try await meter.check(pages: count) { try await total(of: source.pages()) }
      } reference: { meter in
        try await meter.checkHandLoop(pages: count, .suspending)
      }
    },
  ]
}

/// Walks through pages to their end, as a function of nobody's isolation does.
///
/// - Parameter pages: The pages.
/// - Returns: Their tallies, added.
/// - Throws: What the pages throw.
@concurrent
func total<Pages: AsyncSequence<Page<Int, Int>, FeedError> & Sendable>(
  of pages: Pages
) async throws -> Int {
  var sum = 0
  for try await page in pages { sum &+= tally(page.items) }
  return sum
}

extension Meter {
  /// Measures the way through pages, and makes sure that none was lost.
  ///
  /// - Parameters:
  ///   - count: How many pages there are.
  ///   - body: Goes through them and adds up their tallies.
  /// - Throws: `WrongResult`, or what the body throws.
  mutating func check(pages count: Int, _ body: () async throws -> Int) async throws {
    let sum = try await time(count, body)
    try expect(sum, count * Answers.tallyOfPage, "the tally of the pages")
  }

  /// Measures the hand loop.
  ///
  /// - Parameters:
  ///   - count: How many pages there are.
  ///   - answering: When they come.
  /// - Throws: `WrongResult`.
  mutating func checkHandLoop(pages count: Int, _ answering: Answering) async throws {
    let loop = HandLoop(fetch: makeFetch(count, answering))
    try await check(pages: count) { try await loop.run() }
  }
}
