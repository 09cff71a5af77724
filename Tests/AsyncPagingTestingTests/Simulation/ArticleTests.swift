// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// The program of the article "Test your source in five lines".
@Suite(.timeLimit(.minutes(10)))
struct ArticleTests {
  private struct Unreachable: Error {}

  private struct FakeAPI {
    let simulation: Simulation

    init(_ simulation: Simulation) { self.simulation = simulation }

    func list(after cursor: Int?) async throws -> [Int] {
      await simulation.latency()
      if simulation.choose(2) == 1 { throw Unreachable() }
      return Array((cursor ?? 0)..<(cursor ?? 0) + 10)
    }
  }

  private struct MySource: PageSource {
    let api: FakeAPI

    @concurrent func page(for request: PageRequest<Int>) async throws -> Page<Int, Int> {
      let items = try await api.list(after: request.cursor)
      return Page(items: items, next: (request.cursor ?? 0) + items.count)
    }
  }

  @Test("the source of the article holds in every order and with every failure")
  func fiveLines() async {
    let report = await explore(.rising(to: 1, limit: 5_000)) { simulation in
      let feed = Feed(
        MySource(api: FakeAPI(simulation)), configuration: FeedConfiguration(executor: simulation),
        clock: simulation.clock)
      simulation.spawn("list") { try? await feed.loadNext() }
      simulation.spawn("header") { try? await feed.loadNext() }
      simulation.atEnd {
        let items = await feed.snapshot.items
        simulation.expect(items.elementsEqual(0..<items.count), "\(Array(items))")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.schedules > 100)
  }
}
