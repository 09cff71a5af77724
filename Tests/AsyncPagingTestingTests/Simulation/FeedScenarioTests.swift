// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Scenarios on the real feed.
@Suite(.timeLimit(.minutes(10)))
struct FeedScenarioTests {
  private typealias Source = ScriptedSource<Int, String>

  /// How far the larger space is searched: with two preemptions it has 150,000 schedules.
  private static var depth: Int {
    #if DEBUG
      0
    #else
      2
    #endif
  }

  @Test("two loads of which one is cancelled by somebody else hold in every schedule")
  func cancelledWaiter() async {
    let report = await explore(.exhaustive(.preemptions(Self.depth))) { simulation in
      let scene = Scene(simulation)
      scene.load("first")
      let waiter = scene.load("waiter")
      simulation.spawn("leave") { waiter.cancel() }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
    #expect(report.schedules > 400)
  }

  @Test("two loads of which one cancels the other hold in every schedule with two preemptions")
  func cancellingWaiter() async {
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let scene = Scene(simulation)
      let waiter = scene.load("waiter")
      scene.load("first") { waiter.cancel() }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
    #expect(report.schedules > 5_000)
  }

  @Test("a back-off that a caller leaves ends with the load, in virtual time")
  func cancelledBackoff() async throws {
    let observed = Orders()
    let options = Simulation.Options(earlyTimers: true)
    let report = await explore(.exhaustive(.preemptions(1)), options: options) { simulation in
      let source = Source([nil: [.failure(UnscriptedRequest()), .page([1])]])
      let observer = RecordingObserver()
      let retry = RetryPolicy(backoff: .constant(.seconds(1)))
      let feed = Feed(
        source,
        configuration: FeedConfiguration(retry: retry, observer: observer, executor: simulation),
        clock: simulation.clock)
      let load = simulation.spawn("load") { _ = try await feed.loadNext() }
      simulation.spawn("leave") {
        try await observer.events(1) { if case .waiting = $0 { true } else { false } }
        try await simulation.clock.sleep(for: .milliseconds(1000))
        load.cancel()
      }
      simulation.atEnd {
        let count = await feed.snapshot.itemCount
        observed.insert([count])
        let holdings = await feed.holdings
        simulation.expect(holdings.tasks == 0 && holdings.waiters == 0, "\(holdings)")
      }
      simulation.expectReleased(feed, "the feed")
    }
    #expect(report.failure == nil, "\(report)")
    #expect(observed.all == [[0], [1]])
  }

  /// A feed over two pages, with what must hold of it at the end.
  private struct Scene {
    let simulation: Simulation
    let feed: Feed<Int, String>
    let answers = Order()

    init(_ simulation: Simulation) {
      self.simulation = simulation
      let source = Source([
        nil: [
          .running {
            await simulation.latency()
            return Page(items: [1, 2], next: "a")
          }
        ],
        "a": [.page([3, 4])],
      ])
      feed = Feed(source, configuration: FeedConfiguration(executor: simulation))
      simulation.expectReleased(feed, "the feed")
      simulation.atEnd { [simulation, feed, answers] in
        let snapshot = await feed.snapshot
        let holdings = await feed.holdings
        let cursors = await source.log.cursors
        // The load that only the cancelled caller wants is given up, even once the source has
        // answered, and its cursor asked for again by the next one.
        simulation.expect(
          (snapshot.pageCount...snapshot.pageCount + 1).contains(cursors.count),
          "\(snapshot.pageCount) pages, but asked for \(cursors)")
        simulation.expect(await source.log.highestConcurrency <= 2, "too many requests at once")
        simulation.expect(!answers.all.isEmpty, "the caller who stayed got no page")
        simulation.expect(answers.all.allSatisfy { $0 < snapshot.pageCount }, "\(answers.all)")
        simulation.expect(holdings.tasks == 0 && holdings.waiters == 0, "\(holdings)")
      }
    }

    /// Loads a page; only a caller that was cancelled may go without.
    @discardableResult
    func load(
      _ name: String, after preparation: @escaping @Sendable () -> Void = {}
    ) -> Task<Void, any Error> {
      simulation.spawn(name) { [simulation, feed, answers] in
        preparation()
        do throws(FeedError) {
          answers.add(try await feed.loadNext()?.index ?? .max)
        } catch {
          simulation.expect(error.code == .cancelled, "\(name) got \(error.code)")
          simulation.expect(Task.isCancelled, "\(name) was told that it is cancelled")
        }
      }
    }
  }
}
