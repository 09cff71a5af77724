// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// What a page takes from the heap.
  static let allocations = [
    allocations("allocations/live", "feed.pages, answers at once") { $0.pages },
    allocations("allocations/prefetch-32", "feed.pages(prefetching: 32), answers at once") {
      $0.pages(prefetching: 32)
    },
  ]

  private static func allocations(
    _ name: String, _ subject: String,
    _ pages: @escaping @Sendable (Feed<Int, Int>) -> FeedPages<Int, Int>
  ) -> Benchmark {
    Benchmark(name, subject, against: "hand loop") { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.checkFeed(PromptSource(count: count), pages: count, pages)
      } reference: { meter in
        try await meter.checkHandLoop(pages: count, .atOnce)
      }
    }
  }
}
