// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.refresh), .timeLimit(.minutes(10)))
struct ResetTests {
  @Test("D6: reset drops everything at once; its waiters get superseded and nothing is loaded")
  func reset() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9], next: "a")],
      "a": [.page([3]).held(by: gate), .page([8])],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    let waiter = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    await feed.reset()
    let empty = await feed.snapshot
    #expect(empty.items.isEmpty)
    #expect(empty.pages.isEmpty)
    #expect(empty.pageCount == 0)
    #expect(empty.itemCount == 0)
    #expect(empty.generation == 1)
    #expect(empty.itemsGeneration == 1)
    #expect(!empty.isLoaded)
    for lane in Lane.allCases { #expect(empty[lane].isIdle) }
    #expect(await failure(of: waiter) == .superseded)
    try await source.log.endedCalls(2)
    #expect(await source.log.cursors == [nil, "a"])
    #expect(try await feed.loadNext()?.items == [9])
    #expect(try await feed.loadNext()?.items == [8])
  }

  @Test(
    "D6: reset supersedes the waiters of a first load and of a refresh", arguments: [false, true])
  func firstLoads(isLoaded: Bool) async throws {
    let gate = Gate()
    let held = Step.page([9]).held(by: gate)
    let source = Script(calls: (isLoaded ? [.page([1], next: "a")] : []) + [held, .page([5])])
    let feed = Feed(source)
    if isLoaded { _ = try await feed.loadNext() }
    let waiter = Task { try await isLoaded ? feed.refresh() : feed.loadNext() }
    try await gate.arrivals(1)
    await feed.reset()
    #expect(await failure(of: waiter) == .superseded)
    #expect(await feed.snapshot.items.isEmpty)
    #expect(try await feed.loadNext()?.items == [5])
  }

  @Test("D6 B6: reset forgets demand, and a level of the old list starts nothing")
  func demand() async throws {
    let gate = Gate()
    let source = Numbers.numbered(100, holding: [1], at: gate)
    let feed = Feed(source)
    _ = try await feed.loadNext()
    feed.demand(through: 50)
    try await gate.arrivals(1)
    await feed.reset()
    feed.demand(through: 50, generation: 0)
    #expect(await feed.snapshot.isLoading == false)
    await gate.open()
    feed.demand(through: 1, generation: 1)
    let loaded = await state(of: feed) { $0.isLoaded }
    #expect(loaded?.next.isIdle == true)
    #expect(await source.log.cursors == [nil, 1, nil])
  }

  @Test(
    "D7 X10 case 62: after reset(to:) nothing of the old source is seen, however late it answers",
    arguments: [false, true])
  func newQuery(ignoresCancellation: Bool) async throws {
    let gate = Gate()
    let old = Script([
      nil: [.page([13], next: "x").held(by: gate, ignoringCancellation: ignoresCancellation)]
    ])
    let new = Script([nil: [.page([1], next: "b")], "b": [.page([2])]])
    let feed = Feed(old)
    let seen = Task {
      await elements(of: feed.updates).flatMap { Array($0.snapshot.items) }
    }
    let waiter = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    await feed.reset(to: new)
    #expect(await failure(of: waiter) == .superseded)
    #expect(try await feed.loadNext()?.items == [1])
    await gate.open()
    try await old.log.endedCalls(1)
    #expect(try await feed.loadNext()?.items == [2])
    #expect(await Array(feed.snapshot.items) == [1, 2])
    await feed.close()
    #expect(await !seen.value.contains(13))
    #expect(await old.log.cursors == [nil])
    #expect(await new.log.cursors == [nil, "b"])
  }

  @Test("D7: old items can stay in sight, marked as old, until the first new page is in")
  func keepingItems() async throws {
    let gate = Gate()
    let feed = Feed(Script.threePages())
    _ = try await feed.loadNext()
    var updates = feed.updates.makeAsyncIterator()
    _ = await updates.next()
    await feed.reset(
      to: Script([nil: [.page([7], next: "x").held(by: gate)]]), keepingItems: true)
    let kept = try #require(await updates.next()).snapshot
    #expect(Array(kept.items) == [1, 2])
    #expect(kept.generation == 1)
    #expect(kept.itemsGeneration == 0)
    #expect(!kept.isLoaded)
    #expect(kept.itemCount == 0)
    async let page = feed.loadNext()
    try await gate.arrivals(1)
    let loading = try #require(await updates.next()).snapshot
    #expect(Array(loading.items) == [1, 2])
    #expect(loading.refresh.attempt == 1)
    await gate.open()
    #expect(try await page?.items == [7])
    let swapped = try #require(await updates.next()).snapshot
    #expect(Array(swapped.items) == [7])
    #expect(swapped.itemsGeneration == 1)
    #expect(swapped.generation == 1)
  }

  @Test("D7: kept old items stay when the new query fails, and no iterator gets them")
  func keepingItemsOnFailure() async throws {
    let feed = Feed(Script.threePages(), configuration: .once)
    _ = try await feed.loadNext()
    await feed.reset(to: Script([nil: [.failure(Offline()), .page([7])]]), keepingItems: true)
    #expect(await code { () throws(FeedError) in try await feed.loadNext() } == .retriesExhausted)
    #expect(await Array(feed.snapshot.items) == [1, 2])
    #expect(try await elements(of: feed.items) == [7])
    #expect(await Array(feed.snapshot.items) == [7])
  }

  @Test("D7 E6: iterators and resume points of the old query do not reach into the new one")
  func iterators() async throws {
    let feed = Feed(Numbers.numbered(3))
    var iterator = feed.pages.makeAsyncIterator()
    let page = try #require(await iterator.next())
    _ = try await feed.loadNext()
    await feed.reset(to: Numbers.numbered(5, of: 1))
    #expect(
      await code { () throws(FeedError) in try await iterator.next() } == .superseded)
    #expect(try await iterator.next() == nil)
    #expect(try await elements(of: feed.items) == [0, 1, 2, 3, 4])
    // The cursor of the point is asked at the new source: the feed cannot know better when both
    // queries have the same fingerprint.
    #expect(try await elements(of: feed.pages(after: page.resumePoint).items) == [1, 2, 3, 4])
  }

  @Test("PG35 D7: after ten resets with nobody watching a new observer sees the newest list only")
  func unwatched() async throws {
    let feed = Feed(Numbers.numbered(3))
    for round in 1...10 {
      _ = try await feed.loadNext()
      await feed.reset(to: single(100 * round))
    }
    _ = try await feed.loadNext()
    var updates = feed.updates.makeAsyncIterator()
    let first = try #require(await updates.next()).snapshot
    #expect(first.generation == 10)
    #expect(Array(first.items) == [1000])
    await feed.close()
    let rest = await updates.next()
    #expect(rest?.snapshot.isClosed == true)
    #expect(await updates.next() == nil)
  }

  private func single(_ item: Int) -> Numbers { Numbers([nil: [.page([item])]]) }

  @Test("TQ25 X7: a load that unwinds late takes nothing from the load begun after it")
  func lateUnwind() async throws {
    let old = Gate()
    let new = Gate()
    let source = Script(calls: [
      .failure(Offline()).held(by: old, ignoringCancellation: true),
      .page([5], next: "a").held(by: new),
    ])
    let observer = RecordingObserver()
    let feed = Feed(
      source, configuration: FeedConfiguration(retry: .never, observer: observer))
    let first = Task { try await feed.loadNext() }
    try await old.arrivals(1)
    await feed.cancel()
    #expect(await failure(of: first) == .cancelled)
    async let second = feed.loadNext()
    try await new.arrivals(1)
    await old.open()
    try await source.log.endedCalls(1)
    async let third = feed.loadNext()
    try await observer.joins(1)
    #expect(await feed.snapshot.refresh.attempt == 1)
    await new.open()
    #expect(try await second?.items == [5])
    #expect(try await third?.items == [5])
    #expect(await source.log.count == 2)
  }
}
