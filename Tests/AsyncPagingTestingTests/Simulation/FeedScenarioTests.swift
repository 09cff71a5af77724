// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FeedScenarioTests {
  private typealias Source = ScriptedSource<Int, String>

  @Test("two loads and a waiter that is cancelled hold in every schedule with two preemptions")
  func cancelledWaiter() async {
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let source = Source([
        nil: [.running { [simulation] in
          await simulation.latency()
          return Page(items: [1, 2], next: "a")
        }],
        "a": [.page([3, 4])],
      ])
      let feed = Feed(source, configuration: FeedConfiguration(executor: simulation))
      let pages = Order()
      for name in ["first", "second"] {
        simulation.spawn(name) {
          let page = try await feed.loadNext()
          pages.add(page?.index ?? -1)
        }
      }
      let waiter = simulation.spawn("waiter") {
        do throws(FeedError) {
          let page = try await feed.loadNext()
          pages.add(page?.index ?? -1)
        } catch {
          simulation.expect(error.code == .cancelled, "the waiter got \(error.code)")
          simulation.expect(Task.isCancelled, "only the cancelled one is told so")
        }
      }
      simulation.spawn("leave") { waiter.cancel() }
      simulation.expectReleased(feed, "the feed")
      simulation.atEnd {
        let cursors = await source.log.cursors
        simulation.expect(await source.log.highestConcurrency == 1, "two requests at once")
        let snapshot = await feed.snapshot
        let givenUp = await source.log.cancellationCount
        simulation.expect(
          (snapshot.pageCount...snapshot.pageCount + givenUp).contains(cursors.count),
          "\(snapshot.pageCount) pages, \(givenUp) calls given up, but asked for \(cursors)")
        simulation.expect(pages.all.allSatisfy { $0 < snapshot.pageCount }, "\(pages.all)")
        simulation.expect((2...3).contains(pages.all.count), "answers: \(pages.all)")
        let holdings = await feed.holdings
        simulation.expect(holdings.tasks == 0 && holdings.waiters == 0, "\(holdings)")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
    print("FEED", report, report.schedules, report.longestRun, report.steps / report.schedules, report.schedulesPerSecond)
  }
}
