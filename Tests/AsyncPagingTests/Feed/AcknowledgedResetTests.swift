// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

/// The old page is on its way to somebody who could go on but does not run yet: in that moment the
/// query changes.
@Suite(.tags(.refresh), .timeLimit(.minutes(10)))
struct AcknowledgedResetTests {
  /// Who waits for the page of the old source.
  enum Call: CaseIterable {
    case loadNext, refresh, pages, items
  }

  @Test(
    "D7 X10: who has not seen the old page when reset(to:) returns never sees it",
    arguments: Call.allCases, [false, true])
  func consumers(call: Call, closes: Bool) async throws {
    let gate = Gate()
    let feed = Feed(Numbers([nil: [.page([13], next: 1).held(by: gate)]]))
    let consumer = Consumer(feed)
    let task = Task { try await consumer.take(by: call) }
    try await gate.arrivals(1)
    consumer.executor.hold()
    await gate.open()
    await consumer.executor.arrival()
    await feed.reset(to: Numbers([nil: [.page([1])]]))
    if closes { await feed.close() }
    consumer.executor.release()
    switch await task.result {
    case .success(let items): #expect(items == [])
    case .failure(let error): #expect((error as? FeedError)?.code == .superseded)
    }
  }

  @Test(
    "D7 X10: an observer that has not seen the old items when reset(to:) returns never sees them",
    arguments: [false, true])
  func observer(closesAtOnce: Bool) async throws {
    let gate = Gate()
    let feed = Feed(Numbers([nil: [.page([13], next: 1).held(by: gate)]]))
    let consumer = Consumer(feed)
    let (loading, hasSeenLoading) = AsyncStream.makeStream(of: Void.self)
    let task = Task { await consumer.observe { if $0.isLoading { hasSeenLoading.finish() } } }
    let page = Task { try await feed.loadNext() }
    for await _ in loading {}
    try await gate.arrivals(1)
    consumer.executor.hold()
    await gate.open()
    _ = await page.result
    await consumer.executor.arrival()
    await feed.reset(to: Numbers([nil: [.page([1])]]))
    if closesAtOnce { await feed.close() }
    consumer.executor.release()
    if !closesAtOnce { _ = try await feed.loadNext() }
    await feed.close()
    #expect(await !task.value.contains(13))
  }
}

/// A consumer that runs only when its executor does.
private actor Consumer {
  nonisolated let executor = HeldExecutor()
  private let feed: Feed<Int, Int>

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(_ feed: Feed<Int, Int>) {
    self.feed = feed
  }

  func take(by call: AcknowledgedResetTests.Call) async throws -> [Int] {
    switch call {
    case .loadNext: try await feed.loadNext()?.items ?? []
    case .refresh: try await feed.refresh()?.items ?? []
    case .pages: try await elements(of: feed.pages.limit(pages: 1)).flatMap(\.items)
    case .items: try await elements(of: feed.pages.limit(items: 1).items)
    }
  }

  func observe(_ look: @Sendable (FeedSnapshot<Int, Int>) -> Void) async -> [Int] {
    var seen: [Int] = []
    for await update in feed.updates {
      look(update.snapshot)
      seen += Array(update.snapshot.items)
    }
    return seen
  }
}
