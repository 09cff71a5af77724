// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct StreamEndTests {
  /// How a list can be taken away from under its iterators.
  enum Interruption: CaseIterable {
    case refresh, reset, newQuery, close

    func carryOut(on feed: Feed<Int, Int>) async throws {
      switch self {
      case .refresh: try await feed.refresh()
      case .reset: await feed.reset()
      case .newQuery: await feed.reset(to: Numbers.numbered(2))
      case .close: await feed.close()
      }
    }

    var code: FeedError.Code { self == .close ? .closed : .superseded }
  }

  @Test(
    "E6 PG26: an iterator whose list is taken away says so, between two pages",
    arguments: Interruption.allCases, [0, 2])
  func betweenPages(interruption: Interruption, ahead: Int) async throws {
    let feed = Feed(Numbers.numbered(5))
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    var pages = feed.pages(prefetching: ahead).makeAsyncIterator()
    var items = feed.items.makeAsyncIterator()
    #expect(try await pages.next()?.index == 0)
    #expect(try await items.next() == 0)
    #expect(try await items.next() == 1)
    try await interruption.carryOut(on: feed)
    // Page 1 was loaded and is in the iterator's picture; it belongs to the old list all the same.
    #expect(await code { () throws(FeedError) in try await pages.next() } == interruption.code)
    #expect(await code { () throws(FeedError) in try await items.next() } == interruption.code)
    #expect(try await pages.next() == nil)
    #expect(try await items.next() == nil)
  }

  @Test(
    "E6: an iterator that waits for a page says so when the list is taken away",
    arguments: Interruption.allCases)
  func whileWaiting(interruption: Interruption) async throws {
    let gate = Gate()
    let feed = Feed(Numbers.numbered(3, holding: [1], at: gate))
    let walk = Task { try await elements(of: feed.items) }
    try await gate.arrivals(1)
    try await interruption.carryOut(on: feed)
    #expect(await failure(of: walk) == interruption.code)
  }

  @Test("E6: an iterator that has the last page in hand is superseded, too")
  func afterTheLastPage() async throws {
    let feed = Feed(Numbers.numbered(1))
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.isLast == true)
    try await feed.refresh()
    #expect(await code { () throws(FeedError) in try await iterator.next() } == .superseded)
  }

  @Test("E6 D1: while a refresh is in flight iterators replay the old list and wait at its end")
  func duringRefresh() async throws {
    let gate = Gate()
    let source = Numbers(answering: { request, count in
      let page = ScriptStep<Int, Int>.numbered(request.cursor ?? 0, of: 1, count: 5)
      return request.cursor == nil && count == 2 ? page.held(by: gate) : page
    })
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    async let fresh = feed.refresh()
    try await gate.arrivals(1)
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [0])
    #expect(try await iterator.next()?.items == [1])
    let walk = Task { try await elements(of: feed.pages) }
    await gate.open()
    _ = try await fresh
    #expect(await code { () throws(FeedError) in try await iterator.next() } == .superseded)
    // It waited for the refresh, or came after it: never a page of the old list behind the new one.
    if case .success(let pages) = await walk.result { #expect(pages.count == 5) }
    #expect(await source.log.count(of: 2) <= 1)
  }

  @Test("E6 D2: iterators that waited for a refresh go on with the old list when it fails")
  func afterFailedRefresh() async throws {
    let gate = Gate()
    let source = Numbers(answering: { request, count in
      request.cursor == nil && count == 2
        ? .failure(Offline()).held(by: gate) : .numbered(request.cursor ?? 0, of: 1, count: 4)
    })
    let feed = Feed(source, configuration: .once)
    var first = feed.pages.makeAsyncIterator()
    #expect(try await first.next()?.items == [0])
    let refresh = Task { try await feed.refresh() }
    try await gate.arrivals(1)
    let walk = Task { try await elements(of: feed.items) }
    await gate.open()
    #expect(await failure(of: refresh) == .retriesExhausted)
    #expect(try await first.next()?.items == [1])
    #expect(try await walk.value == [0, 1, 2, 3])
    #expect(await source.log.cursors == [nil, nil, 1, 2, 3])
  }

  @Test(
    "E6 C3: a cancelled walk throws cancelled, never ends like a complete one", arguments: [0, 3])
  func cancelled(ahead: Int) async throws {
    let gate = Gate()
    let source = Numbers.numbered(3, holding: [1], at: gate)
    let feed = Feed(source)
    let walk = Task { try await elements(of: feed.pages(prefetching: ahead)) }
    try await gate.arrivals(1)
    walk.cancel()
    #expect(await failure(of: walk) == .cancelled)
    #expect(await feed.snapshot.next.endReason == nil)
    await gate.open()
    #expect(try await elements(of: feed.items) == [0, 1, 2, 3, 4, 5])
  }

  @Test("case 81 TQ12: after a cancelled walk a new loop starts over, with page 0 from memory")
  func iteratedAgain() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (going, go) = AsyncStream.makeStream(of: Void.self)
    let walk = Task {
      for try await page in feed.pages {
        start.finish()
        // The second request must not start in a task that is cancelled by then.
        if page.index == 0 { for await _ in going {} }
      }
    }
    for await _ in started {}
    walk.cancel()
    go.finish()
    #expect(await failure(of: walk) == .cancelled)
    #expect(await source.log.count == 1)
    #expect(try await elements(of: feed.items) == [0, 1, 2, 3, 4, 5])
    #expect(await source.log.cursors == [nil, 1, 2])
  }

  @Test("E6: a closed feed says so to a new iterator, also for pages that it still has")
  func closedBefore() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    _ = try await feed.loadNext()
    await feed.close()
    var pages = feed.pages.makeAsyncIterator()
    var resumed = feed.pages(after: ResumePoint(cursor: 1, index: 1)).makeAsyncIterator()
    #expect(await code { () throws(FeedError) in try await pages.next() } == .closed)
    #expect(await code { () throws(FeedError) in try await resumed.next() } == .closed)
    #expect(await source.log.count == 1)
  }

  @Test("E6: cancel() ends what iterators wait for; the list stays")
  func feedCancelled() async throws {
    let gate = Gate()
    let feed = Feed(Numbers.numbered(3, holding: [1], at: gate))
    let walk = Task { try await elements(of: feed.items) }
    try await gate.arrivals(1)
    await feed.cancel()
    #expect(await failure(of: walk) == .cancelled)
    await gate.open()
    #expect(try await elements(of: feed.items).count == 6)
  }
}
