// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources, .cancellation), .timeLimit(.minutes(10)))
struct TimeoutSourceTests {
  @Test("an answer in time is the base's, page or error")
  func inTime() async throws {
    let source = Script([nil: [.page([1]), .failure(Offline())]])
      .timeout(.seconds(5), clock: ManualClock())
    #expect(try await source.page(for: PageRequest()).items == [1])
    await #expect(throws: Offline.self) { try await source.page(for: PageRequest()) }
  }

  @Test("a source that hangs and ignores cancellation holds nobody up when the time is over")
  func hanging() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let source = Self.hanging(at: gate).timeout(.seconds(5), clock: clock)
    let call = Task { try await source.page(for: PageRequest()) }
    try await gate.arrivals(1)
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(4))
    #expect(try await clock.nextSleep() == .seconds(1))
    await clock.advance(by: .seconds(1))
    let error = await #expect(throws: PageTimeout.self) { try await call.value }
    #expect(error?.duration == .seconds(5))
    #expect(error?.description.contains("5") == true)
    #expect(await gate.waitingCount == 1)
    await gate.open()
  }

  @Test("a source that hangs and ignores cancellation holds up no caller that is cancelled")
  func cancelledWhileHanging() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let source = Self.hanging(at: gate).timeout(.seconds(5), clock: clock)
    let call = Task { try await source.page(for: PageRequest()) }
    try await gate.arrivals(1)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await gate.waitingCount == 1)
    #expect(clock.now.offset == .zero)
    await gate.open()
  }

  @Test("a caller that is cancelled before it calls does not reach the source")
  func cancelledBefore() async throws {
    let script = Script.threePages()
    let source = script.timeout(.seconds(5), clock: ManualClock())
    let gate = Gate()
    let call = Task {
      try await gate.pass(ignoringCancellation: true)
      return try await source.page(for: PageRequest())
    }
    call.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await script.log.count == 0)
  }

  @Test("when the time is over the base is cancelled")
  func cancelsBase() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let script = Script([nil: [.page([1]).held(by: gate)]])
    let source = script.timeout(.seconds(5), clock: clock)
    let call = Task { try await source.page(for: PageRequest()) }
    try await gate.arrivals(1)
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    await #expect(throws: PageTimeout.self) { try await call.value }
    try await script.log.endedCalls(1)
    #expect(await script.log.cancellationCount == 1)
  }

  @Test("when the caller is cancelled the base is, too")
  func cancelsBaseWithCaller() async throws {
    let gate = Gate()
    let script = Script([nil: [.page([1]).held(by: gate)]])
    let source = script.timeout(.seconds(5), clock: ManualClock())
    let call = Task { try await source.page(for: PageRequest()) }
    try await gate.arrivals(1)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    try await script.log.endedCalls(1)
    #expect(await script.log.cancellationCount == 1)
  }

  @Test("no time at all is over at once", arguments: [Duration.zero, .seconds(-5)])
  func noTime(duration: Duration) async {
    let gate = Gate()
    let source = Self.hanging(at: gate).timeout(duration, clock: ManualClock())
    let error = await #expect(throws: PageTimeout.self) {
      try await source.page(for: PageRequest())
    }
    #expect(error?.duration == duration)
    await gate.open()
  }

  @Test(
    "G3: by default a time-out is tried again, and each attempt has its own time",
    arguments: Way.allCases)
  func triedAgain(way: Way) async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let script = Script([
      nil: [
        .page([7]).held(by: gate, ignoringCancellation: true),
        .page([8]).held(by: gate, ignoringCancellation: true), .page([1]),
      ]
    ])
    let source = script.timeout(.seconds(5), clock: clock)
    let configuration = FeedConfiguration(retry: RetryPolicy(backoff: .constant(.zero)))
    let call = Task { await walk(source, way, configuration, clock: clock) }
    for attempt in 1...2 {
      try await gate.arrivals(attempt)
      try await clock.sleepers(1)
      await clock.advance(by: .seconds(5))
    }
    let trace = await call.value
    #expect(trace.items == [1])
    #expect(trace.error == nil)
    #expect(await script.log.count == 3)
    #expect(clock.now.offset == .seconds(10))
    await gate.open()
  }

  @Test("a load whose time is over fails with the time-out, and the late answer is dropped")
  func lateAnswer() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let script = Script([
      nil: [.page([7]).held(by: gate, ignoringCancellation: true), .page([1])]
    ])
    let feed = Feed(
      script.timeout(.seconds(5), clock: clock), configuration: .once, clock: clock)
    let call = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    try await clock.sleepers(1)
    await clock.advance(by: .seconds(5))
    let error = await #expect(throws: FeedError.self) { try await call.value }
    #expect(error?.code == .retriesExhausted)
    #expect(error?.underlying is PageTimeout)
    await gate.open()
    try await script.log.endedCalls(1)
    #expect(await feed.snapshot.items.isEmpty)
    #expect(try await feed.loadNext()?.items == [1])
    #expect(Array(await feed.snapshot.items) == [1])
  }

  private static func hanging(at gate: Gate) -> Script {
    Script([nil: [.page([1]).held(by: gate, ignoringCancellation: true)]])
  }
}
