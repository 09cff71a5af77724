// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.refresh), .timeLimit(.minutes(10)))
struct RefreshOutcomeTests {
  @Test("D2 PG58 TQ23: a refresh that fails leaves the old list whole, with its lane failed")
  func failing() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a"), .failure(Offline())],
      "a": [.page([3], next: "b")],
      "b": [.page([4])],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    let error = await #expect(throws: FeedError.self) { try await feed.refresh() }
    #expect(error?.code == .retriesExhausted)
    #expect(error?.underlying is Offline)
    let after = await feed.snapshot
    #expect(after.itemsByPage == [[1, 2], [3]])
    #expect(after.generation == 0)
    #expect(after.refresh.error?.code == .retriesExhausted)
    #expect(after.next.isIdle)
    #expect(after.isLoaded)
    #expect(try await feed.loadNext()?.items == [4])
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4])
    #expect(await source.log.cursors == [nil, "a", nil, "b"])
  }

  @Test("D2: a refresh that fails leaves an ended list ended")
  func failingAtEnd() async throws {
    let source = Script([nil: [.page([1]), .failure(Offline())]])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    #expect(await code { () throws(FeedError) in try await feed.refresh() } == .retriesExhausted)
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
    #expect(try await feed.loadNext() == nil)
    #expect(await source.log.count == 2)
  }

  @Test("D2 PG41: retry after a failed refresh runs the refresh, and the old list stays meanwhile")
  func retrying() async throws {
    let gate = Gate()
    let source = Script([
      nil: [
        .page([1], next: "a"), .failure(Offline()), .page([9], next: "z").held(by: gate),
      ]
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    _ = try? await feed.refresh()
    async let retried: Void = feed.retry()
    try await gate.arrivals(1)
    #expect(await Array(feed.snapshot.items) == [1])
    #expect(await feed.snapshot.refresh.attempt == 1)
    await gate.open()
    try await retried
    #expect(await Array(feed.snapshot.items) == [9])
    #expect(await feed.snapshot.refresh.isIdle)
  }

  @Test("D2 PG55: a demand whose load the refresh cancelled is served when the refresh fails")
  func demandAfterFailure() async throws {
    let next = Gate()
    let fresh = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .failure(Offline()).held(by: fresh)],
      "a": [.page([3, 4]).held(by: next), .page([3, 4])],
    ])
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    feed.demand(through: 3)
    try await next.arrivals(1)
    let refresh = Task { try await feed.refresh() }
    try await fresh.arrivals(1)
    await fresh.open()
    #expect(await failure(of: refresh) == .retriesExhausted)
    let end = await state(of: feed) { $0.next.endReason != nil }
    #expect(end.map { Array($0.items) } == [1, 2, 3, 4])
    #expect(await source.log.cursors == [nil, "a", nil, "a"])
  }

  @Test("D5 B6 PG55: a demand of the old list is forgotten when the new one is in")
  func demandAfterSuccess() async throws {
    let next = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9], next: "z")],
      "a": [.page([3, 4]).held(by: next)],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    feed.demand(through: 30)
    try await next.arrivals(1)
    try await feed.refresh()
    #expect(await feed.snapshot.next.isIdle)
    #expect(await source.log.cursors == [nil, "a", nil])
  }

  @Test("B6 PG40 case 56: a report about the old list starts nothing in the new one")
  func lateReport() async throws {
    let source = Numbers(answering: { request, count in
      guard let cursor = request.cursor else {
        return count == 1 ? .page(Array(0..<50), next: 1) : .page([0, 1, 2], next: 1)
      }
      return .page([10 * cursor, 10 * cursor + 1, 10 * cursor + 2], next: cursor + 1)
    })
    let feed = Feed(source)
    _ = try await feed.loadNext()
    try await feed.refresh()
    feed.demand(through: 40)
    feed.demand(through: 40, generation: 0)
    // A report about the new list is served, and shows that the old ones are not remembered: with
    // either of them the feed would go on until it had 41 items.
    feed.demand(through: 3, generation: 1)
    let served = await state(of: feed) { $0.pageCount == 2 }
    #expect(served?.next.isIdle == true)
    #expect(await source.log.cursors == [nil, nil, 1])
  }

  @Test("B6 PG40: while a refresh is in flight demand belongs to the old list and starts nothing")
  func demandMeanwhile() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([9, 8], next: "z").held(by: gate)],
      "z": [.page([7, 6], next: "y")],
    ])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    async let fresh = feed.refresh()
    try await gate.arrivals(1)
    feed.demand(through: 5)
    feed.demand(through: 5, generation: 0)
    await gate.open()
    _ = try await fresh
    feed.demand(through: 2, generation: 1)
    let served = await state(of: feed) { $0.pageCount == 2 }
    #expect(served?.next.isIdle == true)
    #expect(await source.log.cursors == [nil, nil, "z"])
  }

  @Test("D5 TQ8: a refresh that finds the end after its first page shrinks the list and ends it")
  func shrinks() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a"), .page([1])], "a": [.page([3], next: "b")],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    try await feed.refresh()
    let after = await feed.snapshot
    #expect(after.itemsByPage == [[1]])
    #expect(after.endReason == .noNextCursor)
    #expect(try await feed.loadNext() == nil)
    #expect(await source.log.cursors == [nil, "a", nil])
  }

  @Test("D5 TQ19: after a refresh the next cursor is the fresh page's, not the stored one")
  func freshCursors() async throws {
    let source = Script([
      nil: [.page([1], next: "a"), .page([9], next: "z")], "a": [.page([2], next: "b")],
      "z": [.page([8])],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    try await feed.refresh()
    _ = try await feed.loadNext()
    #expect(await source.log.cursors == [nil, "a", nil, "z"])
  }

  @Test("D5: a refresh resets the end, a failure and the loop guard")
  func resets() async throws {
    let ended = Feed(Script([nil: [.page([1]), .page([1], next: "a")], "a": [.page([2])]]))
    _ = try await ended.loadNext()
    try await ended.refresh()
    #expect(await ended.snapshot.next.isIdle)
    #expect(try await ended.loadNext()?.items == [2])

    let failed = Feed(
      Script([nil: [.page([1], next: "a")], "a": [.failure(Offline()), .page([2])]]),
      configuration: .once)
    _ = try await failed.loadNext()
    _ = try? await failed.loadNext()
    let failedCode = await failed.snapshot.next.error?.code
    #expect(failedCode == .retriesExhausted)
    try await failed.refresh()
    #expect(await failed.snapshot.next.isIdle)
    #expect(try await failed.loadNext()?.items == [2])

    let cyclic = Feed(
      Script([nil: [.page([1], next: "a")], "a": [.page([2], next: "a"), .page([3])]]))
    _ = try await cyclic.loadNext()
    _ = try await cyclic.loadNext()
    let cyclicCode = await cyclic.snapshot.next.error?.code
    #expect(cyclicCode == .cursorCycle)
    try await cyclic.refresh()
    #expect(await cyclic.snapshot.next.isIdle)
    #expect(try await cyclic.loadNext()?.items == [3])
    let cyclicEndReason = await cyclic.snapshot.endReason
    #expect(cyclicEndReason == .noNextCursor)
  }

  @Test("TQ13 TQ15 C4: a refresh that is given up leaves the old pages and makes no request")
  func givenUp() async throws {
    let gate = Gate()
    let source = Script([nil: [.page([1, 2], next: "a"), .page([9]).held(by: gate)]])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    let waiter = Task { try await feed.refresh() }
    try await gate.arrivals(1)
    waiter.cancel()
    #expect(await failure(of: waiter) == .cancelled)
    try await source.log.endedCalls(2)
    let after = await feed.snapshot
    #expect(Array(after.items) == [1, 2])
    #expect(after.generation == 0)
    #expect(after.refresh.isIdle)
    #expect(after.next.isIdle)
    #expect(await source.log.cancellationCount == 1)
    #expect(await source.log.count == 2)
  }
}
