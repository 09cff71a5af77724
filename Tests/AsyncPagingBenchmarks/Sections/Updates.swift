// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// A feed somebody looks at while it grows.
  static let updates = [
    Benchmark(
      "updates/observer", "feed.pages with an observer of updates, far down",
      against: "the same at page 1,000"
    ) { scale in
      let depth = scale.pick(100_000, check: 30_000)
      let count = 1_000
      var deep = try await Observed(depth)
      return Contest(
        subject: { meter in
          var here = deep
          try await here.advance(count, measuredBy: &meter)
          deep = here
        },
        reference: { meter in
          for _ in 0..<2 {
            var here = try await Observed(1_000 - count / 4)
            try await here.advance(count / 2, measuredBy: &meter)
            try await here.leave()
          }
        },
        finish: {
          try await deep.leave()
          return [:]
        })
    }
  ]
}

/// A feed with one consumer and one observer.
private struct Observed {
  private let feed: Feed<Int, Int>
  private let observer: Task<Int, Never>
  private var pages: FeedPages<Int, Int>.Iterator
  private var position = 0

  /// The states that the observer has seen.
  private let seen = Counter()

  init(_ depth: Int) async throws {
    let feed = Feed(PromptSource(count: .max))
    let isSeen = Gate()
    observer = Task { [seen] in
      var count = 0
      for await update in feed.updates {
        isSeen.open()
        seen.add()
        count = update.snapshot.pages.count
      }
      return count
    }
    self.feed = feed
    pages = feed.pages.makeAsyncIterator()
    await isSeen.pass()
    var meter = Meter(countsAllocations: false)
    try await advance(depth, measuredBy: &meter)
  }

  /// Loads more pages.
  mutating func advance(_ count: Int, measuredBy meter: inout Meter) async throws {
    var here = pages
    let seenBefore = seen.count
    try await meter.check(pages: count) {
      var sum = 0
      for _ in 0..<count { sum &+= tally(try await here.next(isolation: nil)?.items ?? []) }
      return sum
    }
    pages = here
    position += count
    meter.note("states seen a page", Double(seen.count - seenBefore) / Double(count))
  }

  /// Closes the feed and makes sure that the observer has seen its last state.
  func leave() async throws {
    await feed.close()
    try expect(await observer.value, position, "the pages that the observer saw at last")
  }
}
