// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct FeedPagesTests {
  @Test("E1: nothing is fetched before the first next")
  func lazy() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    var iterator = feed.pages.makeAsyncIterator()
    _ = feed.pages(prefetching: 3).makeAsyncIterator()
    _ = feed.items.makeAsyncIterator()
    _ = feed.pages(after: ResumePoint(cursor: 2, index: 2)).makeAsyncIterator()
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == 0)
    #expect(try await iterator.next()?.items == [0, 1])
    #expect(await source.log.count == 1)
  }

  @Test("E1: what is loaded is replayed from the start, then pages are loaded one at a time")
  func replay() async throws {
    let source = Numbers.numbered(4)
    let feed = Feed(source)
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    var iterator = feed.pages.makeAsyncIterator()
    for page in 0..<4 {
      let got = try #require(await iterator.next())
      #expect(got.index == page)
      #expect(got.cursor == (page == 0 ? nil : page))
      #expect(got.items == [2 * page, 2 * page + 1])
      #expect(got.isLast == (page == 3))
      #expect(await source.log.count == max(2, page + 1))
    }
    #expect(try await iterator.next() == nil)
  }

  @Test(
    "E2 case 77 PG32: m iterators each get every page once, in order, with one load a page",
    arguments: [1, 2, 5, 50])
  func concurrentIterators(count: Int) async throws {
    let source = Numbers.numbered(20)
    let feed = Feed(source)
    let walks = try await withThrowingTaskGroup(of: [Page<Int, Int>].self) { group in
      for _ in 0..<count { group.addTask { try await elements(of: feed.pages) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for walk in walks {
      #expect(walk.map(\.index) == Array(0..<20))
      #expect(walk.flatMap(\.items) == Array(0..<40))
      #expect(walk == walks.first)
    }
    #expect(await source.log.count == 20)
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("E2: iterators at different places do not disturb each other, nor does a copy")
  func ownPositions() async throws {
    let source = Numbers.numbered(6)
    let feed = Feed(source)
    var first = feed.pages.makeAsyncIterator()
    for page in 0..<4 { #expect(try await first.next()?.index == page) }
    var second = feed.pages.makeAsyncIterator()
    #expect(try await second.next()?.index == 0)
    var copy = first
    #expect(try await first.next()?.index == 4)
    #expect(try await second.next()?.index == 1)
    #expect(try await copy.next()?.index == 4)
    #expect(try await first.next()?.index == 5)
    #expect(try await first.next() == nil)
    #expect(try await copy.next()?.index == 5)
    #expect(try await second.next()?.index == 2)
    #expect(await source.log.count == 6)
  }

  @Test(
    "E6: who reads pages that are there is turned away when the list goes, at any of them",
    arguments: 1..<10)
  func replacedWhileReading(count: Int) async throws {
    for expected in [FeedError.Code.superseded, .closed] {
      let feed = Feed(Numbers.numbered(10))
      for _ in 0..<10 { _ = try await feed.loadNext() }
      var iterator = feed.pages.makeAsyncIterator()
      for page in 0..<count { #expect(try await iterator.next()?.index == page) }
      if expected == .closed { await feed.close() } else { await feed.reset() }
      #expect(await code { () throws(FeedError) in try await iterator.next() } == expected)
      #expect(try await iterator.next() == nil)
    }
  }

  @Test("N63 E2: items and pages of one feed are read from positions of their own")
  func itemsAndPages() async throws {
    let feed = Feed(Numbers.numbered(3))
    var items = feed.items.makeAsyncIterator()
    var pages = feed.pages.makeAsyncIterator()
    #expect(try await items.next() == 0)
    #expect(try await pages.next()?.items == [0, 1])
    #expect(try await pages.next()?.items == [2, 3])
    #expect(try await items.next() == 1)
    #expect(try await items.next() == 2)
    #expect(try await pages.next()?.items == [4, 5])
    #expect(try await items.next() == 3)
  }

  @Test("E3 X19 N57: a break after page k has caused exactly k loads", arguments: 1...5)
  func leavingALoop(pages: Int) async throws {
    let source = Numbers.numbered(10)
    let feed = Feed(source)
    var seen = 0
    for try await _ in feed.pages {
      seen += 1
      if seen == pages { break }
    }
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == pages)
    // A new iterator replays from the start.
    #expect(try await elements(of: feed.pages.limit(pages: pages)).map(\.index) == Array(0..<pages))
    #expect(await source.log.count == pages)
  }

  @Test(
    "E3 N57: leaving the items after item k asks for no page beyond the one that holds it",
    arguments: 1...7)
  func leavingItems(count: Int) async throws {
    let source = Numbers.numbered(10, of: 3)
    let feed = Feed(source)
    var seen = 0
    for try await item in feed.items {
      #expect(item == seen)
      seen += 1
      if seen == count { break }
    }
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == (count + 2) / 3)
  }

  @Test("E3: an iterator that leaves while it waits with others ends alone")
  func leavingAlone() async throws {
    let gate = Gate()
    let source = Numbers.numbered(3, holding: [1], at: gate)
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    let stays = Task { try await elements(of: feed.items) }
    try await gate.arrivals(1)
    let leaves = Task { try await elements(of: feed.items) }
    try await observer.joins(1)
    leaves.cancel()
    #expect(await failure(of: leaves) == .cancelled)
    await gate.open()
    #expect(try await stays.value == [0, 1, 2, 3, 4, 5])
    #expect(await source.log.count == 3)
    #expect(await source.log.cancellationCount == 0)
  }

  @Test("E5 N66 TQ9: after the last page next gives nil again and again, without a request")
  func afterTheEnd() async throws {
    let source = Numbers.numbered(2)
    let feed = Feed(source)
    var pages = feed.pages.makeAsyncIterator()
    var items = feed.items.makeAsyncIterator()
    while try await pages.next() != nil {}
    while try await items.next() != nil {}
    for _ in 0..<3 {
      #expect(try await pages.next() == nil)
      #expect(try await items.next() == nil)
      #expect(try await feed.loadNext() == nil)
    }
    #expect(await source.log.count == 2)
  }

  @Test("E5: an iterator that has ended stays so although the list goes on")
  func endedForGood() async throws {
    let source = Script([nil: [.page([1]), .page([1, 2])]])
    let feed = Feed(source)
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    #expect(try await iterator.next() == nil)
    #expect(try await feed.checkForMore()?.items == [2])
    #expect(try await iterator.next() == nil)
    #expect(try await elements(of: feed.items) == [1, 2])
  }

  @Test("E5 X14 TQ12: a failure ends the walk after the pages before it; nothing spins")
  func failing() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b")], "b": [.failure(Offline())],
    ])
    let feed = Feed(source, configuration: .once)
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    #expect(try await iterator.next()?.items == [2])
    #expect(
      await code { () throws(FeedError) in try await iterator.next() } == .retriesExhausted)
    #expect(try await iterator.next() == nil)
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.cursors == [nil, "a", "b"])
  }

  @Test("E7 N74 N75 TQ11: after an error pages(after:) goes on with the page that failed")
  func goingOn() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a")],
      "a": [.failure(Offline()), .failure(Offline()), .page([3], next: "b")],
      "b": [.page([4])],
    ])
    let feed = Feed(source, configuration: .once)
    var point: ResumePoint<String>?
    var seen: [Int] = []
    var errors: [FeedError] = []
    while errors.count < 3 {
      let pages = point.map { feed.pages(after: $0) } ?? feed.pages
      do {
        for try await page in pages {
          seen += page.items
          point = page.resumePoint
        }
        break
      } catch {
        errors.append(error)
      }
    }
    #expect(seen == [1, 2, 3, 4])
    #expect(errors.map(\.pageIndex) == [1, 1])
    #expect(errors.map(\.code) == [.retriesExhausted, .retriesExhausted])
    #expect(await source.log.cursors == [nil, "a", "a", "a", "b"])
  }

  @Test("PG31 N64: two walks of a source make requests of their own; a feed's share them")
  func coldAndShared() async throws {
    let source = Numbers.numbered(3)
    let pages = source.pages()
    #expect(try await elements(of: pages.items) == Array(0..<6))
    #expect(try await elements(of: pages.items) == Array(0..<6))
    #expect(await source.log.cursors == [nil, 1, 2, nil, 1, 2])
    let shared = Numbers.numbered(3)
    let feed = Feed(shared)
    let sequence = feed.pages
    #expect(try await elements(of: sequence).map(\.index) == [0, 1, 2])
    #expect(try await elements(of: sequence).map(\.index) == [0, 1, 2])
    #expect(await shared.log.count == 3)
  }
}
