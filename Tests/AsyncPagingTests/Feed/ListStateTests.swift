// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What the list and the lanes look like as pages come in.
@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct ListStateTests {
  private let gate = Gate()
  private let observer = RecordingObserver()

  @Test("PG4 AI6: the last page ends its lane in the same update as its items come")
  func lastPage() async throws {
    let feed = Feed(Script.threePages())
    var updates = feed.updates.makeAsyncIterator()
    #expect(await updates.next()?.snapshot.endReason == nil)
    let (reading, tasks) = watchingTasks { calling { for try await _ in feed.pages {} } }
    while let snapshot = await updates.next()?.snapshot {
      #expect((snapshot.endReason != nil) == (snapshot.itemCount == 6))
      // The list starts at the start: nothing precedes it, from the first page on.
      #expect((snapshot.previous.endReason != nil) == snapshot.isLoaded)
      if snapshot.endReason != nil, !snapshot.isLoading { break }
    }
    #expect(await reading.code() == nil)
    await tasks.ended()
  }

  @Test("PG5: a refresh that lands at the end ends the lane at once, without another request")
  func refreshAtEnd() async throws {
    let source = Script([nil: [.page([1], next: "a"), .page([1])], "a": [.page([2])]])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    try await feed.refresh()
    let endReason = await feed.snapshot.next.endReason
    #expect(endReason == .noNextCursor)
    #expect(try await feed.loadNext() == nil)
    await settled { feed.demand(through: 9, generation: 1) }
    #expect(await source.log.count == 2)
  }

  @Test(
    "PG7: beyond the retention whole pages leave at the other end, in the update of the new one")
  func retention() async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 2, upTo: 20)
    let feed = Feed(source, configuration: FeedConfiguration(retention: .pages(3)))
    var updates = feed.updates.makeAsyncIterator()
    for page in 0..<10 {
      _ = try await feed.loadNext()
      let snapshot = await feed.snapshot
      #expect(snapshot.pages.map(\.index) == Array(max(0, page - 2)...page))
      #expect(Array(snapshot.items) == Array(max(0, page - 2) * 2..<page * 2 + 2))
      #expect(snapshot.itemCount == page * 2 + 2)
      // No state in between has a page too many.
      #expect(try #require(await updates.next()).snapshot.pages.count <= 3)
    }
  }

  @Test(
    "PG8: pages that were read ahead are not dropped before they are read",
    arguments: [Retention.none, .pages(1), .all])
  func readAhead(retention: Retention) async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 1, upTo: 8)
    let feed = Feed(
      source, configuration: FeedConfiguration(retention: retention, observer: observer))
    var iterator = feed.pages(prefetching: 3).makeAsyncIterator()
    var items = try await iterator.next()?.items ?? []
    try await observer.events(4) { if case .loaded = $0 { true } else { false } }
    while let page = try await iterator.next() { items += page.items }
    #expect(items == Array(0..<8))
    #expect(await source.log.count == 8)
  }

  @Test("PG10: a refresh asks for the start of the data, wherever the list has come to")
  func refreshAsksForStart() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    await settled { feed.demand(through: 3) }
    try await feed.refresh()
    #expect(await source.log.cursors == [nil, "a", nil])
  }

  @Test("AI7: loading all is a loop over the pages: each is seen as it comes, none twice")
  func loadAll() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    var counts: [Int] = []
    for try await page in feed.pages {
      counts.append(page.index)
      #expect(await feed.snapshot.pageCount == page.index + 1)
    }
    #expect(counts == [0, 1, 2])
    #expect(await Array(feed.snapshot.items) == [1, 2, 3, 4, 5, 6])
  }

  @Test(
    "AI9 AI10: a page that fails stops the loop at once, and the pages before it stay",
    arguments: [0, 1, 2])
  func failingPage(index: Int) async throws {
    let source = Script { request, _ in
      let page = request.cursor.flatMap(Int.init) ?? 0
      return page == index ? .failure(Offline()) : .page([page], next: String(page + 1))
    }
    let feed = Feed(source, configuration: .once)
    let reading = calling { for try await _ in feed.pages {} }
    #expect(await reading.code() == .retriesExhausted)
    #expect(await source.log.count == index + 1)
    #expect(await Array(feed.snapshot.items) == Array(0..<index))
  }

  @Test("AI11: items that could not be read stand in the page beside the others; paging goes on")
  func partialErrors() async throws {
    typealias Entry = Result<Int, Offline>
    let source = ScriptedSource<Entry, String>([
      nil: [.page([.success(1), .failure(Offline())], next: "a")], "a": [.page([.success(3)])],
    ])
    let feed = Feed(source)
    var entries: [Entry] = []
    for try await entry in feed.items { entries.append(entry) }
    #expect(entries == [.success(1), .failure(Offline()), .success(3)])
  }

  @Test("AI12: a failing first load is thrown to its caller and stands in the state")
  func failingFirstLoad() async throws {
    let feed = Feed(Script([nil: [.failure(Offline())]]), configuration: .once)
    let failure = await outcome(of: { try await feed.loadNext() }).failure
    #expect(failure?.underlying is Offline)
    #expect(failure?.attempts == 1)
    let snapshot = await feed.snapshot
    #expect(snapshot.refresh.error?.underlying is Offline)
    #expect(!snapshot.isLoaded)
    #expect(!snapshot.isLoading)
  }

  @Test("AI14: two observers end with the same state")
  func twoObservers() async throws {
    let feed = Feed(Script.threePages())
    let observers = (0..<2).map { _ in
      Task {
        var last: String?
        for await update in feed.updates { last = outline(of: update.snapshot) }
        return last
      }
    }
    for try await _ in feed.pages {}
    await feed.close()
    let expected = outline(of: await feed.snapshot)
    for observer in observers { #expect(await observer.value == expected) }
  }

  @Test("AI15 AI16: each page says what it was asked with, and the newest page is there to look at")
  func pageInfo() async throws {
    let feed = Feed(Script.threePages())
    #expect(await feed.snapshot.pages.last == nil)
    for (index, cursor) in [nil, "a", "b"].enumerated() {
      let page = try await feed.loadNext()
      #expect(page?.cursor == cursor)
      #expect(page?.index == index)
      #expect(await feed.snapshot.pages.last == page)
    }
    #expect(await feed.snapshot.pages.map(\.cursor) == [nil, "a", "b"])
  }

  @Test("AI17: with a transform observers see the newest page and all items in order")
  func transformed() async throws {
    let feed = Feed(Script.threePages().mapItems { "#\($0)" })
    _ = try await feed.loadNext()
    _ = try await feed.loadNext()
    let snapshot = await feed.snapshot
    #expect(snapshot.pages.last?.items == ["#3", "#4"])
    #expect(Array(snapshot.items) == ["#1", "#2", "#3", "#4"])
  }

  @Test("X9: the key of the next page comes from the raw page, whatever a transform left of it")
  func rawKey() async throws {
    let source = KeysetSource(after: \Int.self, limit: 2) { last, _ in
      Array([1, 2, 3, 4, 5, 6].drop { $0 <= last ?? 0 }.prefix(2))
    }
    let feed = Feed(source.filterItems { $0 % 2 == 1 }.mapItems { $0 * 100 })
    var items: [Int] = []
    for try await item in feed.items { items.append(item) }
    #expect(items == [100, 300, 500])
    #expect(await feed.snapshot.pages.map { $0.cursor?.value } == [nil, 2, 4, 6])
  }
}
