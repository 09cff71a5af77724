// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What a load leaves behind that was cancelled, or that came in at the same moment.
@Suite(.tags(.cancellation), .timeLimit(.minutes(10)))
struct CancelledLoadTests {
  private let gate = Gate()
  private let observer = RecordingObserver()

  private func feed(_ source: Script) -> Feed<Int, String> {
    Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
  }

  /// How a load comes to be cancelled.
  enum Canceller: CaseIterable, Sendable { case lastWaiter, feed }

  /// The lane's state before the load that is cancelled.
  enum Before: CaseIterable, Sendable {
    case unloaded, idle, failed, ended, refreshed

    /// A source whose call with this number is held; the script goes on behind it.
    func source(_ gate: Gate) -> (source: Script, heldCall: Int) {
      let held = Step.page([9], next: "z").held(by: gate)
      return switch self {
      case .unloaded: (Script([nil: [held]]), 1)
      case .idle: (Script([nil: [.page([1], next: "a")], "a": [held]]), 2)
      case .failed: (Script([nil: [.page([1], next: "a")], "a": [.failure(Offline()), held]]), 3)
      case .ended: (Script([nil: [.page([1]), .page([1, 9], next: "z").held(by: gate)]]), 2)
      case .refreshed: (Script([nil: [.page([1], next: "a"), held]]), 2)
      }
    }

    func prepare(_ feed: Feed<Int, String>) async throws {
      if self != .unloaded { _ = try await feed.loadNext() }
      if self == .failed { _ = await outcome(of: { try await feed.loadNext() }) }
    }

    func load(_ feed: Feed<Int, String>) async throws {
      switch self {
      case .unloaded, .idle, .failed: _ = try await feed.loadNext()
      case .ended: _ = try await feed.checkForMore()
      case .refreshed: try await feed.refresh()
      }
    }
  }

  @Test(
    "C4 N118: a cancelled load leaves the lane as it was before the load",
    arguments: Before.allCases, Canceller.allCases)
  func laneAsBefore(before: Before, canceller: Canceller) async throws {
    let (source, heldCall) = before.source(gate)
    let feed = feed(source)
    try await before.prepare(feed)
    let picture = outline(of: await feed.snapshot)
    let (call, tasks) = watchingTasks { calling { try await before.load(feed) } }
    try await gate.arrivals(1)
    switch canceller {
    case .lastWaiter: call.cancel()
    case .feed: await feed.cancel()
    }
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    let after = outline(of: await feed.snapshot)
    #expect(after == picture)
    #expect(await source.log.cancellationCount == 1)
    // The same page is asked for the next time.
    await gate.open()
    try await before.load(feed)
    let requests = await source.log.requests
    #expect(requests.count == heldCall + 1)
    #expect(requests.last?.cursor == requests.dropLast().last?.cursor)
    #expect(requests.last?.attempt == 1)
  }

  @Test("C7: cancel() ends everything in flight; items, position and ended lanes stay")
  func cancelFeed() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b").held(by: gate), .page([2])],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (calls, tasks) = watchingTasks {
      (0..<5).map { _ in calling { try await feed.loadNext() } }
    }
    try await gate.arrivals(1)
    try await observer.joins(4)
    await settled { feed.demand(through: 7) }
    await feed.cancel()
    for call in calls { #expect(await call.code() == .cancelled) }
    await tasks.ended()
    // The demand is dropped: nothing is asked for anew.
    #expect(await source.log.cursors == [nil, "a"])
    #expect(await Array(feed.snapshot.items) == [1])
    #expect(await feed.snapshot.next.isIdle)
    #expect(try await feed.loadNext()?.items == [2])
    await feed.cancel()
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  @Test("C7 B1: after cancel() the same level can be demanded again")
  func demandAfterCancel() async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([0], next: 1)], 1: [.page([1], next: 2).held(by: gate), .page([1], next: 2)],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    let (_, tasks) = watchingTasks { feed.demand(through: 1) }
    try await gate.arrivals(1)
    await feed.cancel()
    await tasks.ended()
    await settled { feed.demand(through: 1) }
    #expect(await Array(feed.snapshot.items) == [0, 1])
  }

  @Test("C7: cancel() with nothing in flight changes nothing")
  func cancelIdle() async throws {
    let feed = feed(Script.threePages())
    _ = try await feed.loadNext()
    let before = outline(of: await feed.snapshot)
    await feed.cancel()
    let after = outline(of: await feed.snapshot)
    #expect(after == before)
  }

  enum Interruption: CaseIterable, Sendable { case waiter, cancel, reset, refresh, close }

  @Test(
    "C5 X4: a page that comes in at the moment of an interruption is wholly in or wholly out",
    arguments: Interruption.allCases)
  func sameMoment(interruption: Interruption) async throws {
    for _ in 0..<100 {
      let gate = Gate()
      let source = Script([
        nil: [.page([1], next: "a")], "a": [.page([2], next: "b").held(by: gate)],
        "b": [.page([3])],
      ])
      let feed = Feed(source, configuration: .once)
      _ = try await feed.loadNext()
      let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
      try await gate.arrivals(1)
      async let opened: Void = gate.open()
      switch interruption {
      case .waiter: call.cancel()
      case .cancel: await feed.cancel()
      case .reset: await feed.reset()
      case .refresh: try await feed.refresh()
      case .close: await feed.close()
      }
      await opened
      let result = await call.value
      await tasks.ended()
      let after = await feed.snapshot
      #expect(!after.isLoading)
      #expect(after.itemCount == after.items.count)
      #expect(after.pageCount == after.pages.count)
      switch interruption {
      case .waiter, .cancel, .close:
        // The caller's result and the list agree.
        switch result {
        case .success(let page):
          #expect(page?.items == [2])
          #expect(Array(after.items) == [1, 2])
        case .failure(let error):
          #expect(error.code == (interruption == .close ? .closed : .cancelled))
          #expect(Array(after.items) == [1])
        }
        guard interruption != .close else { continue }
        #expect(try await feed.loadNext()?.items == (after.items.count == 2 ? [3] : [2]))
      case .reset, .refresh:
        // A page that came before has gone with its list, or was never in.
        #expect(Array(after.items) == (interruption == .reset ? [] : [1]))
        if case .failure(let error) = result { #expect(error.code == .superseded) }
      }
    }
  }
}
