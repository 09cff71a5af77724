// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.cancellation, .retry), .timeLimit(.minutes(10)))
struct BackoffCancellationTests {
  private let clock = ManualClock()
  private let observer = RecordingObserver()

  private func feed(_ source: Script) -> Feed<Int, String> {
    Feed(
      source,
      configuration: FeedConfiguration(
        retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(10))), observer: observer),
      clock: clock)
  }

  private func source(_ error: any Error = Offline()) -> Script {
    Script([
      nil: [.page([1], next: "a")], "a": [.failure(error), .page([2], next: "b")],
      "b": [.page([3])],
    ])
  }

  enum Interruption: CaseIterable, Sendable {
    case waiter, cancel, reset, newQuery, refresh, close

    var code: FeedError.Code {
      switch self {
      case .waiter, .cancel: .cancelled
      case .reset, .newQuery, .refresh: .superseded
      case .close: .closed
      }
    }
  }

  @Test(
    "C9 X11: an interruption of a back-off wait ends it at once, and no attempt follows",
    arguments: Interruption.allCases)
  func interrupted(by interruption: Interruption) async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await clock.sleepers(1)
    #expect(await feed.snapshot.next.isWaiting)
    switch interruption {
    case .waiter: call.cancel()
    case .cancel: await feed.cancel()
    case .reset: await feed.reset()
    case .newQuery: await feed.reset(to: Script.threePages())
    case .refresh: try await feed.refresh()
    case .close: await feed.close()
    }
    #expect(await call.code() == interruption.code)
    // The time stands still, and yet nothing sleeps any more.
    await tasks.ended()
    #expect(await clock.sleeperCount == 0)
    await clock.advance(by: .seconds(1000))
    #expect(await source.log.count(of: "a") == 1)
    #expect(await feed.snapshot.isLoading == false)
  }

  @Test("C9 case 70 N117: cancelling five seconds into a wait of thirty ends it, for good")
  func serverHint() async throws {
    let source = source(Advising(retryAdvice: .retryAfter(.seconds(30))))
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    #expect(try await clock.nextSleep() == .seconds(30))
    await clock.advance(by: .seconds(5))
    call.cancel()
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    await clock.advance(by: .seconds(55))
    #expect(await source.log.cursors == [nil, "a"])
    #expect(await feed.snapshot.next.isIdle)
    #expect(try await feed.loadNext()?.cursor == "a")
  }

  @Test("C9 C1: one waiter of several leaves a back-off wait, which goes on for the others")
  func oneOfMany() async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (stays, leaves) = (iterating(feed), iterating(feed))
    try await clock.sleepers(1)
    try await observer.joins(1)
    leaves.cancel()
    #expect(await leaves.code() == .cancelled)
    #expect(await clock.sleeperCount == 1)
    await clock.advance(by: .seconds(10))
    #expect(try await stays.value.get() == [1, 2])
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  /// Two pages of a feed; an iterator waits for the end of a back-off where a call would hurry it.
  private func iterating(_ feed: Feed<Int, String>) -> Calling<[Int]> {
    calling {
      var items: [Int] = []
      for try await page in feed.pages.limit(pages: 2) { items += page.items }
      return items
    }
  }

  enum Trigger: CaseIterable, Sendable { case retry, loadNext, checkForMore }

  @Test(
    "X13: a call by hand during a back-off attempts now, once, and drops the timer",
    arguments: Trigger.allCases)
  func byHand(trigger: Trigger) async throws {
    let source = source()
    let feed = feed(source)
    _ = try await feed.loadNext()
    let (waiting, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await clock.sleepers(1)
    switch trigger {
    case .retry: try await feed.retry()
    case .loadNext: #expect(try await feed.loadNext()?.items == [2])
    case .checkForMore: #expect(try await feed.checkForMore()?.items == [2])
    }
    #expect(await waiting.items() == [2])
    await tasks.ended()
    #expect(await clock.sleeperCount == 0)
    await clock.advance(by: .seconds(1000))
    #expect(await source.log.cursors == [nil, "a", "a"])
    #expect(await source.log.requests.last?.attempt == 2)
  }
}
