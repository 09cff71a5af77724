// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkPeers

extension Benchmark {
  /// What others cost: for comparison, without bars.
  static let peers = [
    peer("peers/token-pages", "sequence of a cloud SDK") { count in
      var sum = 0
      for try await page in tokenPages(count, .suspending) { sum &+= tally(page.items) }
      return sum
    },
    peer("peers/stream", "stream fed by a task") { count in
      var sum = 0
      for try await page in streamedPages(makeFetch(count, .suspending)) {
        sum &+= tally(page.items)
      }
      return sum
    },
    peer("peers/task-actor", "actor that awaits its task's value") { count in
      try await TaskActor(makeFetch(count, .suspending)).run()
    },
    peer("peers/flag-actor", "actor with a busy flag and a subject") { count in
      try await FlagActor(makeFetch(count, .suspending)).run()
    },
  ]

  private static func peer(
    _ name: String, _ subject: String, _ walk: @escaping @Sendable (Int) async throws -> Int
  ) -> Benchmark {
    Benchmark(name, subject + ", suspends once a page", against: "hand loop") { scale in
      let count = scale.pick(10_000, check: 5_000)
      return Contest { meter in
        try await meter.check(pages: count) { try await walk(count) }
      } reference: { meter in
        try await meter.checkHandLoop(pages: count, .suspending)
      }
    }
  }
}
