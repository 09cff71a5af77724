// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Calls and answers that come where nothing can be done for them.
@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct TurnedAwayTests {
  @Test(
    "J2 G10: a refresh that retries the lane that failed before waits for itself and is told so")
  func retryInsideRefresh() async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [
        .page([1], next: "a"),
        .running {
          let feed = try #require(feed.value)
          #expect(await calling { try await feed.retry() }.code() == .reentrantLoad)
          return Page(items: [9])
        },
      ], "a": [.failure(Offline())],
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    _ = try await owner.loadNext()
    #expect(await calling { try await owner.loadNext() }.code() == .retriesExhausted)
    #expect(try await owner.refresh()?.items == [9])
  }

  @Test("J2 E6: a refresh that iterates beyond the last page waits for itself and is told so")
  func iterationInsideRefresh() async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [
        .page([1], next: "a"),
        .running {
          var pages = try #require(feed.value).pages.makeAsyncIterator()
          #expect(try await pages.next()?.items == [1])
          let failure = await #expect(throws: FeedError.self) { try await pages.next() }
          #expect(failure?.code == .reentrantLoad)
          return Page(items: [9])
        },
      ]
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    _ = try await owner.loadNext()
    #expect(try await owner.refresh()?.items == [9])
    #expect(await source.log.cursors == [nil, nil])
  }

  @Test("E6 E8: an iterator whose page was dropped and who cannot say how to ask for it is told so")
  func droppedPage() {
    var rules = FeedMachine.Rules()
    rules.retention = .none
    var machine = FeedMachine.loaded(rules: rules)
    let before = machine
    let place = FeedMachine.Place(index: 0, generation: 0)
    #expect(machine.handle(.call(1, .page(place))) == [.resume(1, .failure(.superseded))])
    #expect(machine == before)
  }

  @Test("C6 E8: a page that comes once more after its load was given up changes nothing")
  func lateReload() {
    var rules = FeedMachine.Rules()
    rules.retention = .none
    var machine = FeedMachine.loaded(rules: rules)
    let place = FeedMachine.Place(
      index: 0, generation: 0, fallback: PageWalk.Position(cursor: 7))
    #expect(machine.handle(.call(1, .page(place))).starts.map(\.attempt) == [2])
    #expect(machine.handle(.cancel).stops == [2])
    let before = machine
    #expect(machine.handle(.reloaded(2)) == [])
    #expect(machine == before)
  }

  @Test("C6 E8: a page that comes once more is known by its current attempt, and then forgotten")
  func reloadAttempts() {
    var rules = FeedMachine.Rules()
    rules.retention = .none
    let loaded = FeedMachine.loaded(rules: rules)
    let page = FeedMachine.Call.page(
      FeedMachine.Place(index: 0, generation: 0, fallback: PageWalk.Position(cursor: 7)))
    var retried = loaded
    #expect(retried.handle(.call(1, page)).starts.map(\.attempt) == [2])
    let failed = retried.handle(.failed(2, isRetried: true))
    #expect(failed.contains(.wait(.reload(PageWalk.Position(cursor: 7)), attempt: 2)))
    #expect(retried.handle(.waited(2)).starts.map(\.attempt) == [3])
    // The attempt before is over, whatever it still brings.
    #expect(retried.handle(.reloaded(2)) == [])
    #expect(retried.handle(.reloaded(3)) == [.resume(1, .arrived), .forget(cursor: 7)])
    // Two loads instead of one with a retry: the same attempts, but other waiters. Were one of them
    // kept, the two machines would differ.
    var again = loaded
    _ = again.handle(.call(2, page))
    _ = again.handle(.reloaded(2))
    _ = again.handle(.call(3, page))
    _ = again.handle(.reloaded(3))
    #expect(again == retried)
  }

  @Test("C8: a closed feed turns an iterator away and keeps nothing of its place")
  func closed() {
    var machine = FeedMachine.loaded()
    _ = machine.handle(.close)
    let place = FeedMachine.Place(
      index: 0, generation: 0, fallback: PageWalk.Position(cursor: 7))
    #expect(
      machine.handle(.call(1, .page(place)))
        == [.forget(cursor: 7), .resume(1, .failure(.closed))])
  }
}
