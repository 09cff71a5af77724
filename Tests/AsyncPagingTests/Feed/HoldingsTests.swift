// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// What a feed holds must not grow with what it has done.
@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct HoldingsTests {
  @Test("J3 C10: a retry leaves no task behind")
  func retries() async throws {
    let source = Script { request, count in
      let number = request.cursor.flatMap { Int($0) } ?? 0
      guard count > 1 else { return .failure(Offline()) }
      return .page([number], next: number < 50 ? String(number + 1) : nil)
    }
    let policy = RetryPolicy(backoff: .constant(.zero))
    let feed = Feed(source, configuration: FeedConfiguration(retry: policy))
    for try await _ in feed.pages {}
    #expect(await source.log.count == 102)
    #expect(await feed.holdings.tasks == 0)
    #expect(await feed.holdings.waiters == 0)
  }

  @Test("J3 C10: a page loaded again and given up leaves nothing behind")
  func abandonedReloads() async throws {
    let gate = Gate()
    let source = Script { request, count in
      let number = request.cursor.flatMap { Int($0) } ?? 0
      let step = Step.page([number], next: number < 5 ? String(number + 1) : nil)
      return count > 1 && number == 1 ? step.held(by: gate) : step
    }
    let feed = Feed(source, configuration: .streaming)
    for try await _ in feed.pages {}
    for round in 1...20 {
      let reader = Task { for try await _ in feed.pages {} }
      try await gate.arrivals(round)
      reader.cancel()
      _ = await reader.result
    }
    #expect(await feed.holdings.records <= 3)
    #expect(await feed.holdings.cursors <= 1)
    #expect(await feed.holdings.tasks == 0)
  }

  @Test("C3: an iterator cancelled before it comes to the feed leaves no cursor behind")
  func cancelledBeforehand() async throws {
    let feed = Feed(Script.threePages(), configuration: .streaming)
    for try await _ in feed.pages {}
    let point = ResumePoint(cursor: "a", index: 1)
    for _ in 0..<8 {
      let gate = Gate()
      let reader = Task {
        try await gate.pass(ignoringCancellation: true)
        for try await _ in feed.pages(after: point) {}
      }
      reader.cancel()
      await gate.open()
      await #expect(throws: FeedError.self) { try await reader.value }
    }
    #expect(await feed.holdings.cursors <= 1)
  }

  @Test("C3: an iterator cancelled as its cursor is looked up leaves no cursor behind")
  func cancelledInBetween() async throws {
    let gate = Gate()
    let feed = Feed<Int, FatalCursor>(configuration: .streaming) { _ in
      try await gate.pass()
      return Page(items: [1])
    }
    let point = ResumePoint(cursor: FatalCursor(text: "a"), index: 7)
    let first = Task { for try await _ in feed.pages(after: point) {} }
    try await gate.arrivals(1)
    let second = Task {
      try await FatalCursor.$isFatal.withValue(true) {
        for try await _ in feed.pages(after: point) {}
      }
    }
    await #expect(throws: FeedError.self) { try await second.value }
    first.cancel()
    await #expect(throws: FeedError.self) { try await first.value }
    #expect(await feed.holdings.cursors == 0)
  }

  @Test("C8 J3: a cool-down ends when the feed is closed")
  func coolDown() async throws {
    let clock = ManualClock()
    let configuration = FeedConfiguration(retry: .never, failureCoolDown: .seconds(100))
    let feed = Feed(
      Script([nil: [.failure(Offline())]]), configuration: configuration, clock: clock)
    #expect(await code { () throws(FeedError) in try await feed.loadNext() } == .retriesExhausted)
    try await clock.sleepers(1)
    await feed.close()
    try await clock.awake()
    #expect(await feed.holdings.tasks == 0)
  }

  @Test("J2: a source that demands more in each load does not pile up the loads it is part of")
  func nestedDemand() async throws {
    let depth = Depth()
    let holder = FeedHolder()
    let feed = Feed<Int, String> { request in
      let number = request.cursor.flatMap { Int($0) } ?? 0
      await depth.note(LoadContext.depth)
      await holder.feed?.demand(through: number + 1)
      return Page(items: [number], next: number < 200 ? String(number + 1) : nil)
    }
    await holder.hold(feed)
    feed.demand(through: 0)
    for await update in feed.updates where update.snapshot.endReason != nil { break }
    #expect(await feed.snapshot.pageCount == 201)
    #expect(await depth.greatest <= 2)
    await holder.hold(nil)
  }

  @Test("H3 C10: an observer that leaves is let go of")
  func observers() async throws {
    let feed = Feed(Script.threePages())
    var iterators = (0..<3).map { _ in feed.updates.makeAsyncIterator() }
    for index in iterators.indices { _ = await iterators[index].next() }
    #expect(await feed.holdings.watchers == 3)
    await feed.close()
    #expect(await feed.holdings.watchers == 0)
  }
}

/// A cursor that cancels the task that compares it with an equal one.
private struct FatalCursor: Hashable, Sendable {
  @TaskLocal static var isFatal = false

  let text: String

  static func == (one: Self, other: Self) -> Bool {
    if isFatal { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    return one.text == other.text
  }
}

/// The greatest number noted.
private actor Depth {
  private(set) var greatest = 0

  func note(_ depth: Int) { greatest = max(greatest, depth) }
}

/// Lets a source find its feed.
private actor FeedHolder {
  private(set) var feed: Feed<Int, String>?

  func hold(_ feed: Feed<Int, String>?) { self.feed = feed }
}
