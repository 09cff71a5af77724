// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// One consumer of what a feed has loaded.
  static let replay = [
    Benchmark(
      "replay/one", "feed.pages, all loaded", against: "actor that awaits its task's value, loaded"
    ) { scale in
      let count = 10_000
      let repetitions = scale.pick(20, check: 10)
      let feed = Feed(PromptSource(count: count))
      let pager = TaskActor(makeFetch(count, .atOnce))
      _ = try await (total(of: feed.pages), pager.run())
      return Contest { meter in
        for _ in 0..<repetitions {
          try await meter.check(pages: count) { try await total(of: feed.pages) }
        }
      } reference: { meter in
        try await meter.check(pages: count) { try await pager.run() }
      }
    }
  ]
}
