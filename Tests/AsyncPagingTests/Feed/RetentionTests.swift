// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct RetentionTests {
  @Test(
    "E8: retention never changes what an iterator yields, first or late",
    arguments: [Retention.all, .pages(1), .pages(2), .pages(5), .none], [0, 1, 3])
  func sameMeaning(retention: Retention, ahead: Int) async throws {
    let reference = try await elements(of: Feed(Numbers.numbered(8)).pages)
    let feed = Feed(
      Numbers.numbered(8), configuration: FeedConfiguration(retention: retention))
    for _ in 0..<3 {
      #expect(try await elements(of: feed.pages(prefetching: ahead)) == reference)
    }
    let snapshot = await feed.snapshot
    #expect(snapshot.pageCount == 8)
    #expect(snapshot.itemCount == 16)
  }

  @Test("E8: a page that is loaded again ends the list for the same reason")
  func sameEnds() async throws {
    let scripts: [[Int?: [ScriptStep<Int, Int>]]] = [
      [nil: [.page([1], next: 1)], 1: [.page([2])]],
      [nil: [.page([1], next: 1)], 1: [.page([2], next: 2, hasNext: false)]],
      [nil: [.page([1], next: 1)], 1: [.page([2], next: 1)]],
    ]
    let reasons: [EndReason] = [.noNextCursor, .flag, .repeatedCursor]
    for (script, reason) in zip(scripts, reasons) {
      let feed = Feed(
        Numbers(script), configuration: FeedConfiguration(retention: .none, cycles: .ends))
      let first = try await elements(of: feed.pages)
      let second = try await elements(of: feed.pages)
      #expect(first.map(\.endReason) == [nil, reason])
      #expect(second == first, "\(reason)")
    }
  }

  @Test(
    "E8 F8: a list that has grown at its end yields the same items to a late iterator",
    arguments: [Retention.all, .pages(1), .none])
  func grown(retention: Retention) async throws {
    let source = Numbers(answering: { request, count in
      guard request.cursor == 1 else { return .page([1], next: 1) }
      return count == 1 ? .page([2]) : .page([2, 3])
    })
    let feed = Feed(source, configuration: FeedConfiguration(retention: retention))
    #expect(try await elements(of: feed.items) == [1, 2])
    #expect(try await feed.checkForMore()?.items == [3])
    #expect(try await elements(of: feed.items) == [1, 2, 3])
  }

  @Test("TQ7 E8: the list shows the last n pages, and counts all", arguments: [1, 2, 5])
  func window(count: Int) async throws {
    let feed = Feed(
      Numbers.numbered(10), configuration: FeedConfiguration(retention: .pages(count)))
    for page in 0..<10 {
      _ = try await feed.loadNext()
      let snapshot = await feed.snapshot
      let first = max(0, page + 1 - count)
      #expect(snapshot.pages.map(\.index) == Array(first...page))
      #expect(Array(snapshot.items) == Array(2 * first..<2 * page + 2))
      #expect(snapshot.pageCount == page + 1)
      #expect(snapshot.itemCount == 2 * page + 2)
    }
  }

  @Test("E8: with no retention the list is empty, and every page is delivered")
  func nothingKept() async throws {
    let feed = Feed(Numbers.numbered(3), configuration: .streaming)
    for page in 0..<3 {
      #expect(try await feed.loadNext()?.items == [2 * page, 2 * page + 1])
      let snapshot = await feed.snapshot
      #expect(snapshot.items.isEmpty)
      #expect(snapshot.pages.isEmpty)
      #expect(snapshot.isLoaded)
    }
    #expect(try await feed.loadNext() == nil)
  }

  @Test("E8: a dropped page is loaded again with its cursor, once for all who need it")
  func reload() async throws {
    let gate = Gate(isOpen: true)
    let source = Numbers.numbered(4, holding: [1], at: gate)
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(retention: .none, observer: observer))
    let pages = try await elements(of: feed.pages)
    await gate.shut()
    let first = Task { try await elements(of: feed.pages(after: pages[0].resumePoint)) }
    try await gate.arrivals(2)
    let second = Task { try await elements(of: feed.pages(after: pages[0].resumePoint)) }
    try await observer.joins(1)
    await gate.open()
    #expect(try await first.value == Array(pages[1...]))
    #expect(try await second.value == Array(pages[1...]))
    #expect(await source.log.count(of: 1) == 2)
    #expect(await feed.snapshot.pageCount == 4)
  }

  @Test("E8 C1: who leaves a page that is loaded again leaves alone; the last one cancels it")
  func leavingReload() async throws {
    let gate = Gate(isOpen: true)
    let source = Numbers.numbered(2, holding: [0], at: gate)
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(retention: .none, observer: observer))
    _ = try await elements(of: feed.pages)
    await gate.shut()
    let stays = Task { try await elements(of: feed.items) }
    try await gate.arrivals(2)
    let leaves = Task { try await elements(of: feed.items) }
    try await observer.joins(1)
    leaves.cancel()
    #expect(await failure(of: leaves) == .cancelled)
    #expect(await source.log.cancellationCount == 0)
    stays.cancel()
    #expect(await failure(of: stays) == .cancelled)
    try await source.log.endedCalls(3)
    #expect(await source.log.cancellationCount == 1)
    await gate.open()
    #expect(try await elements(of: feed.items) == [0, 1, 2, 3])
  }

  @Test("E8 D4: a refresh supersedes a page that is being loaded again")
  func supersededReload() async throws {
    let gate = Gate(isOpen: true)
    let source = Numbers.numbered(3, holding: [1], at: gate)
    let feed = Feed(source, configuration: .streaming)
    let pages = try await elements(of: feed.pages)
    await gate.shut()
    let late = Task { try await elements(of: feed.pages(after: pages[0].resumePoint)) }
    try await gate.arrivals(2)
    try await feed.refresh()
    #expect(await failure(of: late) == .superseded)
    #expect(await feed.snapshot.generation == 1)
  }

  @Test("E8 E7: a page that fails to load again throws, and the list is not failed")
  func failingReload() async throws {
    let source = Numbers(answering: { request, count in
      request.cursor == 1 && count == 2
        ? .failure(Offline()) : .numbered(request.cursor ?? 0, of: 1, count: 3)
    })
    let feed = Feed(source, configuration: FeedConfiguration(retry: .never, retention: .none))
    _ = try await elements(of: feed.pages)
    var iterator = feed.pages.makeAsyncIterator()
    let first = try #require(await iterator.next())
    let error = await #expect(throws: FeedError.self) { try await iterator.next() }
    #expect(error?.pageIndex == 1)
    #expect(error?.code == .retriesExhausted)
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
    #expect(try await elements(of: feed.pages(after: first.resumePoint).items) == [1, 2])
  }

  @Test("PG50 B3: demand counts all items that came, whatever is kept", arguments: [1, 2])
  func demand(count: Int) async throws {
    let source = Numbers.numbered(50)
    let feed = Feed(source, configuration: FeedConfiguration(retention: .pages(count)))
    feed.demand(through: 9)
    let loaded = await state(of: feed) { $0.itemCount >= 10 }
    #expect(loaded?.isLoading == false)
    #expect(loaded?.pageCount == 5)
    feed.demand(through: 9)
    feed.demand(through: 11)
    let more = await state(of: feed) { $0.itemCount >= 12 }
    #expect(more?.isLoading == false)
    #expect(await source.log.count == 6)
  }
}
