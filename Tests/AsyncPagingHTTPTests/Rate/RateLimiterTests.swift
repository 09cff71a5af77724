// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Testing

@Suite("A rate limiter")
struct RateLimiterTests {
  private let clock = ManualClock()

  @Test("N112: requests wait for both windows, first in first out")
  func order() async throws {
    let limiter = RateLimiter(.perSecond(1), .perMinute(3), clock: clock)
    let order = Arrivals()
    try await limiter.acquire(for: "host")
    let waiters = await line(of: 3, for: limiter, noting: order)
    #expect(try await clock.nextSleep() == .seconds(1))
    await clock.advance(by: .seconds(1))
    try await waiters[0].value
    #expect(try await clock.nextSleep() == .seconds(1))
    await clock.advance(by: .seconds(1))
    try await waiters[1].value
    #expect(try await clock.nextSleep() == .seconds(58))
    await clock.advance(by: .seconds(58))
    try await waiters[2].value
    #expect(order.all == [0, 1, 2])
    let sleepers = await clock.sleeperCount
    #expect(sleepers == 0)
  }

  @Test("a cancelled wait ends at once, and those behind it move up")
  func cancellation() async throws {
    let limiter = RateLimiter(.perSecond(1), clock: clock)
    let order = Arrivals()
    try await limiter.acquire(for: "host")
    let waiters = await line(of: 3, for: limiter, noting: order)
    try await clock.sleepers(1)
    waiters[0].cancel()
    await #expect(throws: CancellationError.self) { try await waiters[0].value }
    await clock.advance(by: .seconds(1))
    try await waiters[1].value
    #expect(order.all == [1])
    waiters[2].cancel()
    await #expect(throws: CancellationError.self) { try await waiters[2].value }
    try await clock.awake()
    let count = await limiter.waitingCount(for: "host")
    #expect(count == 0)
  }

  @Test("a task that is cancelled already takes nothing")
  func cancelledBefore() async throws {
    let limiter = RateLimiter(.perSecond(1), clock: clock)
    let gate = Gate()
    let task = Task {
      try await gate.pass(ignoringCancellation: true)
      try await limiter.acquire(for: "host")
    }
    task.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await limiter.acquire(for: "host")
  }

  @Test("N100: a wait longer than the longest fails at once, with the needed time")
  func tooLong() async throws {
    let limiter = RateLimiter(.perMinute(1), longestWait: .seconds(10), clock: clock)
    try await limiter.acquire(for: "host")
    await #expect {
      try await limiter.acquire(for: "host")
    } throws: { error in
      let error = error as? HTTPError
      return error?.code == .limiterWaitTooLong && error?.retryAdvice == .retryAfter(.seconds(60))
        && error?.detail.contains("60.0 seconds") == true
    }
    let sleepers = await clock.sleeperCount
    #expect(sleepers == 0)
  }

  @Test("N100: who waits already is refused as soon as the wait becomes too long")
  func tooLongMeanwhile() async throws {
    let limiter = RateLimiter(.perSecond(1), longestWait: .seconds(10), clock: clock)
    try await limiter.acquire(for: "host")
    let waiter = await limiter.enter("host")
    await limiter.throttled(for: "host", retryAfter: .seconds(90))
    await #expect {
      try await waiter.value
    } throws: {
      ($0 as? HTTPError)?.retryAdvice == .retryAfter(.seconds(90))
    }
    try await clock.awake()
  }

  @Test("a full queue and a weight above the limit are refused at once")
  func refused() async throws {
    let limiter = RateLimiter(.perSecond(1), queueLimit: 1, clock: clock)
    try await limiter.acquire(for: "host")
    let waiter = await limiter.enter("host")
    await #expect {
      try await limiter.acquire(for: "host")
    } throws: {
      ($0 as? HTTPError)?.code == .limiterFull && ($0 as? HTTPError)?.retryAdvice == .retry
    }
    await #expect {
      try await limiter.acquire(for: "host", weight: 2)
    } throws: {
      ($0 as? HTTPError)?.code == .limiterWaitTooLong && ($0 as? HTTPError)?.retryAdvice == .never
    }
    await clock.advance(by: .seconds(1))
    try await waiter.value
  }

  @Test("N109: raising the rate wakes waiters")
  func raised() async throws {
    let limiter = RateLimiter(.perMinute(1), clock: clock)
    try await limiter.acquire(for: "host")
    let waiter = await limiter.enter("host")
    await limiter.setLimits(.perMinute(2))
    try await waiter.value
    try await clock.awake()
  }

  @Test("N110 N111 N113: what an answer says holds for its key alone")
  func learning() async throws {
    let limiter = RateLimiter(clock: clock)
    await limiter.learn(from: [RateLimitState(remaining: 0, resetAfter: .seconds(5))], for: "host")
    try await limiter.acquire(for: "other")
    let waiter = await limiter.enter("host")
    #expect(try await clock.nextSleep() == .seconds(5))
    await clock.advance(by: .seconds(5))
    try await waiter.value
    await limiter.refund(for: "host")
  }

  /// Tasks that wait for a limiter one behind the other.
  private func line(
    of count: Int, for limiter: RateLimiter, noting order: Arrivals
  ) async -> [Task<Void, any Error>] {
    var tasks: [Task<Void, any Error>] = []
    for index in 0..<count {
      tasks.append(await limiter.enter("host") { order.add(index) })
    }
    return tasks
  }
}
