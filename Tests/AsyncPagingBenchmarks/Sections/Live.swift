// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// One consumer of a feed that loads as it is read.
  static let live = [
    Benchmark(
      "live/suspending", "feed.pages, suspends once a page", against: "hand loop"
    ) { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.checkFeed(SuspendingSource(count: count), pages: count) { $0.pages }
      } reference: { meter in
        try await meter.checkHandLoop(pages: count, .suspending)
      }
    },
    Benchmark(
      "live/at-once", "feed.pages, answers at once",
      against: "actor that awaits its task's value"
    ) { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.checkFeed(PromptSource(count: count), pages: count) { $0.pages }
      } reference: { meter in
        let pager = TaskActor(makeFetch(count, .atOnce))
        try await meter.check(pages: count) { try await pager.run() }
      }
    },
    Benchmark(
      "live/prefetch-4", "feed.pages(prefetching: 4), suspends once a page", against: "hand loop"
    ) { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.checkFeed(SuspendingSource(count: count), pages: count) {
          $0.pages(prefetching: 4)
        }
      } reference: { meter in
        try await meter.checkHandLoop(pages: count, .suspending)
      }
    },
  ]
}

extension Meter {
  /// Measures one consumer of a new feed, and makes sure that no page was lost.
  ///
  /// - Parameters:
  ///   - source: What the feed asks.
  ///   - count: How many pages the source has.
  ///   - pages: Makes the pages of the feed.
  /// - Throws: `WrongResult`, or what the pages throw.
  mutating func checkFeed(
    _ source: some PageSource<Int, Int>, pages count: Int,
    _ pages: (Feed<Int, Int>) -> FeedPages<Int, Int>
  ) async throws {
    let feed = Feed(source)
    try await check(pages: count) { try await total(of: pages(feed)) }
  }
}
