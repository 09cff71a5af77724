// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct UpdateTests {
  @Test("H1: everything in one update belongs to the same instant")
  func consistent() async throws {
    let feed = Feed(Numbers.numbered(200, of: 3))
    let observing = Task {
      var broken = 0
      var last: FeedSnapshot<Int, Int>?
      for await update in feed.updates {
        let now = update.snapshot
        let isWhole =
          now.items.count == now.itemCount && now.pages.count == now.pageCount
          && Array(now.items) == Array(0..<now.itemCount)
          && now.pages.flatMap(\.items) == Array(now.items)
          && now.pages.last?.endReason == now.endReason && now.isLoaded == (now.pageCount > 0)
        if !isWhole { broken += 1 }
        last = now
      }
      return (broken, last?.itemCount)
    }
    for try await _ in feed.pages {}
    await feed.close()
    #expect(await observing.value == (0, 600))
  }

  @Test("H2 TQ17: a lane goes from idle over loading and waiting to failed, then on to the end")
  func phases() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a")],
      "a": [
        .failure(Offline()).held(by: gate), .failure(Offline()).held(by: gate),
        .page([2]).held(by: gate),
      ],
    ])
    let clock = ManualClock()
    let feed = Feed(
      source,
      configuration: FeedConfiguration(
        retry: RetryPolicy(maxAttempts: 2, backoff: .constant(.seconds(3)))), clock: clock)
    var updates = feed.updates.makeAsyncIterator()
    #expect(await updates.next()?.snapshot.refresh.isIdle == true)
    _ = try await feed.loadNext()
    #expect(await updates.next()?.snapshot.next.isIdle == true)

    let waiter = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(await updates.next()?.snapshot.next.attempt == 1)
    await gate.open()
    try await clock.sleepers(1)
    await gate.shut()
    let waiting = try #require(await updates.next()).snapshot
    #expect(waiting.next.wait == .seconds(3))
    #expect(waiting.isLoading)
    #expect(waiting.refresh.isIdle)

    await clock.advance(by: .seconds(3))
    try await gate.arrivals(2)
    #expect(await updates.next()?.snapshot.next.attempt == 2)
    await gate.open()
    #expect(await failure(of: waiter) == .retriesExhausted)
    let failed = try #require(await updates.next()).snapshot
    #expect(failed.next.error?.code == .retriesExhausted)
    #expect(failed.next.error?.attempts == 2)
    #expect(failed.refresh.error == nil)
    #expect(failed.previous.error == nil)
    #expect(Array(failed.items) == [1])
    #expect(!failed.isLoading)

    _ = try await feed.loadNext()
    let ended = try #require(await updates.next()).snapshot
    #expect(ended.next.endReason == .noNextCursor)
    #expect(ended.next.error == nil)
    #expect(Array(ended.items) == [1, 2])
  }

  @Test("H2 TQ18: a failed load is thrown to its caller and is the lane's state as well")
  func thrownAndShown() async throws {
    let feed = Feed(
      Script([nil: [.page([1], next: "a")], "a": [.failure(Offline())]]), configuration: .once)
    _ = try await feed.loadNext()
    let error = await #expect(throws: FeedError.self) { try await feed.loadNext() }
    let shown = await feed.snapshot.next.error
    #expect(shown?.code == error?.code)
    #expect(shown?.underlying is Offline)
    #expect(await Array(feed.snapshot.items) == [1])
  }

  @Test("H3 X21 PG34: a slow observer gets the newest state and the last one, never a queue")
  func slowObserver() async throws {
    let feed = Feed(Numbers.numbered(100, of: 1))
    var slow = feed.updates.makeAsyncIterator()
    var quick = feed.updates.makeAsyncIterator()
    #expect(await slow.next()?.snapshot.pageCount == 0)
    #expect(await quick.next()?.snapshot.pageCount == 0)
    for count in 1...100 {
      _ = try await feed.loadNext()
      #expect(await quick.next()?.snapshot.pageCount == count)
    }
    #expect(await slow.next()?.snapshot.pageCount == 100)
    await feed.close()
    let last = try #require(await slow.next()).snapshot
    #expect(last.isClosed)
    #expect(last.pageCount == 100)
    #expect(await slow.next() == nil)
    #expect(await quick.next()?.snapshot.isClosed == true)
    #expect(await quick.next() == nil)
    #expect(await slow.next() == nil)
  }

  @Test("H4 PG32 PG33: an observer that joins late gets one whole picture, then goes on")
  func lateObserver() async throws {
    let feed = Feed(Numbers.numbered(10))
    for _ in 0..<5 { _ = try await feed.loadNext() }
    var late = feed.updates.makeAsyncIterator()
    #expect(await late.next().map { Array($0.snapshot.items) } == Array(0..<10))
    _ = try await feed.loadNext()
    #expect(await late.next().map { Array($0.snapshot.items) } == Array(0..<12))
    await feed.close()
    #expect(await late.next()?.snapshot.isClosed == true)
    #expect(await late.next() == nil)
    // One that joins after the end gets the last picture and finishes.
    let after = await elements(of: feed.updates)
    #expect(after.map { Array($0.snapshot.items) } == [Array(0..<12)])
    #expect(after.first?.snapshot.isClosed == true)
  }

  @Test("PG38 H1: an observer whose task is cancelled ends normally, and the feed goes on")
  func turnedAway() async throws {
    let feed = Feed(Numbers.numbered(10))
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let observing = Task {
      for await _ in feed.updates { start.finish() }
      return true
    }
    for await _ in started {}
    observing.cancel()
    #expect(await observing.value)
    #expect(try await feed.loadNext()?.items == [0, 1])
  }

  @Test("PG39: a refresh that nobody watches is kept, and a retry without a failure does nothing")
  func unwatched() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    try await feed.retry()
    #expect(await source.log.count == 0)
    try await feed.refresh()
    var updates = feed.updates.makeAsyncIterator()
    #expect(await updates.next().map { Array($0.snapshot.items) } == [0, 1])
    #expect(await source.log.count == 1)
  }

  @Test("TQ26 H3: an observer that leaves during an update takes nothing from the others")
  func leavingObserver() async throws {
    let feed = Feed(Numbers.numbered(10))
    let stays = (0..<3).map { _ in
      Task { await elements(of: feed.updates).last?.snapshot.pageCount }
    }
    let leaves = (0..<3).map { _ in
      Task { await state(of: feed) { $0.pageCount >= 1 }?.pageCount }
    }
    for try await _ in feed.pages {}
    for task in leaves { #expect(try #require(await task.value) >= 1) }
    await feed.close()
    for task in stays { #expect(await task.value == 10) }
  }

  @Test("H7: pictures that are held share their pages, so each costs the same")
  func sharedPictures() async throws {
    let feed = Feed(Numbers.numbered(1500, of: 1))
    var pictures: [FeedSnapshot<Int, Int>] = []
    for try await _ in feed.pages { pictures.append(await feed.snapshot) }
    #expect(pictures.count == 1500)
    for (index, picture) in pictures.enumerated() {
      #expect(picture.items.count == index + 1)
      #expect(picture.items.last == index)
    }
  }
}
