// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct ForEachItemTests {
  private let source = Script([
    nil: [.page([], next: "a")], "a": [.page([1, 2], next: "b")], "b": [.page([], next: "c")],
    "c": [.page([3], next: "d")], "d": [.page([4, 5, 6])],
  ])

  @Test("E9: forEachItem gets the items that the loop over items gets, in order")
  func order() async throws {
    var taken: [[Int]] = []
    func take(_ loop: ((Int) -> Void) async throws -> Void) async throws {
      var items: [Int] = []
      try await loop { items.append($0) }
      taken.append(items)
    }
    let feed = Feed(source)
    try await take { try await feed.forEachItem($0) }
    try await take { try await feed.forEachItem($0) }
    try await take { try await Feed(source, configuration: .streaming).forEachItem($0) }
    try await take { try await Feed(source).pages(prefetching: 3).forEachItem($0) }
    try await take { try await source.pages().forEachItem($0) }
    #expect(taken == Array(repeating: [1, 2, 3, 4, 5, 6], count: 5))
  }

  @Test("F9: forEachItem stops at a limit, in the middle of a page", arguments: 0...7)
  func limit(count: Int) async throws {
    var items: [Int] = []
    try await Feed(source).pages.limit(items: count).forEachItem { items.append($0) }
    try await source.pages().limit(items: count).forEachItem { items.append($0) }
    let expected = Array([1, 2, 3, 4, 5, 6].prefix(count))
    #expect(items == expected + expected)
  }

  @Test("K2: forEachItem goes on behind what was consumed")
  func resume() async throws {
    let feed = Feed(source)
    let pages = try await elements(of: feed.pages)
    var items: [Int] = []
    try await feed.pages(after: pages[1].resumePoint(consuming: 1)).forEachItem { items.append($0) }
    #expect(items == [2, 3, 4, 5, 6])
  }

  @Test("E3: what the body throws ends the loop, and no other page is asked for")
  func leaving() async throws {
    var items: [Int] = []
    await #expect(throws: Enough.self) {
      try await Feed(source).forEachItem { item in
        items.append(item)
        if item == 2 { throw Enough() }
      }
    }
    #expect(items == [1, 2])
    #expect(await source.log.count == 2)
  }

  @Test("E6: a list that was replaced is noticed at the end of the page in hand")
  func replacement() async throws {
    let (thrown, items) = await Feed(source).itemsResettingAtEach()
    #expect(thrown == .superseded)
    #expect(items == [1, 2])
  }

  @Test("E6: a task that was cancelled is noticed at the end of the page in hand")
  func cancellation() async throws {
    let feed = Feed(source)
    let task = Task {
      var items: [Int] = []
      let thrown = await failure {
        try await feed.forEachItem { item in
          items.append(item)
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
      }
      return (thrown, items)
    }
    let (thrown, items) = await task.value
    #expect(thrown == .cancelled)
    #expect(items == [1, 2])
  }

  @Test("F6: more empty pages than the budget end the loop with an error")
  func budget() async throws {
    let source = Numbers(answering: { request, _ in .page([], next: (request.cursor ?? 0) + 1) })
    let feed = Feed(source, configuration: FeedConfiguration(emptyPageBudget: 4))
    let thrown = await failure { try await feed.forEachItem { _ in } }
    #expect(thrown == .noProgress)
    #expect(await source.log.count == 4)
  }

  @Test("F6: empty pages that are loaded already count as well", arguments: [3, 4])
  func budgetOfLoadedPages(budget: Int) async throws {
    let source = Numbers(answering: { request, _ in
      let number = request.cursor ?? 0
      return .page([0, 4].contains(number) ? [number] : [], next: number < 4 ? number + 1 : nil)
    })
    let feed = Feed(source, configuration: FeedConfiguration(emptyPageBudget: budget))
    for try await _ in feed.pages {}
    var items: [Int] = []
    let thrown = await failure { try await feed.forEachItem { items.append($0) } }
    #expect(thrown == (budget == 3 ? .noProgress : nil))
    #expect(items == (budget == 3 ? [0] : [0, 4]))
  }
}

private struct Enough: Error {}

/// What a loop threw.
private func failure(of loop: () async throws -> Void) async -> FeedError.Code? {
  do {
    try await loop()
    return nil
  } catch {
    return (error as? FeedError)?.code
  }
}

extension Feed {
  /// Goes through the items on the feed itself, and drops the list at each of them.
  fileprivate func itemsResettingAtEach() async -> (FeedError.Code?, [Item]) {
    var items: [Item] = []
    do {
      try await forEachItem { item in
        items.append(item)
        reset()
      }
      return (nil, items)
    } catch {
      return ((error as? FeedError)?.code, items)
    }
  }
}
