// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct PrefetchTests {
  @Test(
    "E4 X20 case 79: at most k pages are asked for ahead of the one in hand, and they come",
    arguments: [0, 1, 2, 3, 4, 10], [Retention.all, .none])
  func bounded(ahead: Int, retention: Retention) async throws {
    let source = Numbers.numbered(30)
    let feed = Feed(source, configuration: FeedConfiguration(retention: retention))
    var iterator = feed.pages(prefetching: ahead).makeAsyncIterator()
    for page in 0..<30 {
      let got = try #require(await iterator.next())
      #expect(got.index == page)
      #expect(got.items == [2 * page, 2 * page + 1])
      #expect(await source.log.count <= page + 1 + ahead)
      if page == 0 {
        // The pages ahead come without anybody asking, and then it stops.
        let rest = await state(of: feed) { $0.pageCount == min(30, 1 + ahead) }
        #expect(rest?.isLoading == false)
        #expect(await source.log.count == 1 + ahead)
      }
    }
    #expect(try await iterator.next() == nil)
    #expect(await source.log.count == 30)
  }

  @Test("X20 case 79: a consumer that pauses without read-ahead causes no further request")
  func pausing() async throws {
    let source = Numbers.numbered(100)
    let feed = Feed(source)
    var iterator = feed.pages.makeAsyncIterator()
    _ = try await iterator.next()
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == 1)
    #expect(try await iterator.next()?.index == 1)
  }

  @Test("E4 case 64: pages come in order and are asked for one at a time", arguments: [1, 2, 3, 8])
  func ordered(ahead: Int) async throws {
    let source = Numbers.numbered(40, of: 1)
    let feed = Feed(source, configuration: .streaming)
    #expect(try await elements(of: feed.pages(prefetching: ahead).items) == Array(0..<40))
    #expect(await source.log.cursors == [nil] + (1..<40).map { $0 })
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("E4 X19: reading ahead stops when the iterator goes, and its load is cancelled")
  func leaving() async throws {
    let gate = Gate()
    let source = Numbers.numbered(10, holding: [2], at: gate)
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    for try await _ in feed.pages(prefetching: 5) {
      try await gate.arrivals(1)
      break
    }
    try await observer.events(1) { if case .cancelled = $0 { true } else { false } }
    try await source.log.endedCalls(3)
    let after = await feed.snapshot
    #expect(!after.isLoading)
    #expect(after.pageCount == 2)
    #expect(await source.log.count == 3)
    #expect(await source.log.cancellationCount == 1)
  }

  @Test("E4 X19: an iterator that goes leaves the read-ahead of another alone")
  func leavingOthers() async throws {
    let gate = Gate()
    let source = Numbers.numbered(6, holding: [2], at: gate)
    let feed = Feed(source)
    var stays = feed.pages(prefetching: 3).makeAsyncIterator()
    #expect(try await stays.next()?.index == 0)
    for try await _ in feed.pages(prefetching: 2) { break }
    try await gate.arrivals(1)
    await gate.open()
    let rest = await state(of: feed) { $0.pageCount >= 4 }
    #expect(rest != nil)
    for page in 1..<6 { #expect(try await stays.next()?.index == page) }
    #expect(try await stays.next() == nil)
    #expect(await source.log.cancellationCount == 0)
    #expect(await source.log.count == 6)
  }

  @Test("E4 F9 N52: reading ahead asks for no page beyond a limit", arguments: [2, 5])
  func limited(ahead: Int) async throws {
    let source = Numbers.numbered(20)
    let feed = Feed(source)
    var iterator = feed.pages(prefetching: ahead).limit(pages: 3).makeAsyncIterator()
    #expect(try await iterator.next()?.index == 0)
    let rest = await state(of: feed) { $0.pageCount >= 3 }
    #expect(rest?.isLoading == false)
    #expect(try await iterator.next()?.index == 1)
    #expect(try await iterator.next()?.endReason == .limit)
    #expect(try await iterator.next() == nil)
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == 3)
  }

  @Test("E10 F9: a failure of the last page before a limit surfaces, too, without a request")
  func failureAtLimit() async throws {
    let source = Numbers(answering: { request, count in
      request.cursor == 2 && count == 1
        ? .failure(Offline()) : .numbered(request.cursor ?? 0, of: 1, count: 6)
    })
    let feed = Feed(source, configuration: FeedConfiguration(retry: .never))
    var iterator = feed.pages(prefetching: 3).limit(pages: 3).makeAsyncIterator()
    #expect(try await iterator.next()?.index == 0)
    _ = await state(of: feed) { $0.next.error != nil }
    #expect(try await iterator.next()?.index == 1)
    await #expect(throws: FeedError.self) { _ = try await iterator.next() }
    #expect(await source.log.count == 3)
  }

  @Test(
    "E10: a failure ahead surfaces when the iterator comes to its page", arguments: [1, 2, 3, 5])
  func failureAhead(ahead: Int) async throws {
    let source = Numbers(answering: { request, count in
      request.cursor == 3 && count == 1
        ? .failure(Offline()) : .numbered(request.cursor ?? 0, of: 1, count: 6)
    })
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
    var iterator = feed.pages(prefetching: ahead).makeAsyncIterator()
    #expect(try await iterator.next()?.index == 0)
    if ahead >= 3 { try await observer.events(1) { if case .failed = $0 { true } else { false } } }
    #expect(try await iterator.next()?.index == 1)
    let last = try #require(await iterator.next())
    #expect(last.index == 2)
    try await observer.events(1) { if case .failed = $0 { true } else { false } }
    let error = await #expect(throws: FeedError.self) { try await iterator.next() }
    #expect(error?.code == .retriesExhausted)
    #expect(error?.pageIndex == 3)
    #expect(await source.log.cursors == [nil, 1, 2, 3])
    #expect(try await iterator.next() == nil)
    #expect(
      try await elements(of: feed.pages(after: last.resumePoint).items) == [3, 4, 5])
    #expect(await source.log.count(of: 3) == 2)
  }

  @Test("E10: each of two iterators hears of a failure ahead once it comes to that page")
  func failureForTwo() async throws {
    let source = Numbers(answering: { request, _ in
      request.cursor == 2 ? .failure(Offline()) : .numbered(request.cursor ?? 0, of: 1, count: 4)
    })
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
    var first = feed.pages(prefetching: 3).makeAsyncIterator()
    #expect(try await first.next()?.index == 0)
    try await observer.events(1) { if case .failed = $0 { true } else { false } }
    var second = feed.pages(prefetching: 3).makeAsyncIterator()
    #expect(try await second.next()?.index == 0)
    #expect(try await second.next()?.index == 1)
    #expect(try await first.next()?.index == 1)
    #expect(await code { () throws(FeedError) in try await first.next() } == .retriesExhausted)
    #expect(await code { () throws(FeedError) in try await second.next() } == .retriesExhausted)
    #expect(await Array(feed.snapshot.items) == [0, 1])
  }

  @Test("E4: two iterators with different read-ahead share one load a page", arguments: [1, 4])
  func shared(ahead: Int) async throws {
    let source = Numbers.numbered(25)
    let feed = Feed(source)
    async let first = elements(of: feed.pages(prefetching: ahead).items)
    async let second = elements(of: feed.pages(prefetching: 3).items)
    async let third = elements(of: feed.items)
    for walk in try await [first, second, third] { #expect(walk == Array(0..<50)) }
    #expect(await source.log.count == 25)
    #expect(await source.log.highestConcurrency == 1)
  }
}
