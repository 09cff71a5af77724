// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Faults that resume points and reloads once had.
@Suite(.tags(.resuming), .timeLimit(.minutes(10)))
struct ResumeFaultsTests {
  @Test("K2 E7 F5: going on after a cycle says so again, without a request")
  func cycle() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b")], "b": [.page([3], next: "a")],
    ])
    let feed = Feed(source)
    var items: [Int] = []
    var point: ResumePoint<String>?
    let first = await code { () async throws(FeedError) in
      for try await page in feed.pages {
        items += page.items
        point = page.resumePoint
      }
    }
    #expect(first == .cursorCycle)
    let after = try #require(point)
    let second = await code { () async throws(FeedError) in
      for try await page in feed.pages(after: after) { items += page.items }
    }
    #expect(second == .cursorCycle)
    #expect(items == [1, 2, 3])
    #expect(await source.log.count == 3)
  }

  @Test("E8 F8: a page that checkForMore added can be loaded once more")
  func grownPage() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2]), .page([2, 3], next: "b")], "b": [.page([4])],
    ])
    let feed = Feed(source, configuration: FeedConfiguration(retention: .pages(1)))
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    #expect(try await iterator.next()?.items == [2])
    #expect(try await feed.checkForMore()?.items == [3])
    #expect(try await feed.loadNext()?.items == [4])
    #expect(try await iterator.next()?.items == [3])
    #expect(try await iterator.next()?.items == [4])
    #expect(try await iterator.next() == nil)
  }

  @Test("F3 F1: a resume point with other counts does not touch the list's own cursor")
  func countedCursors() async throws {
    let gate = Gate()
    let calls = ScriptedCalls()
    let source = PageNumberSource(first: 1, limit: 10) { number, _ in
      if number == 3, await calls.count(of: 3) == 1 { try await gate.pass() }
      return Batch(Array((number - 1) * 10..<number * 10), totalCount: 100)
    }
    let feed = Feed(source)
    _ = try await feed.loadNext()
    let stale = ResumePoint(cursor: CountedCursor(3, received: 95), index: 2)
    let reader = Task {
      var iterator = feed.pages(after: stale).makeAsyncIterator()
      return try await iterator.next()?.items.count
    }
    try await gate.arrivals(1)
    while try await feed.loadNext() != nil {}
    // A constant, since the optimiser of 6.3.1 fails over this property of a value that is not.
    let snapshot = await feed.snapshot
    #expect(snapshot.itemCount == 100)
    #expect(snapshot.endReason == .totalReached)
    await gate.open()
    #expect(try await reader.value == 10)
  }

  @Test("E4 F9: nothing behind a limit is read ahead", arguments: [1, 2, 3])
  func limitedReadAhead(limit: Int) async throws {
    let source = Script { request, _ in
      let number = request.cursor.flatMap { Int($0) } ?? 0
      return .page([number], next: String(number + 1))
    }
    let feed = Feed(source)
    var iterator = feed.pages(prefetching: 8).limit(pages: limit).makeAsyncIterator()
    for _ in 0..<limit { #expect(try await iterator.next() != nil) }
    #expect(try await iterator.next() == nil)
    // Whatever read-ahead had been started would be in flight or loaded by now.
    #expect(await !feed.snapshot.isLoading)
    #expect(await source.log.count == limit)
  }

  @Test("E4: any number of pages ahead is allowed")
  func unboundedReadAhead() async throws {
    var count = 0
    for try await _ in Feed(Script.threePages()).pages(prefetching: .max) { count += 1 }
    #expect(count == 3)
  }

  @Test("G4: a back-off of any length can be waited for, and cancelled")
  func endlessBackoff() async throws {
    let observer = RecordingObserver()
    let policy = RetryPolicy(backoff: .constant(.seconds(Int64.max)))
    let feed = Feed(
      Script([nil: [.failure(Offline())]]),
      configuration: FeedConfiguration(retry: policy, observer: observer))
    let call = Task { try await feed.loadNext() }
    try await observer.events(1) { if case .waiting = $0 { true } else { false } }
    call.cancel()
    #expect(await call.result.code == .cancelled)
  }
}

/// How often each page was asked for.
private actor ScriptedCalls {
  private var counts: [Int: Int] = [:]

  func count(of number: Int) -> Int {
    counts[number, default: 0] += 1
    return counts[number] ?? 0
  }
}
