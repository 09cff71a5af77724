// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.refresh), .timeLimit(.minutes(10)))
struct RefreshTests {
  @Test("D1: the old pages stay until the new first page is in, then one update swaps them")
  func swap() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9, 8], next: "z").held(by: gate)],
      "a": [.page([3], next: "b")],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    var updates = feed.updates.makeAsyncIterator()
    #expect(await updates.next().map { Array($0.snapshot.items) } == [1, 2, 3])
    async let fresh = feed.refresh()
    try await gate.arrivals(1)
    let before = try #require(await updates.next()).snapshot
    #expect(before.refresh.attempt == 1)
    #expect(before.itemsByPage == [[1, 2], [3]])
    #expect(before.generation == 0)
    #expect(before.isLoaded)
    await gate.open()
    #expect(try await fresh?.items == [9, 8])
    let after = try #require(await updates.next()).snapshot
    #expect(after.itemsByPage == [[9, 8]])
    #expect(after.generation == 1)
    #expect(after.itemsGeneration == 1)
    #expect(after.pageCount == 1)
    #expect(after.itemCount == 2)
    #expect(after.refresh.isIdle)
  }

  @Test("D1: no observer sees an empty list while one is replaced by another")
  func neverEmpty() async throws {
    let feed = Feed(Script.threePages())
    _ = try await feed.loadNext()
    let observing = Task {
      var emptyCount = 0
      var last = 0
      for await update in feed.updates {
        if update.snapshot.items.isEmpty { emptyCount += 1 }
        last = update.snapshot.generation
      }
      return (emptyCount, last)
    }
    for _ in 0..<50 {
      try await feed.refresh()
      _ = try await feed.loadNext()
    }
    await feed.close()
    #expect(await observing.value == (0, 50))
  }

  @Test(
    "D3 PG42 X5: concurrent refreshes share one load and swap the list once", arguments: [2, 100])
  func shared(count: Int) async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a"), .page([9], next: "z").held(by: gate)]
    ])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let pages = try await withThrowingTaskGroup(of: Page<Int, String>?.self) { group in
      for _ in 0..<count { group.addTask { try await feed.refresh() } }
      try await observer.joins(count - 1)
      await gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pages.map { $0?.items } == Array(repeating: [9], count: count))
    #expect(await source.log.cursors == [nil, nil])
    #expect(await feed.snapshot.generation == 1)
  }

  @Test("PG42: each refresh in a row reaches the newest generation")
  func inARow() async throws {
    let source = Numbers(answering: { request, count in
      .page([request.generation, count], next: 1)
    })
    let feed = Feed(source)
    _ = try await feed.loadNext()
    for generation in 1...5 {
      #expect(try await feed.refresh()?.items == [generation, generation + 1])
      #expect(await feed.snapshot.generation == generation)
    }
  }

  @Test(
    "D4 X6 TQ2 case 52: a refresh supersedes the page in flight, whose answer is never seen",
    arguments: [false, true])
  func supersedes(ignoresCancellation: Bool) async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9, 8], next: "z")],
      "a": [.page([3], next: "b").held(by: gate, ignoringCancellation: ignoresCancellation)],
      "z": [.page([7])],
    ])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let waiter = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(try await feed.refresh()?.items == [9, 8])
    #expect(await failure(of: waiter) == .superseded)
    await gate.open()
    try await source.log.endedCalls(3)
    #expect(await source.log.cancellationCount == 1)
    #expect(await Array(feed.snapshot.items) == [9, 8])
    #expect(try await feed.loadNext()?.items == [7])
    #expect(await Array(feed.snapshot.items) == [9, 8, 7])
    #expect(await source.log.cursors == [nil, "a", nil, "z"])
    try await observer.events(3) { if case .loaded = $0 { true } else { false } }
    let given = try await observer.heard().filter {
      if case .superseded = $0 { true } else { false }
    }
    #expect(given.count == 1)
  }

  @Test("D4 PG52: a superseded load that ignores cancellation does not hold up the refresh")
  func doesNotWait() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a"), .page([9])],
      "a": [.failure(Offline()).held(by: gate, ignoringCancellation: true)],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    let waiter = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(try await feed.refresh()?.items == [9])
    #expect(await source.log.highestConcurrency == 2)
    #expect(await failure(of: waiter) == .superseded)
    await gate.open()
    try await source.log.endedCalls(3)
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
  }

  @Test(
    "A6 TQ1 PG53 PG54 case 54: loadNext during a refresh joins it and never asks the old cursor",
    arguments: [1, 2, 20])
  func nextDuringRefresh(count: Int) async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9], next: "z").held(by: gate)],
      "z": [.page([8])],
    ])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    async let fresh = feed.refresh()
    try await gate.arrivals(1)
    let waiters = (0..<count).map { _ in Task { try await feed.loadNext() } }
    try await observer.joins(count)
    await gate.open()
    #expect(try await fresh?.items == [9])
    for waiter in waiters { #expect(try await waiter.value?.items == [9]) }
    #expect(try await feed.loadNext()?.items == [8])
    #expect(await source.log.cursors == [nil, nil, "z"])
    #expect(await source.log.cancellationCount == 0)
  }

  @Test("D3 C6 case 58: a late answer of the old list leaves the refresh in flight alone")
  func lateAnswer() async throws {
    let old = Gate()
    let new = Gate()
    let source = Script([
      nil: [.page([1], next: "a"), .page([9], next: "z").held(by: new)],
      "a": [.page([3]).held(by: old, ignoringCancellation: true)],
    ])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let waiter = Task { try await feed.loadNext() }
    try await old.arrivals(1)
    async let first = feed.refresh()
    try await new.arrivals(1)
    await old.open()
    try await source.log.endedCalls(2)
    async let second = feed.refresh()
    try await observer.joins(1)
    await new.open()
    #expect(try await first?.items == [9])
    #expect(try await second?.items == [9])
    #expect(await failure(of: waiter) == .superseded)
    #expect(await source.log.cursors == [nil, "a", nil])
  }
}
