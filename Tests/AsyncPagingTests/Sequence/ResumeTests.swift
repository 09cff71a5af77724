// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Testing

@Suite(.tags(.resuming), .timeLimit(.minutes(10)))
struct ResumeTests {
  /// Pages of 3, 0, 2, 1 and 3 items: 0 to 8.
  private static func uneven() -> Numbers {
    Numbers([
      nil: [.page([0, 1, 2], next: 1)], 1: [.page([], next: 2)], 2: [.page([3, 4], next: 3)],
      3: [.page([5], next: 4)], 4: [.page([6, 7, 8])],
    ])
  }

  /// Who is asked to go on.
  enum Resumer: CaseIterable { case freshFeed, loadedFeed, partlyLoadedFeed, streamingFeed, source }

  private func rest(
    after point: ResumePoint<Int>, by resumer: Resumer
  ) async throws -> [Int] {
    switch resumer {
    case .freshFeed: break
    case .source: return try await elements(of: Self.uneven().pages(after: point).items)
    case .loadedFeed:
      let feed = Feed(Self.uneven())
      _ = try await elements(of: feed.pages)
      return try await elements(of: feed.pages(after: point).items)
    case .partlyLoadedFeed:
      let feed = Feed(Self.uneven())
      _ = try await elements(of: feed.pages.limit(pages: 3))
      return try await elements(of: feed.pages(after: point).items)
    case .streamingFeed:
      let feed = Feed(Self.uneven(), configuration: .streaming)
      _ = try await elements(of: feed.pages.limit(pages: 4))
      return try await elements(of: feed.pages(after: point).items)
    }
    return try await elements(of: Feed(Self.uneven()).pages(after: point).items)
  }

  @Test(
    "K2 N69: every item position gives a point, and resuming yields exactly the rest",
    arguments: Resumer.allCases, 1...9)
  func everyItem(resumer: Resumer, consumed: Int) async throws {
    var iterator = Feed(Self.uneven()).items.makeAsyncIterator()
    #expect(iterator.resumePoint == nil)
    for item in 0..<consumed { #expect(try await iterator.next() == item) }
    let point = try #require(iterator.resumePoint)
    #expect(try await rest(after: point, by: resumer) == Array(consumed..<9))
  }

  @Test(
    "K2: every page gives the point after it and the points inside it",
    arguments: Resumer.allCases)
  func everyPage(resumer: Resumer) async throws {
    var consumed = 0
    for page in try await elements(of: Self.uneven().pages()) {
      for count in 0...page.items.count {
        let point = page.resumePoint(consuming: count)
        #expect(point.index == page.index)
        #expect(point.cursor == page.cursor)
        #expect(try await rest(after: point, by: resumer) == Array(consumed + count..<9))
      }
      consumed += page.items.count
      #expect(try await rest(after: page.resumePoint, by: resumer) == Array(consumed..<9))
    }
  }

  @Test("K2: a page entered in its middle says so, and its points count from the answer's start")
  func enteredInTheMiddle() async throws {
    let point = ResumePoint(cursor: 4, consumedCount: 1, index: 4)
    for pages in [
      try await elements(of: Self.uneven().pages(after: point)),
      try await elements(of: Feed(Self.uneven()).pages(after: point)),
    ] {
      #expect(pages.map(\.items) == [[7, 8]])
      #expect(pages.map(\.index) == [4])
      #expect(pages.map(\.skippedCount) == [1])
      #expect(pages[0].resumePoint(consuming: 1).consumedCount == 2)
      #expect(
        pages[0].resumePoint
          == ResumePoint(cursor: 4, consumedCount: 3, index: 4, isAtEnd: true))
    }
  }

  @Test("K2: a walk goes on from the point after a restart, with the stored text alone")
  func stored() async throws {
    var iterator = Self.uneven().pages().items.makeAsyncIterator()
    for _ in 0..<4 { _ = try await iterator.next() }
    let data = try JSONEncoder().encode(try #require(iterator.resumePoint))
    let point = try JSONDecoder().decode(ResumePoint<Int>.self, from: data)
    let source = Self.uneven()
    #expect(try await elements(of: Feed(source).pages(after: point).items) == [4, 5, 6, 7, 8])
    #expect(await source.log.cursors == [2, 3, 4])
  }

  @Test("K2: a point at the frontier goes on in the list; one elsewhere beside it")
  func inAndBesideTheList() async throws {
    let source = Numbers.numbered(6)
    let feed = Feed(source)
    let pages = try await elements(of: feed.pages.limit(pages: 2))
    let frontier = try await elements(
      of: feed.pages(after: ResumePoint(cursor: 2, index: 2)).limit(pages: 1))
    #expect(frontier.map(\.index) == [2])
    #expect(await feed.snapshot.pageCount == 3)
    let beyond = feed.pages(after: ResumePoint(cursor: 4, index: 4))
    #expect(try await elements(of: beyond).map(\.items) == [[8, 9], [10, 11]])
    #expect(await feed.snapshot.pageCount == 3)
    #expect(
      try await elements(of: feed.pages(after: pages[0].resumePoint)).map(\.index) == [
        1, 2, 3, 4, 5,
      ])
    #expect(await source.log.cursors == [nil, 1, 2, 4, 5, 3, 4, 5])
  }

  @Test("E2 K2: iterators at the same place beside the list share their loads")
  func sharedBesideTheList() async throws {
    let gate = Gate()
    let source = Numbers.numbered(9, holding: [7], at: gate)
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    let point = ResumePoint(cursor: 7, index: 7)
    let first = Task { try await elements(of: feed.pages(after: point).limit(pages: 1)) }
    try await gate.arrivals(1)
    let second = Task { try await elements(of: feed.pages(after: point).limit(pages: 1)) }
    try await observer.joins(1)
    await gate.open()
    #expect(try await first.value.map(\.items) == [[14, 15]])
    #expect(try await second.value.map(\.items) == [[14, 15]])
    #expect(await source.log.cursors == [7])
    #expect(await !feed.snapshot.isLoaded)
  }

  @Test("E6 K2: an iterator beside the list is superseded with it")
  func supersededBesideTheList() async throws {
    let feed = Feed(Numbers.numbered(9))
    var iterator = feed.pages(after: ResumePoint(cursor: 4, index: 4)).makeAsyncIterator()
    #expect(try await iterator.next()?.index == 4)
    await feed.reset()
    #expect(await code { () throws(FeedError) in try await iterator.next() } == .superseded)
    #expect(try await iterator.next() == nil)
  }

  @Test("E5 K2: a walk beside the list ends, fails on a circle, and obeys the limit of empty pages")
  func rulesBesideTheList() async throws {
    let circle = Numbers([4: [.page([1], next: 5)], 5: [.page([2], next: 4)]])
    var iterator = Feed(circle).pages(after: ResumePoint(cursor: 4, index: 4)).makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    #expect(try await iterator.next()?.items == [2])
    #expect(await code { () throws(FeedError) in try await iterator.next() } == .cursorCycle)
    #expect(try await iterator.next() == nil)
    #expect(await circle.log.count == 2)
  }
}
