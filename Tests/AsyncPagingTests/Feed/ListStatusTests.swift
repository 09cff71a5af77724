// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What a paging controller for lists must get right, after the tests of other libraries.
@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct ListStatusTests {
  @Test(
    "FL1 SP1: calls during a load join it and get its page; the source is called once",
    arguments: [3, 100])
  func joined(count: Int) async throws {
    let gate = Gate()
    let observer = RecordingObserver()
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b").held(by: gate)],
    ])
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let pages = try await withThrowingTaskGroup(of: [Int]?.self) { group -> [[Int]?] in
      for _ in 0..<count { group.addTask { try await feed.loadNext()?.items } }
      try await observer.joins(count - 1)
      await gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pages == Array(repeating: [2], count: count))
    #expect(await source.log.cursors == [nil, "a"])
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("SP1: refreshes at the same time are one refresh")
  func joinedRefreshes() async throws {
    let gate = Gate()
    let observer = RecordingObserver()
    let source = Script([nil: [.page([1]), .page([9]).held(by: gate)]])
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let pages = try await withThrowingTaskGroup(of: [Int]?.self) { group -> [[Int]?] in
      for _ in 0..<3 { group.addTask { try await feed.refresh()?.items } }
      try await observer.joins(2)
      await gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pages == [[9], [9], [9]])
    #expect(await source.log.count == 2)
    #expect(await feed.snapshot.generation == 1)
  }

  @Test("FL2: with a source that answers at once, who has the page finds it in the state")
  func stateAgrees() async throws {
    // The source never runs on the feed, so no page can come in the very turn of the call.
    let feed = Feed(Script.threePages())
    for count in 1...3 {
      let page = try await feed.loadNext()
      let snapshot = await feed.snapshot
      #expect(snapshot.pages.last == page)
      #expect(snapshot.pageCount == count)
      #expect(!snapshot.isLoading)
    }
  }

  @Test("FL5 JP15: an error is state: not loading, the items stay, and it stands at its own lane")
  func errorIsState() async throws {
    let source = Script([nil: [.page([1, 2], next: "a")], "a": [.failure(Offline())]])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    let snapshot = await feed.snapshot
    #expect(snapshot.next.error?.underlying is Offline)
    #expect(snapshot.refresh.error == nil)
    #expect(snapshot.previous.error == nil)
    #expect(!snapshot.isLoading)
    #expect(snapshot.endReason == nil)
    #expect(Array(snapshot.items) == [1, 2])
  }

  @Test(
    "FL6: a fault in the source is state, and reaches the caller; it is not swallowed",
    arguments: Way.allCases)
  func faultSurfaces(way: Way) async {
    struct Fault: RetryAdvising { let retryAdvice = RetryAdvice.never }
    let trace = await walk(Script([nil: [.failure(Fault())]]), way)
    #expect(trace.error?.code == .sourceFailed)
    #expect(trace.error?.underlying is Fault)
  }

  @Test("FL7: a load that a refresh overtook is never visible, however late it answers")
  func overtaken() async throws {
    let (gate, watching) = (Gate(), Gate(isOpen: true))
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9], next: "z")],
      "a": [.page([3], next: "b").held(by: gate, ignoringCancellation: true)],
      "z": [.page([8])],
    ])
    let feed = Feed(source)
    let seen = Notebook<[Int]>()
    let watcher = Task {
      for await update in feed.updates {
        seen.note(Array(update.snapshot.items))
        try await watching.pass()
      }
    }
    try await watching.arrivals(1)
    _ = try await feed.loadNext()
    let late = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(try await feed.refresh()?.items == [9])
    let error = await #expect(throws: FeedError.self) { try await late.value }
    #expect(error?.code == .superseded)
    await gate.open()
    try await source.log.endedCalls(3)
    #expect(try await feed.loadNext()?.items == [8])
    #expect(Array(await feed.snapshot.items) == [9, 8])
    await feed.close()
    try await watcher.value
    #expect(seen.entries.allSatisfy { !$0.contains(3) })
    #expect(seen.entries.last == [9, 8])
  }

  @Test(
    "FL8 JP2: a load that is cancelled leaves no trace: late page dropped, not loading",
    arguments: [true, false])
  func cancelled(ignoringCancellation: Bool) async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a")],
      "a": [
        .page([7], next: "x").held(by: gate, ignoringCancellation: ignoringCancellation),
        .page([2], next: "b"),
      ],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    let load = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    await feed.cancel()
    let error = await #expect(throws: FeedError.self) { try await load.value }
    #expect(error?.code == .cancelled)
    let snapshot = await feed.snapshot
    #expect(!snapshot.isLoading)
    #expect(snapshot.next.error == nil)
    #expect(snapshot.endReason == nil)
    #expect(Array(snapshot.items) == [1])
    await gate.open()
    try await source.log.endedCalls(2)
    #expect(try await feed.loadNext()?.items == [2])
    #expect(Array(await feed.snapshot.items) == [1, 2])
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  /// What a list shows; each state of a feed is exactly one of these.
  private enum Status {
    case untouched, loadingFirst, failedFirst, empty, ongoing, failedLater, completed
  }

  private func status(_ snapshot: FeedSnapshot<Int, String>) -> [Status] {
    let (isLoaded, isEmpty) = (snapshot.isLoaded, snapshot.itemCount == 0)
    let candidates: [(Status, Bool)] = [
      (.untouched, !isLoaded && !snapshot.isLoading && snapshot.refresh.error == nil),
      (.loadingFirst, !isLoaded && snapshot.isLoading),
      (.failedFirst, !isLoaded && snapshot.refresh.error != nil),
      (.empty, isLoaded && isEmpty && snapshot.endReason != nil),
      (.completed, isLoaded && !isEmpty && snapshot.endReason != nil),
      (.failedLater, isLoaded && snapshot.next.error != nil),
      (.ongoing, isLoaded && snapshot.next.error == nil && snapshot.endReason == nil),
    ]
    return candidates.filter(\.1).map(\.0)
  }

  @Test(
    "FL9: each state is exactly one of: first load, its error, empty, ongoing, later error, completed"
  )
  func statuses() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.failure(Offline()).held(by: gate), .page([1], next: "a"), .page([])],
      "a": [.failure(Offline()), .page([2])],
    ])
    let feed = Feed(source, configuration: .once)
    #expect(status(await feed.snapshot) == [.untouched])
    let first = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(status(await feed.snapshot) == [.loadingFirst])
    await gate.open()
    await #expect(throws: FeedError.self) { try await first.value }
    #expect(status(await feed.snapshot) == [.failedFirst])
    _ = try await feed.loadNext()
    #expect(status(await feed.snapshot) == [.ongoing])
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    #expect(status(await feed.snapshot) == [.failedLater])
    _ = try await feed.loadNext()
    #expect(status(await feed.snapshot) == [.completed])
    _ = try await feed.refresh()
    #expect(status(await feed.snapshot) == [.empty])
  }
}
