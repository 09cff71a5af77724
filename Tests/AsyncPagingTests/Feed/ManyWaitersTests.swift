// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.coalescing), .timeLimit(.minutes(10)))
struct ManyWaitersTests {
  private let gate = Gate()
  private let observer = RecordingObserver()
  private let count = 100_000

  private func feed(_ source: Script) -> Feed<Int, String> {
    Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
  }

  @Test("A1 A7: 100,000 callers share one load")
  func join() async throws {
    let source = Script([nil: [.page([1, 2], next: "a").held(by: gate)]])
    let feed = feed(source)
    let pages = try await withThrowingTaskGroup(of: IntPage?.self) { group in
      for _ in 0..<count { group.addTask { try await feed.loadNext() } }
      try await observer.joins(count - 1)
      await gate.open()
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(Array(pages.values) == [count])
    #expect(pages.keys.first??.items == [1, 2])
    #expect(await source.log.count == 1)
  }

  @Test("A7 C1: 100,000 callers leave a load that goes on for one more")
  func leave() async throws {
    let source = Script([nil: [.page([1, 2], next: "a").held(by: gate)]])
    let feed = feed(source)
    let stays = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    let codes = try await withThrowingTaskGroup(of: FeedError.Code?.self) { group in
      for _ in 0..<count {
        group.addTask { await outcome(of: { try await feed.loadNext() }).failure?.code }
      }
      try await observer.joins(count)
      group.cancelAll()
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(codes == [.cancelled: count])
    await gate.open()
    #expect(await stays.items() == [1, 2])
    #expect(await source.log.count == 1)
    #expect(await source.log.cancellationCount == 0)
  }

  @Test("A7: joining and leaving cost the same however many wait")
  func effects() {
    // With a copy of all waiters at each step this would take minutes, beyond the time limit.
    let waiters = 1...200_000
    var machine = FeedMachine()
    _ = machine.handle(.call(0, .load(.next)))
    let odd = waiters.count { waiter in
      machine.handle(.call(waiter, .load(.next))) != [.note(.joined(.lane(.refresh)))]
    }
    #expect(odd == 0)
    let oddLeavings = waiters.count { waiter in
      machine.handle(.leave(waiter)) != [.resume(waiter, .failure(.cancelled))]
    }
    #expect(oddLeavings == 0)
    #expect(Array(machine.lanes.callers(of: .refresh).seekers) == [0])
  }

  @Test("A7: so do leaving and answering one of many pages that are loaded each for one iterator")
  func reloads() {
    // Were each looked for among all, this would be beyond the time limit: it grows with the square
    // of their number.
    let waiters = 1...200_000
    var machine = FeedMachine()
    for waiter in waiters {
      let position = PageWalk.Position(cursor: waiter, index: 3)
      let place = FeedMachine.Place(
        index: 3, generation: 0, fallback: position, isDetached: true)
      _ = machine.handle(.call(waiter, .page(place)))
    }
    #expect(machine.reloads.count == waiters.count)
    for waiter in waiters {
      // Attempts are numbered as they come, like the waiters.
      let event: FeedMachine.Event = waiter.isMultiple(of: 2) ? .leave(waiter) : .reloaded(waiter)
      let effects = machine.handle(event)
      if !effects.contains(where: { if case .resume(waiter, _) = $0 { true } else { false } }) {
        Issue.record("waiter \(waiter) got no answer")
      }
    }
    #expect(machine.reloads.isEmpty)
  }
}
