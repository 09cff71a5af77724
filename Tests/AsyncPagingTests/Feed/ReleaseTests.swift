// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct ReleaseTests {
  private let gate = Gate()
  private let clock = ManualClock()

  @Test("C8: close() ends calls, streams and observers, and later calls start nothing")
  func close() async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.page([2]).held(by: gate)]])
    let feed = Feed(source, configuration: .once)
    var iterator = feed.pages.makeAsyncIterator()
    _ = try await iterator.next()
    var updates = feed.updates.makeAsyncIterator()
    _ = await updates.next()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await gate.arrivals(1)
    await feed.close()
    #expect(await call.code() == .closed)
    await tasks.ended()
    #expect(await source.log.cancellationCount == 1)

    // The observer is slow: it gets the last state, then the end.
    let last = try #require(await updates.next()).snapshot
    #expect(last.isClosed)
    #expect(!last.isLoading)
    #expect(Array(last.items) == [1])
    #expect(await updates.next() == nil)
    #expect(await updates.next() == nil)

    #expect(await calling { try await feed.loadNext() }.code() == .closed)
    #expect(await calling { try await feed.refresh() }.code() == .closed)
    #expect(await calling { try await feed.checkForMore() }.code() == .closed)
    #expect(await calling { try await feed.retry() }.code() == .closed)
    #expect(await calling { for try await _ in feed.pages {} }.code() == .closed)
    #expect(await calling { for try await _ in feed.items {} }.code() == .closed)
    let failure = await outcome(of: { try await iterator.next() }).failure
    #expect(failure?.code == .closed)
    await settled { feed.demand(through: 9) }
    #expect(await source.log.count == 2)
    // Whoever observes from now on gets the last state, and that is all.
    var late = feed.updates.makeAsyncIterator()
    #expect(await late.next()?.snapshot.isClosed == true)
    #expect(await late.next() == nil)
  }

  @Test("C8: a feed that was never used can be closed")
  func closeUnused() async {
    let source = Script.threePages()
    let feed = Feed(source)
    await feed.close()
    #expect(await calling { try await feed.loadNext() }.code() == .closed)
    #expect(await source.log.count == 0)
  }

  @Test("C10 J3: with the last reference the load is cancelled, and no task is left")
  func loadInFlight() async throws {
    let source = Script([nil: [.page([1]).held(by: gate)]])
    let remembered = Weak<Feed<Int, String>>()
    var feed: Feed<Int, String>? = Feed(source)
    remembered.value = feed
    var updates = feed?.updates.makeAsyncIterator()
    let first = await updates?.next()
    #expect(first?.snapshot.isLoaded == false)
    let (_, tasks) = watchingTasks { feed?.demand(through: 0) }
    try await gate.arrivals(1)
    feed = nil
    await tasks.ended()
    #expect(remembered.value == nil)
    #expect(await source.log.cancellationCount == 1)
    // What it was doing last, perhaps, and then the end.
    while let update = await updates?.next() { #expect(!update.snapshot.isLoaded) }
  }

  @Test(
    "C10 C9 J3: with the last reference a back-off wait and a cool-down end",
    arguments: [1, 2])
  func waits(attempts: Int) async throws {
    let source = Script([nil: [.failure(Offline())]])
    var configuration = FeedConfiguration(
      retry: RetryPolicy(maxAttempts: attempts, backoff: .constant(.seconds(5))))
    configuration.failureCoolDown = .seconds(5)
    let remembered = Weak<Feed<Int, String>>()
    var feed: Feed<Int, String>? = Feed(source, configuration: configuration, clock: clock)
    remembered.value = feed
    let (_, tasks) = watchingTasks { feed?.demand(through: 0) }
    try await clock.sleepers(1)
    feed = nil
    await tasks.ended()
    #expect(remembered.value == nil)
    #expect(await clock.sleeperCount == 0)
    #expect(await source.log.count == 1)
  }

  @Test("C10: a source that never returns does not keep the feed alive")
  func stubbornSource() async throws {
    let source = Script([nil: [.page([1]).held(by: gate, ignoringCancellation: true)]])
    var feed: Feed<Int, String>? = Feed(source)
    var updates = feed?.updates.makeAsyncIterator()
    let (_, tasks) = watchingTasks { feed?.demand(through: 0) }
    try await gate.arrivals(1)
    feed = nil
    // The stream ends although the source stands where it stood.
    while let update = await updates?.next() { #expect(!update.snapshot.isLoaded) }
    #expect(await gate.waitingCount == 1)
    await gate.open()
    await tasks.ended()
  }

  @Test("C10: the pages go with the feed and the pictures taken of it")
  func pages() async throws {
    let remembered = Weak<Feed<Witness, Int>>()
    let watch = try await use(remembered)
    await watch.ended()
    #expect(remembered.value == nil)
  }

  /// Uses a feed of a witness in every way, and leaves nothing behind.
  private func use(_ remembered: Weak<Feed<Witness, Int>>) async throws -> TaskWatch {
    let (witness, watch) = Witness.make()
    let pages: [Int?: Witness] = [nil: witness, 1: witness, 2: witness]
    let feed = Feed(
      CursorSource<Witness, Int> { cursor, _ in
        (items: [pages[cursor]].compactMap(\.self), next: cursor == 2 ? nil : (cursor ?? 0) + 1)
      })
    remembered.value = feed
    var updates = feed.updates.makeAsyncIterator()
    for try await item in feed.items { #expect(item === pages[nil]) }
    _ = await updates.next()
    try await feed.refresh()
    var iterator = feed.pages(prefetching: 2).makeAsyncIterator()
    _ = try await iterator.next()
    _ = await feed.snapshot
    await settled { feed.demand(through: 2) }
    return watch
  }

  @Test("C10: an iterator keeps its feed alive; with the iterator its read-ahead ends")
  func iterator() async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.page([2]).held(by: gate)]])
    let remembered = Weak<Feed<Int, String>>()
    let (reading, tasks) = watchingTasks {
      Task { [gate] in
        let feed = Feed(source, configuration: .once)
        remembered.value = feed
        var iterator = feed.pages(prefetching: 2).makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.items == [1])
        try await gate.arrivals(1)
      }
    }
    try await reading.value
    await tasks.ended()
    #expect(remembered.value == nil)
    #expect(await source.log.cancellationCount == 1)
  }

  @Test("J3: a feed that is used in every way leaves no task behind once it is closed")
  func noTaskLeft() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a")],
      "a": [.failure(Offline()), .failure(Offline()), .page([3, 4], next: "b")],
      "b": [.page([5, 6]).held(by: gate)],
    ])
    var configuration = FeedConfiguration(
      retry: RetryPolicy(maxAttempts: 2, backoff: .constant(.seconds(5))))
    configuration.failureCoolDown = .seconds(60)
    let (using, tasks) = watchingTasks {
      Task { [configuration, clock, gate] in
        let feed = Feed(source, configuration: configuration, clock: clock)
        _ = try await feed.loadNext()
        let observing = Task { for await _ in feed.updates {} }
        feed.demand(through: 2)
        try await clock.sleepers(1)
        await clock.advance(by: .seconds(5))
        _ = await state(of: feed) { $0.next.error != nil }
        try await feed.retry()
        let call = calling { try await feed.loadNext() }
        try await gate.arrivals(1)
        call.cancel()
        #expect(await call.code() == .cancelled)
        var iterator = feed.pages(prefetching: 3).makeAsyncIterator()
        _ = try await iterator.next()
        try await gate.arrivals(2)
        await feed.close()
        await observing.value
      }
    }
    try await using.value
    await tasks.ended()
    #expect(await clock.sleeperCount == 0)
    #expect(await gate.waitingCount == 0)
  }
}
