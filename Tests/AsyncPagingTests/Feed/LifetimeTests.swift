// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Each test waits for objects that live as long as the feed, its tasks or its pages do.
@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct LifetimeTests {
  /// A feed whose end, and whose source's end, can be waited for.
  ///
  /// The caller must hold nothing else of the source.
  private static func feed(
    _ source: Numbers, retry: RetryPolicy = RetryPolicy(), coolDown: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> (feed: Feed<Int, Int>, feedEnd: AsyncStream<Never>, sourceEnd: AsyncStream<Never>) {
    let (source, sourceEnd) = watched(source)
    let (sentinel, feedEnd) = Sentinel.make()
    var configuration = FeedConfiguration(
      retry: retry, observer: SilentObserver(sentinel: sentinel))
    configuration.failureCoolDown = coolDown
    return (Feed(source, configuration: configuration, clock: clock), feedEnd, sourceEnd)
  }

  private static func watched(
    _ source: Numbers
  ) -> (WatchedSource<Numbers>, AsyncStream<Never>) {
    let (sentinel, end) = Sentinel.make()
    return (WatchedSource(base: source, sentinel: sentinel), end)
  }

  @Test("C10: an idle feed goes with its last reference")
  func idle() async throws {
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(.numbered(3))
    _ = try await feed?.loadNext()
    weak let released = feed
    feed = nil
    await feedEnd.wait()
    await sourceEnd.wait()
    #expect(released == nil)
  }

  @Test(
    "C10 X24 PG36: a load that only demand wants is cancelled with the feed",
    arguments: [false, true])
  func demandInFlight(ignoresCancellation: Bool) async throws {
    let gate = Gate()
    let source = Numbers(answering: { request, _ in
      let page = ScriptStep<Int, Int>.numbered(request.cursor ?? 0, of: 2, count: 9)
      return page.held(by: gate, ignoringCancellation: ignoresCancellation)
    })
    let log = source.log
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(source)
    feed?.demand(through: 3)
    try await gate.arrivals(1)
    weak let released = feed
    feed = nil
    await feedEnd.wait()
    if ignoresCancellation { await gate.open() }
    try await log.endedCalls(1)
    await sourceEnd.wait()
    #expect(released == nil)
    #expect(await log.cancellationCount == 1)
    #expect(await log.count == 1)
  }

  @Test("C10: the wait between two attempts ends with the feed")
  func backoff() async throws {
    let (clock, clockEnd) = WatchedClock.make()
    let time = clock.time
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(
      Numbers([nil: [.failure(Offline())]]),
      retry: RetryPolicy(backoff: .constant(.seconds(60))), clock: clock)
    feed?.demand(through: 3)
    try await time.sleepers(1)
    weak let released = feed
    feed = nil
    await feedEnd.wait()
    await sourceEnd.wait()
    #expect(released == nil)
    _ = consume clock
    await clockEnd.wait()
  }

  @Test("C10: the cool-down of a failed lane ends with the feed")
  func coolDown() async throws {
    let (clock, clockEnd) = WatchedClock.make()
    let time = clock.time
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(
      Numbers([nil: [.failure(Offline())]]), retry: .never, coolDown: .seconds(60), clock: clock)
    feed?.demand(through: 3)
    try await time.sleepers(1)
    feed = nil
    await feedEnd.wait()
    await sourceEnd.wait()
    _ = consume clock
    await clockEnd.wait()
  }

  @Test("C10 X24 PG36: observers do not keep a feed alive, and finish with it")
  func observed() async throws {
    let gate = Gate()
    let source = Numbers.numbered(5, holding: [1], at: gate)
    let log = source.log
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(source)
    _ = try await feed?.loadNext()
    let updates = try #require(feed?.updates)
    var waiting = updates.makeAsyncIterator()
    _ = await waiting.next()
    let observing = Task { await elements(of: updates).count }
    feed?.demand(through: 3)
    try await gate.arrivals(1)
    feed = nil
    await feedEnd.wait()
    await sourceEnd.wait()
    _ = await observing.value
    while await waiting.next() != nil {}
    #expect(await log.cancellationCount == 1)
    #expect(await elements(of: updates).isEmpty)
  }

  @Test("C10 E4: a feed goes with the last iterator that reads ahead, and so does its load")
  func readingAhead() async throws {
    let gate = Gate()
    let source = Numbers.numbered(5, holding: [2], at: gate)
    let log = source.log
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(source)
    var iterator = feed?.pages(prefetching: 4).makeAsyncIterator()
    #expect(try await iterator?.next()?.index == 0)
    try await gate.arrivals(1)
    weak let released = feed
    feed = nil
    #expect(released != nil)
    iterator = nil
    await feedEnd.wait()
    await sourceEnd.wait()
    try await log.endedCalls(3)
    #expect(await log.cancellationCount == 1)
  }

  @Test("C10: a page is released with the feed that keeps it, but not before a picture of it")
  func pages() async throws {
    let (sentinel, itemEnd) = Sentinel.make()
    var feed: Feed? = Feed(
      ScriptedSource<Sentinel, Int>(calls: [.page(Page(items: [consume sentinel]))]))
    _ = try await feed?.loadNext()
    var picture = await feed?.snapshot
    feed = nil
    #expect(picture?.items.count == 1)
    picture = nil
    await itemEnd.wait()
  }

  @Test("C10 C7: cancel, reset and close let go of the source's call and of the pages")
  func given() async throws {
    for ending in 0..<3 {
      let gate = Gate()
      let source = Numbers.numbered(5, holding: [1], at: gate)
      var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(source)
      _ = try await feed?.loadNext()
      feed?.demand(through: 9)
      try await gate.arrivals(1)
      switch ending {
      case 0: await feed?.cancel()
      case 1: await feed?.reset()
      default: await feed?.close()
      }
      try await source.log.endedCalls(2)
      feed = nil
      await feedEnd.wait()
      await sourceEnd.wait()
    }
  }

  @Test("D7 C10: reset(to:) lets go of the old source")
  func oldSource() async throws {
    let gate = Gate()
    let (feed, _, sourceEnd) = Self.feed(.numbered(5, holding: [0], at: gate))
    feed.demand(through: 1)
    try await gate.arrivals(1)
    await feed.reset(to: Numbers.numbered(2))
    await sourceEnd.wait()
    #expect(try await feed.loadNext()?.items == [0, 1])
  }

  @Test("C10: a waiter keeps its feed until it has its page")
  func waiter() async throws {
    let gate = Gate()
    let source = Numbers.numbered(5, holding: [0], at: gate)
    var (feed, feedEnd, sourceEnd): (Feed<Int, Int>?, _, _) = Self.feed(source)
    let waiter = Task { [feed] in try await feed?.loadNext() }
    feed = nil
    try await gate.arrivals(1)
    await gate.open()
    #expect(try await waiter.value?.items == [0, 1])
    await feedEnd.wait()
    await sourceEnd.wait()
  }
}

/// An observer that lives as long as its feed.
private struct SilentObserver: FeedObserver {
  let sentinel: Sentinel
}

/// A manual clock whose last user can be waited for.
private struct WatchedClock: Clock {
  typealias Instant = ManualClock.Instant

  let time: ManualClock
  let sentinel: Sentinel

  static func make() -> (clock: WatchedClock, end: AsyncStream<Never>) {
    let (sentinel, end) = Sentinel.make()
    return (WatchedClock(time: ManualClock(), sentinel: sentinel), end)
  }

  var now: Instant { time.now }
  var minimumResolution: Duration { time.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await time.sleep(until: deadline, tolerance: tolerance)
  }
}
