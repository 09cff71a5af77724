// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What the tests of other libraries pin down, where no rule of ours has a suite of its own here.
@Suite(.tags(.coalescing), .timeLimit(.minutes(10)))
struct ScenarioTests {
  @Test("TQ3 TQ4 PG51: calls made while a page is loading join it, and nothing is aborted")
  func joining() async throws {
    let gate = Gate()
    let source = Numbers.numbered(3, holding: [1], at: gate)
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let calls = (0..<3).map { _ in Task { try await feed.loadNext() } }
    try await observer.joins(2)
    await gate.open()
    for call in calls { #expect(try await call.value?.items == [2, 3]) }
    #expect(await source.log.cursors == [nil, 1])
    #expect(await source.log.cancellationCount == 0)
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("TQ5 PG47: more that is wanted before the first page is there follows it")
  func wantedEarly() async throws {
    let gate = Gate()
    let source = Numbers.numbered(9, holding: [0], at: gate)
    let feed = Feed(source)
    let page = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    feed.demand(through: 3)
    await gate.open()
    #expect(try await page.value?.index == 0)
    let served = await state(of: feed) { $0.pageCount == 2 }
    #expect(served?.isLoading == false)
    #expect(await source.log.cursors == [nil, 1])
  }

  @Test("PG43 B1: a demand that a page does not fill is served by the pages after it")
  func unfulfilled() async throws {
    let source = Numbers.numbered(20, of: 1)
    let feed = Feed(source, configuration: FeedConfiguration(prefetchDistance: 2))
    feed.demand(through: 3)
    let served = await state(of: feed) { $0.pageCount >= 6 }
    #expect(served?.isLoading == false)
    #expect(served?.itemCount == 6)
    #expect(await source.log.count == 6)
  }

  @Test("PG45: a page that names its own cursor as next fails, unless that is allowed")
  func ownKey() async throws {
    let script: [Int?: [ScriptStep<Int, Int>]] = [
      nil: [.page([1], next: 1)], 1: [.page([2], next: 1), .page([3])],
    ]
    let strict = Feed(Numbers(script))
    _ = try await strict.loadNext()
    #expect(try await strict.loadNext()?.items == [2])
    #expect(await code { () throws(FeedError) in try await strict.loadNext() } == .cursorCycle)
    let lenient = Feed(Numbers(script), configuration: FeedConfiguration(cycles: .isAllowed))
    #expect(try await elements(of: lenient.items) == [1, 2, 3])
  }

  @Test("PG56 D2: demand waits, not loading, after a first load failed, and is served after retry")
  func demandBehindFailure() async throws {
    let source = Numbers(answering: { request, count in
      request.cursor == nil && count == 1
        ? .failure(Offline()) : .numbered(request.cursor ?? 0, of: 1, count: 9)
    })
    let feed = Feed(source, configuration: .once)
    feed.demand(through: 2)
    let failed = await state(of: feed) { $0.refresh.error != nil }
    #expect(failed?.isLoading == false)
    #expect(await source.log.count == 1)
    try await feed.retry()
    let served = await state(of: feed) { $0.pageCount == 3 }
    #expect(served?.isLoading == false)
    #expect(await source.log.cursors == [nil, nil, 1, 2])
  }

  @Test("PG57 B5: a first page that is all clears what was wanted beyond it")
  func nothingBeyond() async throws {
    let source = Numbers.numbered(1)
    let feed = Feed(source)
    feed.demand(through: 100)
    let end = await state(of: feed) { $0.isLoaded }
    #expect(end?.isLoading == false)
    #expect(end?.endReason == .noNextCursor)
    #expect(end?.previous.endReason == .noNextCursor)
    feed.demand(through: 101)
    #expect(try await feed.loadNext() == nil)
    #expect(await source.log.count == 1)
  }

  @Test("TQ14 TQ16 C4: a first load whose last waiter leaves is cancelled and leaves no trace")
  func firstLoadCancelled() async throws {
    let gate = Gate()
    let source = Numbers.numbered(3, holding: [0], at: gate)
    let feed = Feed(source)
    let waiter = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    waiter.cancel()
    #expect(await failure(of: waiter) == .cancelled)
    try await source.log.endedCalls(1)
    let after = await feed.snapshot
    #expect(!after.isLoaded)
    #expect(after.refresh.isIdle)
    #expect(after.items.isEmpty)
    #expect(await source.log.cancellationCount == 1)
  }

  @Test(
    "TQ28: everybody who waits through a back-off is answered when it ends; the last to leave ends it"
  )
  func backoff() async throws {
    let clock = ManualClock()
    let observer = RecordingObserver()
    let source = Numbers([
      nil: [
        .failure(Offline()), .page([1], next: 1), .failure(Offline()), .failure(Offline()),
      ]
    ])
    let feed = Feed(
      source,
      configuration: FeedConfiguration(
        retry: RetryPolicy(backoff: .constant(.seconds(5))), observer: observer), clock: clock)
    let walks = (0..<3).map { _ in Task { try await elements(of: feed.pages.limit(pages: 1)) } }
    try await observer.joins(2)
    try await clock.sleepers(1)
    #expect(await feed.snapshot.refresh.wait == .seconds(5))
    await clock.advance(by: .seconds(5))
    for walk in walks { #expect(try await walk.value.map(\.items) == [[1]]) }

    let refresh = Task { try await feed.refresh() }
    try await clock.sleepers(1)
    refresh.cancel()
    #expect(await failure(of: refresh) == .cancelled)
    #expect(await feed.snapshot.refresh.isIdle)
    await clock.advance(by: .seconds(60))
    #expect(await source.log.count == 3)
    #expect(await Array(feed.snapshot.items) == [1])
  }

  @Test("X29 F3: when the size of pages changes the next offset still counts items")
  func changingSize() async throws {
    let all = Array(0..<20)
    let source = OffsetSource<Int>(limit: 4) { offset, limit in
      // The server hands out what it likes: 4, then 3, then 2 …
      Array(all[offset...].prefix(max(1, limit - offset / 4)))
    }
    let pages = try await elements(of: source.pages())
    #expect(pages.flatMap(\.items) == all)
    #expect(pages.compactMap(\.cursor).prefix(3) == [4, 7, 10])
    // A walk that goes on with another limit goes on at the item, too.
    let point = pages[1].resumePoint
    let rest = try await elements(of: source.pages(FeedConfiguration(limit: 7), after: point))
    #expect(rest.flatMap(\.items) == Array(7..<20))
  }
}
