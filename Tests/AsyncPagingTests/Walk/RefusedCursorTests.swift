// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Cursors that a server no longer takes.
@Suite(.tags(.retry, .endOfData), .timeLimit(.minutes(10)))
struct RefusedCursorTests {
  /// The server's word that a cursor is of no use: trying again would not help.
  private struct CursorRefused: RetryAdvising { let retryAdvice = RetryAdvice.never }
  private struct TimedOut: Error {}

  @Test(
    "case 148 case 150: a refused cursor is a typed error, not tried again; the pages stand",
    arguments: Way.allCases)
  func refused(way: Way) async {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b")], "b": [.failure(CursorRefused())],
    ])
    let trace = await walk(source, way, FeedConfiguration(), clock: SkippingClock())
    #expect(trace.items == [1, 2])
    #expect(trace.error?.code == .sourceFailed)
    #expect(trace.error?.attempts == 1)
    #expect(trace.error?.underlying is CursorRefused)
    #expect(trace.laneEnd == nil)
    #expect(await source.log.cursors == [nil, "a", "b"])
  }

  @Test("case 150: a list that a refused cursor cut short does not count as whole")
  func notFinished() async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.failure(CursorRefused())]])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    await #expect(throws: FeedError.self) { try await feed.loadNext() }
    let snapshot = await feed.snapshot
    #expect(Array(snapshot.items) == [1])
    #expect(snapshot.endReason == nil)
    #expect(snapshot.next.error?.underlying is CursorRefused)
    #expect(snapshot.pages.last?.isLast == false)
  }

  @Test("case 152: a consumer that pauses too long finds a typed error; nothing is asked meanwhile")
  func pausingConsumer() async throws {
    let clock = SkippingClock()
    let source = ScriptedSource<Int, String> { request, _ in
      if request.cursor == nil { return .page([1], next: "s1") }
      return clock.now.offset < .seconds(60) ? .page([2]) : .failure(CursorRefused())
    }
    let feed = Feed(source, clock: clock)
    var shared = feed.pages.makeAsyncIterator()
    var unshared = source.pages(clock: clock).makeAsyncIterator()
    #expect(try await shared.next()?.items == [1])
    #expect(try await unshared.next()?.items == [1])
    clock.advance(by: .seconds(600))
    #expect(await source.log.cursors == [nil, nil])
    let errors = [
      await #expect(throws: FeedError.self) { try await shared.next() },
      await #expect(throws: FeedError.self) { try await unshared.next() },
    ]
    #expect(errors.map { $0?.code } == [.sourceFailed, .sourceFailed])
    #expect(await source.log.count(of: "s1") == 2)
    #expect(Array(await feed.snapshot.items) == [1])
  }

  @Test(
    "case 154: a cursor that works once is not sent again where the policy knows it",
    arguments: Way.allCases)
  func usableOnce(way: Way) async {
    let source = Self.oneTimeCursor()
    let policy = RetryPolicy { error in
      error is TimedOut ? .never : RetryPolicy.defaultAdvice(for: error)
    }
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: SkippingClock())
    #expect(trace.items == [1])
    #expect(trace.error?.code == .sourceFailed)
    #expect(trace.error?.underlying is TimedOut)
    #expect(await source.log.count(of: "t1") == 1)
  }

  @Test(
    "case 154: where the policy does not, the refusal after a time-out is the error that counts",
    arguments: Way.allCases)
  func refusedOnRetry(way: Way) async {
    let source = Self.oneTimeCursor()
    let trace = await walk(source, way, FeedConfiguration(), clock: SkippingClock())
    #expect(trace.items == [1])
    #expect(trace.error?.code == .sourceFailed)
    #expect(trace.error?.attempts == 2)
    #expect(trace.error?.underlying is CursorRefused)
    #expect(await source.log.count(of: "t1") == 2)
  }

  private static func oneTimeCursor() -> Script {
    Script([
      nil: [.page([1], next: "t1")], "t1": [.failure(TimedOut()), .failure(CursorRefused())],
    ])
  }
}
