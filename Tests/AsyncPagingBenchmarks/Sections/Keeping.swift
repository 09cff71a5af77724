// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import BenchmarkProbes

extension Benchmark {
  /// A feed that keeps very many pages.
  static let keeping = [
    Benchmark(
      name: "keep/10m", subject: "replay of very many kept pages",
      reference: "loop over an array of pages", rounds: 7
    ) { scale in
      let count = scale.pick(10_000_000, check: 200_000)
      let plainCount = scale.pick(1_000_000, check: 200_000)
      let plain = (0..<plainCount).map {
        PlainPage(items: Answers.items, next: Answers.next(after: $0, of: plainCount))
      }
      var owner = try await Owner(pages: count)
      return Contest(
        subject: { meter in
          guard let feed = owner.feed else { return }
          try await meter.check(pages: count) { try await total(of: feed.pages) }
        },
        reference: { meter in
          try await meter.check(pages: plainCount) {
            plain.reduce(0) { $0 &+ tally($1.items) }
          }
        }, notes: owner.notes,
        finish: {
          var few = try await Owner(pages: 1_000)
          let small = try await few.stackOfDropping()
          let large = try await owner.stackOfDropping()
          return ["stack growth in bytes": Double(large - small), "stack in bytes": Double(large)]
        })
    }
  ]
}

/// The only owner of a feed with everything kept.
private struct Owner {
  /// The feed, until it is dropped.
  private(set) var feed: Feed<Int, Int>?

  /// What it took to load it.
  private(set) var notes: [String: Double] = [:]

  /// Loads a feed.
  init(pages count: Int) async throws {
    let heap = benchmark_heap_bytes()
    let feed = Feed(PromptSource(count: count))
    var meter = Meter(countsAllocations: false)
    try await meter.check(pages: count) { try await total(of: feed.pages) }
    if heap >= 0 {
      notes["heap bytes a page"] = Double(benchmark_heap_bytes() - heap) / Double(count)
    }
    notes["pages"] = Double(count)
    notes["nanoseconds a page kept"] = meter.sample.wallPerOperation
    self.feed = feed
  }

  /// Drops the feed.
  ///
  /// - Returns: How many bytes of a stack that took.
  /// - Throws: `WrongResult` if somebody else holds the feed.
  mutating func stackOfDropping() async throws -> Int64 {
    weak let dropped = feed
    // The task of the last load may not quite be at its end.
    for _ in 0..<10_000 where !isKnownUniquelyReferenced(&feed) { await Task.yield() }
    let bytes = unsafe benchmark_stack_bytes(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Feed<Int, Int>>.fromOpaque(context).release()
      }, detach())
    try expect(dropped == nil, true, "whether the feed is gone")
    return bytes
  }

  /// Gives the ownership to the one who takes the pointer.
  @inline(never)
  private mutating func detach() -> UnsafeMutableRawPointer? {
    unsafe feed.take().map { unsafe Unmanaged.passRetained($0).toOpaque() }
  }
}
