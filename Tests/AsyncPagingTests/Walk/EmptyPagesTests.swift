// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.endOfData), .timeLimit(.minutes(10)))
struct EmptyPagesTests {
  @Test("F2 F6 case 44: an empty page with a cursor is passed over", arguments: Way.allCases)
  func passedOver(way: Way) async {
    let source = Script([
      nil: [.page([1, 2, 3], next: "a")], "a": [.page([], next: "b")], "b": [.page([4])],
    ])
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3, 4])
    #expect(trace.pages.map(\.items.count) == [3, 0, 1])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(await source.log.count == 3)
  }

  @Test("F6 case 44: the items go on over an empty page", arguments: Way.sequences)
  func items(way: Way) async throws {
    let source = Script([
      nil: [.page([1, 2, 3], next: "a")], "a": [.page([], next: "b")], "b": [.page([4])],
    ])
    #expect(try await Self.items(of: source, way, .once) == [1, 2, 3, 4])
    #expect(await source.log.count == 3)
  }

  @Test("F6 case 46: one call goes on over several empty pages")
  func oneCall() async throws {
    let source = Self.emptyPages(3, thenItem: 9)
    let feed = Feed(source)
    let page = try await feed.loadNext()
    #expect(page?.items == [9])
    #expect(page?.index == 3)
    #expect(page?.endReason == .noNextCursor)
    #expect(await source.log.count == 4)
  }

  @Test(
    "F6 X16 case 46: a budget of n stops one call after n empty pages, and the next one goes on",
    arguments: 1...4)
  func budget(budget: Int) async throws {
    let source = Self.emptyPages(2 * budget, thenItem: 9)
    let feed = Feed(source, configuration: Self.budget(budget))
    for call in 1...2 {
      let error = await #expect(throws: FeedError.self) { try await feed.loadNext() }
      #expect(error?.code == .noProgress)
      #expect(error?.pageIndex == call * budget)
      #expect(await source.log.count == call * budget)
      let snapshot = await feed.snapshot
      #expect(snapshot.next.error?.code == .noProgress)
      #expect(snapshot.endReason == nil)
      #expect(!snapshot.isLoading)
      #expect(snapshot.pageCount == call * budget)
    }
    #expect(try await feed.loadNext()?.items == [9])
    #expect(try await feed.loadNext() == nil)
    #expect(await source.log.count == 2 * budget + 1)
  }

  @Test("F6: one empty page fewer than the budget is no error", arguments: 2...4)
  func withinBudget(budget: Int) async throws {
    let source = Self.emptyPages(budget - 1, thenItem: 9)
    let feed = Feed(source, configuration: Self.budget(budget))
    #expect(try await feed.loadNext()?.items == [9])
  }

  @Test(
    "F6: an empty page that is the last one is the end, not a lack of progress", arguments: 1...3)
  func emptyLastPage(budget: Int) async throws {
    let source = ScriptedSource<Int, Int> { request, _ in
      let number = request.cursor ?? 0
      return .page([], next: number == budget - 1 ? nil : number + 1)
    }
    let feed = Feed(source, configuration: Self.budget(budget))
    #expect(try await feed.loadNext()?.isLast == true)
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .noNextCursor)
    #expect(try await Self.items(of: source, .unshared, Self.budget(budget)) == [])
    #expect(try await Self.items(of: source, .feed, Self.budget(budget)) == [])
  }

  @Test("F6: the default budget is 100")
  func defaultBudget() async {
    let source = Self.emptyPages(150, thenItem: 9)
    let feed = Feed(source)
    #expect(await code { () async throws(FeedError) in try await feed.loadNext() } == .noProgress)
    #expect(await source.log.count == 100)
  }

  @Test("F6: a page with items renews the budget")
  func itemsRenew() async throws {
    let source = ScriptedSource<Int, Int> { request, _ in
      let number = request.cursor ?? 0
      return .page(number % 3 == 2 ? [number] : [], next: number == 11 ? nil : number + 1)
    }
    let configuration = Self.budget(3)
    for way in Way.sequences {
      #expect(try await Self.items(of: source, way, configuration) == [2, 5, 8, 11])
    }
    let trace = await walk(source, .calls, configuration)
    #expect(trace.items == [2, 5, 8, 11])
    #expect(trace.error == nil)
  }

  @Test(
    "F6 X16: items stop with a typed error, and go on from the iterator's resume point",
    arguments: Way.sequences)
  func itemsBudget(way: Way) async throws {
    let source = Self.emptyPages(4, thenItem: 9)
    let configuration = Self.budget(2)
    if way == .feed {
      let feed = Feed(source, configuration: configuration)
      try await Self.checkItems(feed.items, source.log) { feed.pages(after: $0).items }
    } else {
      try await Self.checkItems(source.pages(configuration).items, source.log) {
        source.pages(configuration, after: $0).items
      }
    }
    #expect(await source.log.cursors == [nil, 1, 2, 3, 4])
  }

  @Test("F6: demand stops after its budget, and a call goes on from there with a fresh one")
  func demand() async throws {
    let source = Self.emptyPages(6, thenItem: 9)
    let feed = Feed(source, configuration: Self.budget(3))
    feed.demand(through: 0)
    let stopped = await state(of: feed) { $0.next.error != nil }
    #expect(stopped?.next.error?.code == .noProgress)
    #expect(stopped?.pageCount == 3)
    #expect(await source.log.count == 3)
    #expect(await code { () async throws(FeedError) in try await feed.loadNext() } == .noProgress)
    #expect(await source.log.count == 6)
    #expect(try await feed.loadNext()?.items == [9])
  }

  @Test(
    "F6: empty pages that a read-ahead passed before do not count against a caller that joins it")
  func readAhead() async throws {
    let (gate, observer) = (Gate(), RecordingObserver())
    let source = ScriptedSource<Int, Int> { request, _ in
      let number = request.cursor ?? 0
      let page: ScriptStep<Int, Int> = number == 4 ? .page([9]) : .page([], next: number + 1)
      return number == 3 ? page.held(by: gate) : page
    }
    var configuration = Self.budget(3)
    configuration.observer = observer
    let feed = Feed(source, configuration: configuration)
    var iterator = feed.pages(prefetching: 5).makeAsyncIterator()
    _ = try await iterator.next()
    try await gate.arrivals(1)
    let call = Task { try await feed.loadNext() }
    try await observer.joins(1)
    await gate.open()
    #expect(try await call.value?.items == [9])
    _ = try await iterator.next()
  }

  @Test("F6: retry goes on after a lack of progress, with a fresh budget")
  func retry() async throws {
    let source = Self.emptyPages(3, thenItem: 9)
    let feed = Feed(source, configuration: Self.budget(2))
    #expect(await code { () async throws(FeedError) in try await feed.loadNext() } == .noProgress)
    try await feed.retry()
    #expect(await feed.snapshot.next.error == nil)
    #expect(await source.log.cursors == [nil, 1, 2])
    #expect(try await feed.loadNext()?.items == [9])
  }

  @Test("F6 N16: 10,000 empty pages in a row need no stack and no memory", arguments: Way.allCases)
  func manyEmptyPages(way: Way) async throws {
    let census = CursorCensus()
    let source = ClosureSource<Int, CountedToken> { request in
      let number = request.cursor?.value ?? 0
      guard number < 10_000 else { return Page(items: [9]) }
      return Page(items: [], next: CountedToken(number + 1, census))
    }
    var configuration = Self.budget(20_000)
    configuration.retention = .none
    if way == .calls {
      let feed = Feed(source, configuration: configuration)
      let page = try await feed.loadNext()
      #expect(page?.items == [9])
      #expect(page?.index == 10_000)
    } else {
      #expect(try await Self.items(of: source, way, configuration) == [9])
    }
    // What the loop guard remembers, and not a cursor more for each page.
    #expect(census.peak < 2 * 4096 + 64)
  }

  @Test(
    "N16: more empty pages than the budget raise an error; they never end the data in silence",
    arguments: Way.allCases)
  func manyEmptyPagesRaise(way: Way) async {
    let source = Self.emptyPages(10_000, thenItem: 9)
    let configuration = Self.budget(1000)
    let error = await #expect(throws: FeedError.self) {
      if way == .calls {
        _ = try await Feed(source, configuration: configuration).loadNext()
      } else {
        _ = try await Self.items(of: source, way, configuration)
      }
    }
    #expect(error?.code == .noProgress)
    #expect(await source.log.count == 1000)
  }

  @Test(
    "case 48: the cursor moves on over pages of which no item could be read",
    arguments: Way.allCases)
  func skippingBadItems(way: Way) async {
    let source = Self.withBadItem()
    let trace = await walk(source.compactMapItems { Int($0) }, way)
    #expect(trace.items == [1, 5])
    #expect(await source.log.cursors == [nil, "t1", "t2", "t3"])
  }

  @Test("case 48: a strict reader fails at the page, and the cursor stays there")
  func failingOnBadItems() async throws {
    struct Unreadable: RetryAdvising { let retryAdvice = RetryAdvice.never }
    let source = Self.withBadItem()
    let strict = source.mapItems { text in
      guard let number = Int(text) else { throw Unreadable() }
      return number
    }
    let feed = Feed(strict)
    #expect(try await feed.loadNext()?.items == [1])
    for count in 1...3 {
      let error = await #expect(throws: FeedError.self) { try await feed.loadNext() }
      #expect(error?.code == .sourceFailed)
      #expect(error?.underlying is Unreadable)
      #expect(await source.log.count(of: "t2") == count)
    }
    #expect(await source.log.count(of: "t3") == 0)
  }

  // MARK: - Scripts

  private static func budget(_ count: Int) -> FeedConfiguration {
    var configuration = FeedConfiguration.once
    configuration.emptyPageBudget = count
    return configuration
  }

  private static func emptyPages(_ count: Int, thenItem item: Int) -> ScriptedSource<Int, Int> {
    ScriptedSource { request, _ in
      let number = request.cursor ?? 0
      return number < count ? .page([], next: number + 1) : .page([item])
    }
  }

  private static func withBadItem() -> ScriptedSource<String, String> {
    ScriptedSource([
      nil: [.page(["1"], next: "t1")], "t1": [.page([], next: "t2")],
      "t2": [.page(["x"], next: "t3")], "t3": [.page(["5"])],
    ])
  }

  private static func items<Source: PageSource>(
    of source: Source, _ way: Way, _ configuration: FeedConfiguration
  ) async throws -> [Source.Item] {
    var items: [Source.Item] = []
    if way == .feed {
      for try await item in Feed(source, configuration: configuration).items { items.append(item) }
    } else {
      for try await item in source.pages(configuration).items { items.append(item) }
    }
    return items
  }

  /// Four empty pages and an item, read by items with a budget of two.
  private static func checkItems<Base>(
    _ items: PageItems<Base, Int, Int>, _ log: CallLog<Int>,
    goingOnAt goOn: (ResumePoint<Int>) -> PageItems<Base, Int, Int>
  ) async throws {
    var items = items
    for lap in 1...2 {
      var iterator = items.makeAsyncIterator()
      await #expect(throws: FeedError.self) { try await iterator.next() }
      #expect(await log.count == 2 * lap)
      #expect(try await iterator.next() == nil)
      #expect(await log.count == 2 * lap)
      items = goOn(try #require(iterator.resumePoint))
    }
    var iterator = items.makeAsyncIterator()
    #expect(try await iterator.next() == 9)
    #expect(try await iterator.next() == nil)
  }
}
