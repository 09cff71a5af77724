// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import BenchmarkProbes

extension Benchmark {
  /// Feeds that nobody has asked anything yet.
  static let idle = [
    Benchmark(
      "idle/heap", "a feed and its source, made and not used", against: "a bare actor"
    ) { scale in
      let count = scale.pick(100_000, check: 20_000)
      return Contest { meter in
        let client = Counter()
        try await meter.make(count) { Feed(PromptSource(count: $0, calls: client)) }
      } reference: { meter in
        try await meter.make(count) { _ in BareActor() }
      }
    }
  ]
}

extension Meter {
  /// Measures how long it takes to make objects, and what they hold of the heap.
  fileprivate mutating func make<Object: AnyObject>(
    _ count: Int, _ make: (Int) -> Object
  ) async throws {
    var objects: [Object] = []
    objects.reserveCapacity(count)
    let heap = benchmark_heap_bytes()
    await time(count) {
      for number in 0..<count { objects.append(make(number)) }
    }
    // Whole bytes: what else the process takes or gives back is less than one for each object.
    let bytes = Double(benchmark_heap_bytes() - heap) / Double(count)
    if heap >= 0 { note("heap", bytes.rounded()) }
    try expect(objects.count, count, "the objects")
  }
}
