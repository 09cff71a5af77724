// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// Consumers of what a feed has loaded.
  static let replay = [
    replay("replay/one", "feed.pages, all loaded", consumers: 1, repetitions: 20),
    replay("replay/64", "64 × feed.pages, all loaded", consumers: 64, repetitions: 1),
  ]

  /// The subject goes through the pages several times a round, since once is over too soon.
  private static func replay(
    _ name: String, _ subject: String, consumers: Int, repetitions: Int
  ) -> Benchmark {
    Benchmark(
      name, subject, against: "the same over a loaded actor that awaits its task's value"
    ) { scale in
      let count = scale.pick(10_000, check: 5_000)
      let feed = Feed(PromptSource(count: count))
      let pager = TaskActor(makeFetch(count, .atOnce))
      _ = try await (total(of: feed.pages), pager.run())
      return Contest { meter in
        for _ in 0..<repetitions {
          try await meter.check(pages: consumers * count) {
            guard consumers > 1 else { return try await total(of: feed.pages) }
            return try await together(consumers) { try await total(of: feed.pages) }
          }
        }
      } reference: { meter in
        try await meter.check(pages: consumers * count) {
          guard consumers > 1 else { return try await pager.run() }
          return try await together(consumers) { try await pager.run() }
        }
      }
    }
  }
}
