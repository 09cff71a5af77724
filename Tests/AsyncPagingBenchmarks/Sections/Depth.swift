// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import BenchmarkProbes

extension Benchmark {
  /// Feeds that keep few pages, after very many.
  static let depth = [
    depth("depth/retention-none", "none kept", .streaming),
    depth("depth/window-100", "100 kept", FeedConfiguration(retention: .pages(100))),
  ]

  private static func depth(
    _ name: String, _ kept: String, _ configuration: FeedConfiguration
  ) -> Benchmark {
    Benchmark(
      name, "feed.pages, \(kept), far down", against: "the same at page 1,000"
    ) { scale in
      let depth = scale.pick(10_000_000, check: 200_000)
      let count = 5_000
      // The way down is long, so it is gone once: the rounds measure pages at its end.
      var walker = Walker(configuration)
      try await walker.advance(1_000)
      benchmark_trim_heap()
      let (resident, heap) = (benchmark_resident_bytes(), benchmark_heap_bytes())
      try await walker.advance(depth - 1_000)
      var notes = ["depth": Double(depth)]
      if resident >= 0, heap >= 0 {
        notes["resident growth in MiB"] = mebibytes(benchmark_resident_bytes() - resident)
        notes["heap growth in MiB"] = mebibytes(benchmark_heap_bytes() - heap)
      }
      return Contest(
        subject: { meter in
          var here = walker
          try await meter.time(count) { try await here.advance(count) }
          walker = here
        },
        reference: { meter in
          for _ in 0..<10 {
            var here = Walker(configuration)
            try await here.advance(1_000 - count / 20)
            try await meter.time(count / 10) { try await here.advance(count / 10) }
          }
        }, notes: notes)
    }
  }
}

private func mebibytes(_ bytes: Int64) -> Double { Double(max(0, bytes)) / 1_048_576 }

/// A consumer of a feed that never ends, and what it must have seen by now.
private struct Walker {
  private var pages: FeedPages<Int, Int>.Iterator
  private var position = 0

  init(_ configuration: FeedConfiguration) {
    let feed = Feed(PromptSource(count: .max), configuration: configuration)
    pages = feed.pages.makeAsyncIterator()
  }

  /// Goes on by a number of pages.
  ///
  /// - Parameter count: How many.
  /// - Throws: `WrongResult` if a page is missing or comes twice.
  mutating func advance(_ count: Int) async throws {
    var sum = 0
    for number in position..<position + count {
      guard let page = try await pages.next(isolation: nil), page.index == number else {
        throw WrongResult(description: "page \(number) did not come")
      }
      sum &+= tally(page.items)
    }
    position += count
    try expect(sum, count * Answers.tallyOfPage, "the tally of the pages")
  }
}
