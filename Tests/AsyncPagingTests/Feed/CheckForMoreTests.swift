// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.endOfData), .timeLimit(.minutes(10)))
struct CheckForMoreTests {
  @Test("F8 X17: a last page that grew gives its new items, and the list goes on without a refresh")
  func grownPage() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a")],
      "a": [.page([3]), .page([3, 4], next: "b")],
      "b": [.page([5])],
    ])
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    let page = try await feed.checkForMore()
    #expect(page?.items == [4])
    #expect(page?.skippedCount == 1)
    #expect(page?.cursor == "a")
    #expect(page?.index == 2)
    #expect(page?.isLast == false)
    #expect(try await feed.loadNext()?.items == [5])
    #expect(try await feed.loadNext() == nil)
    let snapshot = await feed.snapshot
    #expect(Array(snapshot.items) == [1, 2, 3, 4, 5])
    #expect(snapshot.generation == 0)
    #expect(await source.log.cursors == [nil, "a", "a", "b"])
  }

  @Test("F8: a page without a next one that gets one goes on behind it")
  func grownCursor() async throws {
    let source = Script([nil: [.page([1, 2]), .page([1, 2], next: "a")], "a": [.page([3])]])
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    #expect(try await feed.checkForMore()?.items == [3])
    #expect(try await feed.loadNext() == nil)
    #expect(Array(await feed.snapshot.items) == [1, 2, 3])
  }

  @Test("F8: behind an end that left a cursor, that cursor is asked")
  func leftCursor() async throws {
    let source = Script([
      nil: [.page([1], next: "a", hasNext: false)], "a": [.page([2], next: "b", hasNext: false)],
      "b": [.page([], next: "b", hasNext: false)],
    ])
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    #expect(try await feed.checkForMore()?.items == [2])
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .flag)
    #expect(try await feed.checkForMore() == nil)
    #expect(await source.log.cursors == [nil, "a", "b"])
  }

  @Test("F8: where nothing has come it answers nil, once for each request, and changes nothing")
  func nothingNew() async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.page([2, 3])]])
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    for count in 1...3 {
      #expect(try await feed.checkForMore() == nil)
      let snapshot = await feed.snapshot
      #expect(snapshot.endReason == .noNextCursor)
      #expect(snapshot.pageCount == 2)
      #expect(Array(snapshot.items) == [1, 2, 3])
      #expect(await source.log.count(of: "a") == 1 + count)
    }
    #expect(await source.log.count(of: nil) == 1)
  }

  @Test("F8: a last page that shrank brings nothing and loses nothing")
  func shrunk() async throws {
    let source = Script([nil: [.page([1, 2, 3]), .page([1]), .page([1, 2, 3, 4])]])
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    #expect(try await feed.checkForMore() == nil)
    #expect(Array(await feed.snapshot.items) == [1, 2, 3])
    #expect(try await feed.checkForMore()?.items == [4])
  }

  @Test("F8: page numbers go on with the page that was empty")
  func emptyPageNumber() async throws {
    let shelf = Shelf(1...4)
    let feed = Feed(PageNumberSource { number, _ in shelf.page(number, size: 2) })
    while try await feed.loadNext() != nil {}
    #expect(shelf.places == [1, 2, 3])
    shelf.change { $0 += [5] }
    #expect(try await feed.checkForMore()?.items == [5])
    #expect(try await feed.loadNext()?.isLast == true)
    #expect(shelf.places == [1, 2, 3, 3, 4])
    #expect(await feed.snapshot.items.map { $0 } == [1, 2, 3, 4, 5])
  }

  @Test("F8: a total that grew goes on")
  func grownTotal() async throws {
    let shelf = Shelf(1...3)
    let feed = Feed(
      PageNumberSource { number, _ in
        Batch(shelf.page(number, size: 2), totalCount: shelf.count)
      })
    while try await feed.loadNext() != nil {}
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .totalReached)
    shelf.change { $0 += [4, 5] }
    #expect(try await feed.checkForMore()?.items == [4])
    #expect(try await feed.loadNext()?.items == [5])
    let laterEndReason = await feed.snapshot.endReason
    #expect(laterEndReason == .totalReached)
    #expect(shelf.places == [1, 2, 2, 3])
  }

  @Test("F8: offsets go on behind what was received")
  func offsets() async throws {
    let shelf = Shelf(1...3)
    let feed = Feed(OffsetSource(limit: 2) { shelf.rows(from: $0, $1) })
    while try await feed.loadNext() != nil {}
    shelf.change { $0 += [4] }
    #expect(try await feed.checkForMore()?.items == [4])
    #expect(shelf.places == [0, 2, 3, 3])
  }

  @Test("F8 N30: a log that ends by repeating its cursor is followed from there")
  func repeatedCursor() async throws {
    let source = Script([
      nil: [.page([1], next: "t")],
      "t": [.page([], next: "t"), .page([], next: "t"), .page([2], next: "u")],
      "u": [.page([], next: "u")],
    ])
    var configuration = FeedConfiguration.once
    configuration.cycles = .ends
    let feed = Feed(source, configuration: configuration)
    while try await feed.loadNext() != nil {}
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .repeatedCursor)
    #expect(try await feed.checkForMore() == nil)
    #expect(try await feed.checkForMore()?.items == [2])
    #expect(try await feed.loadNext()?.isLast == true)
    let laterEndReason = await feed.snapshot.endReason
    #expect(laterEndReason == .repeatedCursor)
  }

  @Test(
    "F8: a lane that stopped on a bad cursor asks its last page again", arguments: [true, false])
  func stopped(promised: Bool) async throws {
    let bad: Step = promised ? .page([2], hasNext: true) : .page([2], next: "a")
    let source = Script([
      nil: [.page([1], next: "a")], "a": [bad, .page([2, 3], next: "b")], "b": [.page([4])],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    #expect(
      await code { () async throws(FeedError) in try await feed.loadNext() }
        == (promised ? .missingCursor : .cursorCycle))
    #expect(try await feed.checkForMore()?.items == [3])
    #expect(try await feed.loadNext()?.items == [4])
    #expect(await source.log.cursors == [nil, "a", "a", "b"])
  }

  @Test("F8: concurrent callers share one look")
  func shared() async throws {
    let gate = Gate()
    let source = Script([nil: [.page([1]), .page([1, 2]).held(by: gate)]])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    while try await feed.loadNext() != nil {}
    let pages = try await withThrowingTaskGroup(of: Page<Int, String>?.self) { group in
      for _ in 0..<10 { group.addTask { try await feed.checkForMore() } }
      try await observer.joins(9)
      await gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pages.map { $0?.items } == Array(repeating: [2], count: 10))
    #expect(await source.log.count == 2)
  }

  @Test("F8: before the end, and before the start, it is loadNext")
  func notAtTheEnd() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    #expect(try await feed.checkForMore()?.items == [1, 2])
    #expect(try await feed.checkForMore()?.items == [3, 4])
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test("F8: a look that fails throws, and the next one may still find something")
  func failed() async throws {
    let source = Script([nil: [.page([1]), .failure(Offline()), .page([1, 2])]])
    let feed = Feed(source, configuration: .once)
    while try await feed.loadNext() != nil {}
    #expect(
      await code { () async throws(FeedError) in try await feed.checkForMore() }
        == .retriesExhausted)
    #expect(Array(await feed.snapshot.items) == [1])
    #expect(try await feed.checkForMore()?.items == [2])
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .noNextCursor)
  }

  @Test("F8 C4: a look that is cancelled leaves the lane ended")
  func cancelled() async throws {
    let gate = Gate()
    let source = Script([nil: [.page([1]), .page([1, 2]).held(by: gate)]])
    let feed = Feed(source)
    while try await feed.loadNext() != nil {}
    let look = Task { try await feed.checkForMore() }
    try await gate.arrivals(1)
    await feed.cancel()
    await #expect(throws: FeedError.self) { try await look.value }
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .noNextCursor)
    #expect(try await feed.loadNext() == nil)
  }
}
