// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct FeedItemsTests {
  @Test("E9: items come in the order of the pages; empty pages yield nothing and end nothing")
  func emptyPages() async throws {
    let source = Script([
      nil: [.page([], next: "a")], "a": [.page([1, 2], next: "b")], "b": [.page([], next: "c")],
      "c": [.page([], next: "d")], "d": [.page([3], next: "e")], "e": [.page([])],
    ])
    #expect(try await elements(of: Feed(source).items) == [1, 2, 3])
    #expect(try await elements(of: Feed(source).pages(prefetching: 2).items) == [1, 2, 3])
    #expect(try await elements(of: Feed(source, configuration: .streaming).items) == [1, 2, 3])
    #expect(try await elements(of: source.pages().items) == [1, 2, 3])
    #expect(await source.log.count == 24)
  }

  @Test("E9: a list without items yields none, after one request")
  func empty() async throws {
    let source = Script([nil: [.page([])]])
    var items = Feed(source).items.makeAsyncIterator()
    #expect(try await items.next() == nil)
    #expect(try await items.next() == nil)
    #expect(await source.log.count == 1)
  }

  @Test("E9 F6: pages yields the empty pages, and their budget is per next of the items")
  func budget() async throws {
    let source = Numbers(answering: { request, _ in
      let page = request.cursor ?? 0
      return .page(page % 3 == 2 ? [page] : [], next: page + 1)
    })
    let feed = Feed(source, configuration: FeedConfiguration(emptyPageBudget: 3))
    #expect(try await elements(of: feed.pages.limit(pages: 4)).map(\.items) == [[], [], [2], []])
    #expect(try await elements(of: feed.pages.limit(items: 3).items) == [2, 5, 8])
    let tight = Feed(source, configuration: FeedConfiguration(emptyPageBudget: 2))
    var items = tight.items.makeAsyncIterator()
    #expect(await code { () throws(FeedError) in try await items.next() } == .noProgress)
    #expect(try await items.next() == nil)
  }

  @Test("E9: an item costs no visit to the feed, only an index into the page in hand")
  func cost() async throws {
    let size = 100_000
    let source = Numbers.numbered(2, of: size)
    let feed = Feed(source)
    var sum = 0
    for try await item in feed.items { sum += item }
    #expect(sum == 2 * size * (2 * size - 1) / 2)
    #expect(await source.log.count == 2)
  }

  @Test(
    "D7 E6 X10: no further item of the page in hand is seen once its list is gone, not even of the last",
    arguments: [true, false])
  func replacedList(isReset: Bool) async throws {
    let feed = Feed(Numbers([nil: [.page([1, 2, 3])]]))
    var items = feed.items.makeAsyncIterator()
    #expect(try await items.next() == 1)
    if isReset {
      await feed.reset(to: Numbers([nil: [.page([7])]]))
    } else {
      try await feed.refresh()
    }
    #expect(await code { () throws(FeedError) in try await items.next() } == .superseded)
    #expect(try await items.next() == nil)
  }

  @Test("PG37 N68: a transform before sharing runs once an item, one behind it once a consumer")
  func transforms() async throws {
    let before = Counter()
    let after = Counter()
    let source = Numbers.numbered(3).mapItems { item in
      before.count()
      return 10 * item
    }
    let feed = Feed(source)
    for _ in 0..<2 {
      let items = feed.items.map { item in
        after.count()
        return item + 1
      }
      var seen: [Int] = []
      for try await item in items { seen.append(item) }
      #expect(seen == [1, 11, 21, 31, 41, 51])
    }
    #expect(before.total == 6)
    #expect(after.total == 12)
  }

  @Test("N68: pages are transformed when they come, not before")
  func lazyTransforms() async throws {
    let counter = Counter()
    let source = Numbers.numbered(3).compactMapItems { item -> String? in
      counter.count()
      return item % 2 == 0 ? "\(item)" : nil
    }
    var items = Feed(source).items.makeAsyncIterator()
    #expect(counter.total == 0)
    #expect(try await items.next() == "0")
    #expect(counter.total == 2)
    #expect(try await items.next() == "2")
    #expect(counter.total == 4)
  }

  @Test("TQ21 I2 TQ22: a filter never changes which page comes next, nor does it see empty pages")
  func filters() async throws {
    let keys = Counter()
    let source = KeysetSource<Row, Int>(after: \Row.key, limit: 2) { last, limit in
      let first = (last ?? 0) + 1
      return (first..<min(first + (limit ?? 0), 8)).map { Row(number: $0, counter: keys) }
    }
    let feed = Feed(source.filterItems { $0.number > 5 })
    let pages = try await elements(of: feed.pages)
    #expect(pages.map { $0.items.map(\.number) } == [[], [], [6], [7], []])
    #expect(pages.map { $0.cursor?.value } == [nil, 2, 4, 6, 7])
    // One key for each page that has a last item: the raw pages', and none for the empty one.
    #expect(keys.total == 4)
    #expect(pages.last?.endReason == .emptyPage)
  }

  @Test(
    "TQ10 F7: a list whose first request has no cursor begins with it, and never sends it again")
  func start() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    _ = try await elements(of: feed.items)
    _ = try await feed.loadNext()
    #expect(await source.log.cursors == [nil, 1, 2])
  }
}

private final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  var total: Int { value.load(ordering: .sequentiallyConsistent) }

  func count() { value.add(1, ordering: .sequentiallyConsistent) }
}

private struct Row: Sendable {
  let number: Int
  let counter: Counter

  var key: Int {
    counter.count()
    return number
  }
}
