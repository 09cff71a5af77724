// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.resuming), .timeLimit(.minutes(10)))
struct CheckpointTests {
  @Test("K3 N71 N72: a point of another query is refused before any request")
  func otherQuery() async throws {
    let source = Numbers.numbered(5)
    let configuration = FeedConfiguration(fingerprint: "q1")
    let point = ResumePoint(cursor: 3, index: 3, fingerprint: "q2")
    let feed = Feed(source, configuration: configuration)
    var shared = feed.pages(after: point).makeAsyncIterator()
    var ahead = feed.pages(after: point, prefetching: 3).makeAsyncIterator()
    var own = source.pages(configuration, after: point).makeAsyncIterator()
    #expect(await code { () throws(FeedError) in try await shared.next() } == .invalidResumePoint)
    #expect(await code { () throws(FeedError) in try await ahead.next() } == .invalidResumePoint)
    #expect(await code { () throws(FeedError) in try await own.next() } == .invalidResumePoint)
    #expect(try await shared.next() == nil)
    #expect(try await own.next() == nil)
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == 0)
  }

  @Test("K1 K3: pages carry the fingerprint into their points, and the same query takes them")
  func sameQuery() async throws {
    let configuration = FeedConfiguration(fingerprint: "q1")
    let pages = try await elements(
      of: Feed(Numbers.numbered(4), configuration: configuration).pages)
    let own = try await elements(of: Numbers.numbered(4).pages(configuration))
    #expect(pages == own)
    for page in pages {
      #expect(page.resumePoint.fingerprint == "q1")
      #expect(page.resumePoint(consuming: 1).fingerprint == "q1")
    }
    let feed = Feed(Numbers.numbered(4), configuration: configuration)
    #expect(try await elements(of: feed.pages(after: pages[1].resumePoint).items) == [4, 5, 6, 7])
    let other = Feed(Numbers.numbered(4))
    var iterator = other.pages(after: pages[1].resumePoint).makeAsyncIterator()
    #expect(await code { () throws(FeedError) in try await iterator.next() } == .invalidResumePoint)
  }

  @Test("case 155 N76: a consumer that dies after an item gets the page again from its checkpoint")
  func crash() async throws {
    let source = Script([nil: [.page([1, 2], next: "a")], "a": [.page([3])]])
    var checkpoint = ResumePoint<String>(cursor: nil)
    var done: [Int] = []
    var iterator = source.pages().makeAsyncIterator()
    let page = try #require(await iterator.next())
    done.append(page.items[0])
    // It dies here: the page was not acknowledged, the checkpoint not moved.
    for try await page in source.pages(after: checkpoint) {
      done += page.items
      checkpoint = page.resumePoint
    }
    #expect(done == [1, 1, 2, 3])
    #expect(checkpoint.isAtEnd)
    #expect(await source.log.cursors == [nil, nil, "a"])
  }

  @Test("N76: with a checkpoint after each page a crash repeats one page at most", arguments: 0...4)
  func crashes(pages: Int) async throws {
    var checkpoint: ResumePoint<Int>?
    var seen: [Int] = []
    var left = pages
    for try await page in Numbers.numbered(5).pages() {
      seen += page.items
      // Killed between delivery and saving.
      if left == 0 { break }
      checkpoint = page.resumePoint
      left -= 1
    }
    for try await page in Numbers.numbered(5).pages(after: checkpoint) { seen += page.items }
    #expect(seen.count == 12)
    #expect(Set(seen) == Set(0..<10))
  }

  @Test("case 157: a checkpoint that is held stays where it is while the walk goes on")
  func held() async throws {
    let source = Script([
      nil: [.page([1, 2], next: "a")], "a": [.page([3], next: "b")], "b": [.page([4])],
    ])
    var iterator = source.pages().makeAsyncIterator()
    let held = try #require(await iterator.next()).resumePoint(consuming: 0)
    _ = try await iterator.next()
    _ = try await iterator.next()
    #expect(await source.log.cursors == [nil, "a", "b"])
    #expect(held == ResumePoint(cursor: nil))
    #expect(try await elements(of: source.pages(after: held).items) == [1, 2, 3, 4])
  }

  @Test("case 159: an empty last page keeps its cursor in the point and says that it is the end")
  func emptyRun() async throws {
    let source = Script(["c": [.page([]), .page([5, 6])]])
    let point = ResumePoint(cursor: "c", index: 3)
    let pages = try await elements(of: source.pages(after: point))
    let end = try #require(pages.last?.resumePoint)
    #expect(end == ResumePoint(cursor: "c", index: 3, isAtEnd: true))
    // Polling goes on from there.
    #expect(try await elements(of: source.pages(after: end).items) == [5, 6])
    #expect(await source.log.cursors == ["c", "c"])
  }

  @Test("case 159 K2: from the point at the end of a list that grew only the new items come")
  func grown() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2, 3]), .page([2, 3, 4, 5])],
    ])
    let end = try #require(try await elements(of: source.pages()).last?.resumePoint)
    #expect(end == ResumePoint(cursor: "a", consumedCount: 2, index: 1, isAtEnd: true))
    #expect(try await elements(of: source.pages(after: end).items) == [4, 5])
    #expect(try await elements(of: Feed(source).pages(after: end).items) == [4, 5])
  }

  @Test("K2 F8: a page that came from checking for more gives points like any other")
  func pointsOfGrownPages() async throws {
    let source = Numbers(answering: { _, count in .page(Array(0..<count + 1)) })
    let feed = Feed(source)
    _ = try await feed.loadNext()
    #expect(try await feed.checkForMore()?.items == [2])
    #expect(try await feed.checkForMore()?.items == [3])
    let pages = try await elements(of: feed.pages)
    #expect(pages.map(\.items) == [[0, 1], [2], [3]])
    for (page, first) in zip(pages, [0, 2, 3]) {
      for count in 0...page.items.count {
        let point = page.resumePoint(consuming: count)
        #expect(try await elements(of: feed.pages(after: point).items) == Array(first + count..<4))
      }
      let rest = Numbers(answering: { _, _ in .page([0, 1, 2, 3]) }).pages(after: page.resumePoint)
      #expect(try await elements(of: rest.items) == Array(first + page.items.count..<4))
    }
  }

  @Test(
    "K2: a page that has become shorter than what was consumed of it yields nothing, and no trap")
  func shrunk() async throws {
    let source = Script(["a": [.page([2], next: "b")], "b": [.page([9])]])
    let point = ResumePoint(cursor: "a", consumedCount: 3, index: 1)
    #expect(try await elements(of: source.pages(after: point).items) == [9])
    #expect(try await elements(of: Feed(source).pages(after: point).items) == [9])
  }

  @Test("X28: a saved cursor that the server refuses is a typed error with the server's own inside")
  func refused() async throws {
    let source = Script(["old": [.failure(Advising(retryAdvice: .never))], nil: [.page([1])]])
    let feed = Feed(source)
    let point = ResumePoint(cursor: "old", consumedCount: 1, index: 7)
    var shared = feed.pages(after: point).makeAsyncIterator()
    let error = await #expect(throws: FeedError.self) { try await shared.next() }
    #expect(error?.code == .sourceFailed)
    #expect(error?.pageIndex == 7)
    #expect(error?.underlying is Advising)
    #expect(try await shared.next() == nil)
    var own = source.pages(after: point).makeAsyncIterator()
    #expect(await code { () throws(FeedError) in try await own.next() } == .sourceFailed)
    #expect(await source.log.cursors == ["old", "old"])
    // The feed itself is unharmed.
    #expect(try await elements(of: feed.items) == [1])
  }
}
