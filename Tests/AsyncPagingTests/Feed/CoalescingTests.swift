// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.coalescing), .timeLimit(.minutes(10)))
struct CoalescingTests {
  private let gate = Gate()
  private let observer = RecordingObserver()

  private func feed(_ source: Script) -> Feed<Int, String> {
    Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
  }

  @Test(
    "A1 AI1 AI2: n concurrent callers cause one load and get the same page",
    arguments: [2, 5, 1000])
  func concurrentCallers(count: Int) async throws {
    let source = Script([nil: [.page([1, 2], next: "a").held(by: gate)]])
    let feed = feed(source)
    let calls = (0..<count).map { _ in calling { try await feed.loadNext() } }
    try await observer.joins(count - 1)
    await gate.open()
    var pages: Set<IntPage?> = []
    for call in calls { pages.insert(try await call.value.get()) }
    #expect(pages.count == 1)
    #expect(pages.first??.items == [1, 2])
    #expect(pages.first??.index == 0)
    #expect(await source.log.count == 1)
  }

  @Test("A1: whoever comes after the page is in loads the next one")
  func oneAfterAnother() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    #expect(try await feed.loadNext()?.items == [1, 2])
    #expect(try await feed.loadNext()?.items == [3, 4])
    let last = try await feed.loadNext()
    #expect(last?.items == [5, 6])
    #expect(last?.endReason == .noNextCursor)
    #expect(try await feed.loadNext() == nil)
    #expect(await source.log.cursors == [nil, "a", "b"])
  }

  @Test("A2: the call that starts a load occupies the lane in the same turn")
  func sameTurn() {
    var machine = FeedMachine()
    let first = machine.handle(.call(1, .load(.next)))
    #expect(first.count { $0.isStart } == 1)
    #expect(machine.lanes.refresh.phase == .loading(1))
    for waiter in 2...100 {
      let effects = machine.handle(.call(waiter, .load(.next)))
      #expect(effects == [.note(.joined(.lane(.refresh)))])
    }
  }

  @Test("A5: every kind of call during a load has an outcome, and none is refused")
  func allCallsDuringLoad() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a")], "a": [.page([3, 4], next: "b").held(by: gate)],
      "b": [.page([5, 6])],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let load = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    let next = calling { try await feed.loadNext() }
    let check = calling { try await feed.checkForMore() }
    let iteration = calling {
      var iterator = feed.pages.makeAsyncIterator()
      _ = try await iterator.next()
      return try await iterator.next()
    }
    try await observer.joins(3)
    // Nothing has failed, so there is nothing to try again.
    try await feed.retry()
    feed.demand(through: 3)
    await gate.open()
    for call in [load, next, check, iteration] { #expect(await call.items() == [3, 4]) }
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test("A6: loadNext joins the very first load, then asks for the page after it")
  func firstLoad() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a").held(by: gate)], "a": [.page([3, 4])],
    ])
    let feed = feed(source)
    let (_, tasks) = watchingTasks { feed.demand(through: 0) }
    try await gate.arrivals(1)
    let call = calling { try await feed.loadNext() }
    try await observer.joins(1)
    await gate.open()
    #expect(await call.items() == [1, 2])
    await tasks.ended()
    #expect(try await feed.loadNext()?.items == [3, 4])
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test("A6: loadNext during a refresh joins it and gets its page")
  func duringRefresh() async throws {
    let source = Script([
      nil: [.page([1], next: "a"), .page([10], next: "b").held(by: gate)], "a": [.page([2])],
      "b": [.page([20])],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let refresh = calling { try await feed.refresh() }
    try await gate.arrivals(1)
    let next = calling { try await feed.loadNext() }
    try await observer.joins(1)
    await gate.open()
    #expect(await refresh.items() == [10])
    #expect(await next.items() == [10])
    #expect(try await feed.loadNext()?.items == [20])
    #expect(await source.log.cursors == [nil, nil, "b"])
  }

  @Test("case 1: five calls near the end of the list fetch the page once")
  func fiveTriggers() async throws {
    let source = Script([
      nil: [.page([1, 2, 3], next: "a")], "a": [.page([4, 5, 6], next: "b").held(by: gate)],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let calls = (0..<5).map { _ in calling { try await feed.loadNext() } }
    try await observer.joins(4)
    await gate.open()
    for call in calls { #expect(await call.items() == [4, 5, 6]) }
    #expect(await source.log.count == 2)
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5, 6])
  }

  @Test(
    "A2 case 3: calls made in one synchronous block cause one fetch", arguments: [2, 100])
  @MainActor
  func synchronousBlock(count: Int) async throws {
    let source = ScriptedSource<Int, Int>([
      nil: [.page([1, 2, 3], next: 3)], 3: [.page([4, 5]).held(by: gate)],
    ])
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let calls = (0..<count).map { _ in Task { @MainActor in try await feed.loadNext() } }
    try await observer.joins(count - 1)
    await gate.open()
    for call in calls { #expect(try await call.value?.items == [4, 5]) }
    #expect(await source.log.cursors == [nil, 3])
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5])
  }

  @Test("case 3: demands made in one synchronous block cause one fetch", arguments: [2, 100])
  func synchronousDemands(count: Int) async throws {
    let source = ScriptedSource<Int, Int>([nil: [.page([1, 2, 3], next: 3)], 3: [.page([4, 5])]])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    await settled { for _ in 0..<count { feed.demand(through: 3) } }
    #expect(await source.log.cursors == [nil, 3])
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5])
  }

  @Test("case 5: a second call joins the load and does not restart it")
  func joinsNotRestarts() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([4], next: "b").held(by: gate)],
    ])
    let feed = feed(source)
    _ = try await feed.loadNext()
    let first = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    let second = calling { try await feed.loadNext() }
    try await observer.joins(1)
    await gate.open()
    #expect(try await first.value.get() == second.value.get())
    #expect(await source.log.cancellationCount == 0)
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test("N65: two tasks that go on at once cause one request a page and lose nothing")
  func twoTasks() async throws {
    let source = Script.threePages()
    let feed = feed(source)
    let calls = (0..<2).map { _ in
      calling {
        var items: [Int] = []
        while let page = try await feed.loadNext() { items += page.items }
        return items
      }
    }
    var seen: Set<Int> = []
    for call in calls { seen.formUnion(try await call.value.get()) }
    #expect(seen == [1, 2, 3, 4, 5, 6])
    #expect(await source.log.cursors == [nil, "a", "b"])
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5, 6])
  }
}

extension FeedMachine.Effect {
  fileprivate var isStart: Bool {
    if case .start = self { return true }
    return false
  }
}
