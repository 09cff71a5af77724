// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What navigating a paged list must get right, after the tests of other libraries.
@Suite(.tags(.state, .cancellation), .timeLimit(.minutes(10)))
struct NavigationTests {
  @Test(
    "JP3: a refresh that is cancelled leaves the old list whole: items, position and end",
    arguments: [true, false])
  func cancelledRefresh(byWaiter: Bool) async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9]).held(by: gate)], "a": [.page([3], next: "b")],
      "b": [.page([4])],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    let refresh = Task { try await feed.refresh() }
    try await gate.arrivals(1)
    if byWaiter { refresh.cancel() } else { await feed.cancel() }
    let error = await #expect(throws: FeedError.self) { try await refresh.value }
    #expect(error?.code == .cancelled)
    let snapshot = await feed.snapshot
    #expect(Array(snapshot.items) == [1, 2, 3])
    #expect(snapshot.generation == 0)
    #expect(snapshot.refresh.error == nil)
    #expect(!snapshot.isLoading)
    #expect(try await feed.loadNext()?.items == [4])
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .noNextCursor)
  }

  @Test(
    "JP5: who waits for a load that is cancelled hears of the cancellation, never of an error page")
  func cancellationIsThrown() async throws {
    let gate = Gate()
    let source = Script([nil: [.page([1]).held(by: gate)]])
    let feed = Feed(source)
    let load = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    load.cancel()
    let error = await #expect(throws: FeedError.self) { try await load.value }
    #expect(error?.code == .cancelled)
    let snapshot = await feed.snapshot
    #expect(snapshot.refresh.error == nil)
    #expect(snapshot.pages.isEmpty)
    #expect(!snapshot.isLoading)
  }

  @Test("JP11: a failed lane whose retry is cancelled is still failed, with the same error")
  func failureSurvives() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2]).held(by: gate)],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    let retry = Task { try await feed.retry() }
    try await gate.arrivals(1)
    #expect(await feed.snapshot.isLoading)
    retry.cancel()
    let error = await #expect(throws: FeedError.self) { try await retry.value }
    #expect(error?.code == .cancelled)
    #expect(await feed.snapshot.next.error?.underlying is Offline)
    #expect(await feed.snapshot.next.error?.code == .retriesExhausted)
  }

  @Test("JP12: a late observer gets the newest state first; the end of the feed is a state, too")
  func lateObserver() async throws {
    let feed = Feed(Script.threePages())
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    var updates = feed.updates.makeAsyncIterator()
    #expect(await updates.next().map { Array($0.snapshot.items) } == [1, 2, 3, 4])
    await feed.close()
    #expect(await updates.next()?.snapshot.isClosed == true)
    #expect(await updates.next() == nil)
    var afterwards = feed.updates.makeAsyncIterator()
    #expect(await afterwards.next()?.snapshot.isClosed == true)
    #expect(await afterwards.next() == nil)
  }

  @Test("JP13: what changes nothing publishes nothing")
  func equalStates() {
    // Observers get the newest of several states, so only the machine knows each single one.
    var machine = FeedMachine()
    #expect(!machine.handle(.call(1, .retry)).contains(.publish))
    #expect(machine.handle(.call(2, .load(.next))).contains(.publish))
    #expect(!machine.handle(.call(3, .load(.next))).contains(.publish))
    let arrival = PageWalk.Arrival(itemCount: 2, next: .end(.noNextCursor, cursor: nil))
    #expect(machine.handle(.arrived(1, arrival)).contains(.publish))
    #expect(!machine.handle(.arrived(1, arrival)).contains(.publish))
    #expect(!machine.handle(.call(4, .load(.next))).contains(.publish))
    #expect(!machine.handle(.demand(1, generation: 0)).contains(.publish))
  }

  @Test("JP14: the items stay in sight while a refresh runs, and when it fails")
  func itemsStay() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .failure(Offline()).held(by: gate)], "a": [.page([3])],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    let refresh = Task { try await feed.refresh() }
    try await gate.arrivals(1)
    var snapshot = await feed.snapshot
    #expect(Array(snapshot.items) == [1, 2])
    #expect(snapshot.refresh.isActive)
    await gate.open()
    await #expect(throws: FeedError.self) { try await refresh.value }
    snapshot = await feed.snapshot
    #expect(Array(snapshot.items) == [1, 2])
    #expect(snapshot.refresh.error?.underlying is Offline)
    #expect(snapshot.next.error == nil)
    #expect(try await feed.loadNext()?.items == [3])
  }

  @Test("JP16: a position that was reported before loads nothing")
  func samePosition() {
    var machine = FeedMachine()
    _ = machine.handle(.demand(1, generation: 0))
    _ = machine.handle(.arrived(1, .init(itemCount: 2, next: .cursor(1))))
    #expect(machine.lanes.next.load == nil)
    for _ in 0..<3 { #expect(machine.handle(.demand(1, generation: 0)).isEmpty) }
    #expect(machine.handle(.demand(0, generation: 0)).isEmpty)
  }

  @Test("JP17: positions that are reported while a load runs start no second one")
  func samePositionWhileLoading() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a")], "a": [.page([3, 4], next: "b").held(by: gate)],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    feed.demand(through: 2)
    try await gate.arrivals(1)
    for level in [2, 3, 2, 3] { feed.demand(through: level) }
    await gate.open()
    let landed = try #require(await state(of: feed) { $0.itemCount == 4 })
    #expect(!landed.isLoading)
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test("JP18: while demand is paused the position is followed, and it counts when demand goes on")
  func paused() {
    var machine = FeedMachine()
    _ = machine.handle(.call(1, .load(.next)))
    _ = machine.handle(.arrived(1, .init(itemCount: 2, next: .cursor(1))))
    _ = machine.handle(.pauseDemand)
    #expect(machine.handle(.demand(5, generation: 0)).isEmpty)
    #expect(machine.handle(.demand(9, generation: 0)).isEmpty)
    #expect(machine.handle(.demand(3, generation: 0)).isEmpty)
    _ = machine.handle(.resumeDemand)
    #expect(machine.demand == 9)
    #expect(machine.lanes.next.load?.position.cursor == 1)
  }

  @Test("JP20: positions that make no sense load nothing", arguments: [-1, -1000, Int.min])
  func nonsense(level: Int) async throws {
    let observer = RecordingObserver()
    let source = Script.threePages()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    feed.demand(through: level)
    feed.demand(through: level, generation: 0)
    feed.demand(through: 0, generation: level)
    _ = try await feed.loadNext()
    let first = try await observer.heard(atLeast: 1).first
    guard case .attemptStarted(_, .call) = first else {
      Issue.record("the first load was started by \(String(describing: first))")
      return
    }
    #expect(await source.log.count == 1)
  }

  @Test(
    "JP20: a position beyond everything loads everything, and no more",
    arguments: [100, 1 << 36, Int.max])
  func farAway(level: Int) async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    feed.demand(through: level)
    let ended = await state(of: feed) { $0.endReason != nil }
    #expect(ended.map { Array($0.items) } == [1, 2, 3, 4, 5, 6])
    #expect(await source.log.count == 3)
  }

  @Test("JP24: the next page of a feed that was never loaded is the first one")
  func bootstraps() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    #expect(try await feed.loadNext()?.index == 0)
    #expect(await source.log.cursors == [nil])
  }

  @Test("JP25: going to a page that is loaded makes no request")
  func loadedPage() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    var points: [ResumePoint<String>] = []
    while let page = try await feed.loadNext() { points.append(page.resumePoint) }
    #expect(await source.log.count == 3)
    #expect(await collect(feed.pages(after: points[0])).items == [3, 4, 5, 6])
    #expect(await collect(feed.pages(after: points[1])).items == [5, 6])
    #expect(await source.log.count == 3)
  }

  @Test("JP27: the page that has just come is kept, also where only one is", arguments: [1, 2])
  func newestIsKept(count: Int) async throws {
    let feed = Feed(Script.threePages(), configuration: FeedConfiguration(retention: .pages(count)))
    while let page = try await feed.loadNext() {
      #expect(await feed.snapshot.pages.last == page)
      #expect(await feed.snapshot.pages.count == min(count, page.index + 1))
    }
  }

  @Test(
    "JP28: a point of another query is refused as a whole, before any request",
    arguments: Way.sequences)
  func foreignPoint(way: Way) async {
    let source = Script.threePages()
    let configuration = FeedConfiguration(fingerprint: "mine")
    let point = ResumePoint(cursor: "a", index: 1, fingerprint: "another")
    let trace =
      way == .feed
      ? await collect(Feed(source, configuration: configuration).pages(after: point))
      : await collect(source.pages(configuration, after: point))
    #expect(trace.error?.code == .invalidResumePoint)
    #expect(trace.pages.isEmpty)
    #expect(await source.log.count == 0)
  }

  @Test("JP28: a point taken while the page behind it loads asks for that page anew")
  func pointDuringLoad() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([7]).held(by: gate), .page([2])],
    ])
    let feed = Feed(source)
    let first = try #require(try await feed.loadNext())
    let load = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    let point = first.resumePoint
    await feed.close()
    await #expect(throws: FeedError.self) { try await load.value }
    #expect(await collect(Feed(source).pages(after: point)).items == [2])
  }
}
