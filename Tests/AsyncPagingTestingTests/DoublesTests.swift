// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DoublesTests {
  private typealias Source = ScriptedSource<Int, String>

  @Test("a gate lets through in the order of arrival, and later ones at once")
  func gateOrder() async throws {
    let gate = Gate()
    let notes = Notes()
    let first = Task {
      try await gate.pass()
      await notes.add(1)
    }
    try await gate.arrivals(1)
    #expect(await gate.waitingCount == 1)
    await gate.open()
    try await first.value
    try await gate.pass()
    #expect(await notes.all == [1])
    #expect(await gate.arrivalCount == 2)
    await gate.shut()
    let second = Task { try await gate.pass() }
    try await gate.arrivals(3)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test("a gate that ignores cancellation keeps a cancelled task")
  func stubbornGate() async throws {
    let gate = Gate()
    let task = Task { try await gate.pass(ignoringCancellation: true) }
    try await gate.arrivals(1)
    task.cancel()
    await gate.open()
    try await task.value
  }

  @Test("a script answers by cursor, the last answer again and again")
  func byCursor() async throws {
    let source = Source([nil: [.failure(UnscriptedRequest()), .page([1], next: "a")]])
    await #expect(throws: UnscriptedRequest.self) { try await source.page(for: PageRequest()) }
    for _ in 0..<2 {
      #expect(try await source.page(for: PageRequest()).items == [1])
    }
    await #expect(throws: UnscriptedRequest.self) {
      try await source.page(for: PageRequest(cursor: "b"))
    }
    #expect(await source.log.cursors == [nil, nil, nil, "b"])
    #expect(await source.log.count(of: nil) == 3)
  }

  @Test("a script answers by call, whatever the cursor")
  func byCall() async throws {
    let source = Source(calls: [.page([1]), .page([2])])
    #expect(try await source.page(for: PageRequest(cursor: "x")).items == [1])
    #expect(try await source.page(for: PageRequest()).items == [2])
    #expect(try await source.page(for: PageRequest()).items == [2])
  }

  @Test("the log knows how many calls ran at once and how many were cancelled")
  func log() async throws {
    let gate = Gate()
    let source = Source([nil: [.page([1]).held(by: gate)]])
    let calls = (0..<3).map { _ in Task { try await source.page(for: PageRequest()) } }
    try await source.log.calls(3)
    try await gate.arrivals(3)
    calls[0].cancel()
    await #expect(throws: CancellationError.self) { try await calls[0].value }
    await gate.open()
    try await source.log.endedCalls(3)
    #expect(await source.log.highestConcurrency == 3)
    #expect(await source.log.cancellationCount == 1)
  }

  @Test("an observer writes down what a feed does, in order")
  func observer() async throws {
    let observer = RecordingObserver()
    let feed = Feed(
      Source([nil: [.page([1, 2])]]), configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let events = try await observer.heard(atLeast: 3)
    guard case .attemptStarted(let load, .call) = events[0],
      case .loaded(load, itemCount: 2) = events[1], case .ended(.next, .noNextCursor) = events[2]
    else {
      Issue.record("heard \(events)")
      return
    }
    #expect(load.lane == .refresh)
    #expect(load.pageIndex == 0)
  }

  @Test("G8: the same seed gives the same numbers")
  func seeds() {
    var first = SeededGenerator(seed: 7)
    var second = SeededGenerator(seed: 7)
    var third = SeededGenerator(seed: 8)
    let numbers = (0..<10).map { _ in first.next() }
    #expect(numbers == (0..<10).map { _ in second.next() })
    #expect(numbers != (0..<10).map { _ in third.next() })
  }
}
