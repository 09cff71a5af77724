// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// Many consumers of one feed.
  static let fanOut = [
    fanOut("fanout/live", "64 × feed.pages, suspends once a page") { $0.pages },
    fanOut("fanout/prefetch-8", "64 × feed.pages(prefetching: 8), suspends once a page") {
      $0.pages(prefetching: 8)
    },
  ]

  private static func fanOut(
    _ name: String, _ subject: String,
    _ pages: @escaping @Sendable (Feed<Int, Int>) -> FeedPages<Int, Int>
  ) -> Benchmark {
    Benchmark(name, subject, against: "64 hand loops, 64 times the loads") { scale in
      let consumers = 64
      let count = scale.pick(1_000, check: 250)
      return Contest { meter in
        let calls = Counter()
        let feed = Feed(SuspendingSource(count: count, calls: calls))
        try await meter.check(pages: consumers * count) {
          try await together(consumers) { try await total(of: pages(feed)) }
        }
        try expect(calls.count, count, "the loads of \(count) pages")
      } reference: { meter in
        let calls = Counter()
        let loop = HandLoop(fetch: makeFetch(count, .suspending, calls: calls))
        try await meter.check(pages: consumers * count) {
          try await together(consumers) { try await loop.run() }
        }
        try expect(calls.count, consumers * count, "the loads of the hand loops")
      }
    }
  }
}

/// Does something in several tasks at a time.
///
/// - Parameters:
///   - count: How many tasks.
///   - body: What each does.
/// - Returns: The sum of their results.
/// - Throws: What one of them throws.
func together(
  _ count: Int, _ body: @escaping @concurrent @Sendable () async throws -> Int
) async throws -> Int {
  try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 0..<count { group.addTask { try await body() } }
    return try await group.reduce(0, &+)
  }
}
