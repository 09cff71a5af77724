// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Sources that ignore cancellation, answer too late, or never.
@Suite(.tags(.cancellation, .safety), .timeLimit(.minutes(10)))
struct LateAnswerTests {
  private let old = Gate()
  private let new = Gate()

  /// What comes too late.
  enum Answer: CaseIterable, Sendable {
    case page, end, error, cancellation

    var step: Step {
      switch self {
      case .page: .page([2], next: "c")
      case .end: .page([2])
      case .error: .failure(Offline())
      case .cancellation: .failure(CancellationError())
      }
    }
  }

  /// Why it is too late.
  enum Reason: CaseIterable, Sendable { case waiterLeft, cancel, reset, newQuery, refresh, close }

  /// The first page, and a second one held by a source that does not notice cancellation.
  ///
  /// The third call and those after it are held by another gate.
  private func source(_ answer: Answer) -> Script {
    Script(calls: [
      .page([1], next: "a"), answer.step.held(by: old, ignoringCancellation: true),
      .page([10], next: "z").held(by: new),
    ])
  }

  private func makeLate(_ reason: Reason, _ feed: Feed<Int, String>, _ call: Calling<IntPage?>)
    async
  {
    switch reason {
    case .waiterLeft: call.cancel()
    case .cancel: await feed.cancel()
    case .reset: await feed.reset()
    case .newQuery: await feed.reset(to: Script([nil: [.page([10], next: "z").held(by: new)]]))
    case .refresh: break
    case .close: await feed.close()
    }
  }

  @Test(
    "C6 X8: a page, an end or an error that comes too late is ignored",
    arguments: Answer.allCases, Reason.allCases)
  func ignored(answer: Answer, reason: Reason) async throws {
    let source = source(answer)
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await old.arrivals(1)
    await makeLate(reason, feed, call)
    let refresh = reason == .refresh ? calling { try await feed.refresh() } : nil
    if reason == .refresh { try await new.arrivals(1) }
    let expected: FeedError.Code =
      switch reason {
      case .waiterLeft, .cancel: .cancelled
      case .reset, .newQuery, .refresh: .superseded
      case .close: .closed
      }
    // The source has not answered: nobody waits for that.
    #expect(await call.code() == expected)
    let before = outline(of: await feed.snapshot)
    await old.open()
    await tasks.ended()
    let after = outline(of: await feed.snapshot)
    #expect(after == before)
    await new.open()
    if let refresh { #expect(await refresh.items() == [10]) }
  }

  @Test(
    "X7 C6: a late unwind cannot clear the mark of a newer load",
    arguments: Answer.allCases, [Reason.waiterLeft, .cancel, .reset, .newQuery])
  func newerLoad(answer: Answer, reason: Reason) async throws {
    let observer = RecordingObserver()
    let feed = Feed(
      source(answer), configuration: FeedConfiguration(retry: .never, observer: observer))
    _ = try await feed.loadNext()
    let (stale, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await old.arrivals(1)
    await makeLate(reason, feed, stale)
    _ = await stale.value
    let newer = calling { try await feed.loadNext() }
    try await new.arrivals(1)
    await old.open()
    await tasks.ended()
    // The newer load is still the one that everybody joins.
    #expect(await feed.snapshot.isLoading)
    let joiner = calling { try await feed.loadNext() }
    try await observer.joins(1)
    await new.open()
    #expect(await newer.items() == [10])
    #expect(await joiner.items() == [10])
  }

  @Test("C6: an attempt that is overtaken by a retry in the same load is ignored")
  func olderAttempt() {
    var machine = FeedMachine.loaded()
    let first = machine.handle(.call(1, .load(.next))).starts.map(\.attempt)
    #expect(first == [2])
    _ = machine.handle(.failed(2, isRetried: true))
    #expect(machine.handle(.waited(2)).starts.map(\.attempt) == [3])
    let before = machine
    #expect(machine.handle(.arrived(2, .init(itemCount: 1, next: .end(.flag, cursor: nil)))) == [])
    #expect(machine.handle(.failed(2, isRetried: false)) == [])
    #expect(machine.handle(.waited(2)) == [])
    #expect(machine == before)
  }

  @Test("C1 C8: a source that never returns holds up nobody")
  func neverReturns() async throws {
    let source = source(.page)
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    let call = calling { try await feed.loadNext() }
    try await old.arrivals(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    #expect(await feed.snapshot.next.isIdle)
    await new.open()
    #expect(try await feed.loadNext()?.items == [10])
    await feed.close()
    #expect(await feed.snapshot.isClosed)
    #expect(await source.log.count == 3)
    // The source itself is still there: it is not the feed's to end.
    #expect(await old.waitingCount == 1)
    await old.open()
  }

  @Test(
    "PG15: a feed closed during its first load ends its observers without the result",
    arguments: [false, true])
  func closedBeforeFirstPage(isAnswerLate: Bool) async throws {
    let source = Script([
      nil: [.page([1]).held(by: old, ignoringCancellation: isAnswerLate)]
    ])
    let feed = Feed(source, configuration: .once)
    let (seen, tasks) = watchingTasks {
      Task {
        var items: [Int] = []
        for await update in feed.updates {
          items += update.snapshot.items
          if !update.snapshot.isLoading { feed.demand(through: 0) }
        }
        return items
      }
    }
    let call = calling { for try await _ in feed.pages {} }
    try await old.arrivals(1)
    await feed.close()
    #expect(await call.code() == .closed)
    #expect(await seen.value == [])
    await old.open()
    await tasks.ended()
    #expect(await feed.snapshot.items.isEmpty)
  }

  @Test("PG16 C8: what comes after the feed was closed is dropped, also from demand and observers")
  func afterClose() async throws {
    let source = source(.page)
    let feed = Feed(source, configuration: .once)
    _ = try await feed.loadNext()
    let (call, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await old.arrivals(1)
    await feed.close()
    await feed.close()
    #expect(await call.code() == .closed)
    await old.open()
    await tasks.ended()
    await settled { feed.demand(through: 100) }
    await feed.cancel()
    await feed.reset()
    await feed.pauseDemand()
    await feed.resumeDemand()
    #expect(await Array(feed.snapshot.items) == [1])
    #expect(await source.log.count == 2)
  }
}
