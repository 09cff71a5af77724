// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Testing

@Suite("A rate limiter in every order")
struct RateLimiterExplorationTests {
  private static let options = Simulation.Options(earlyTimers: true)

  @Test("N112: two that wait and one that leaves: no wake-up is lost, no place is taken")
  func leaving() async {
    let outcomes = Outcomes()
    let report = await explore(.exhaustive(.preemptions(2))) { simulation in
      let limiter = RateLimiter(.perSecond(1), clock: simulation.clock, executor: simulation)
      let times = Times()
      let leaver = simulation.spawn("first") {
        try await limiter.acquire(for: "host")
        times.add(simulation.clock.now.offset)
      }
      simulation.spawn("second") {
        try await limiter.acquire(for: "host")
        times.add(simulation.clock.now.offset)
      }
      simulation.spawn("leave") { leaver.cancel() }
      simulation.expectReleased(limiter, "the limiter")
      simulation.atEnd {
        outcomes.insert(times.all)
        let waiting = await limiter.waitingCount(for: "host")
        simulation.expect(waiting == 0, "somebody still waits")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
    // Both, or the second alone: at once, for what the leaver has taken was given back.
    #expect(outcomes.all == [[.zero, .seconds(1)], [.zero]])
  }

  @Test("N110 N113: learning, a throttle and a leaver among those who wait lose nobody")
  func learning() async {
    let report = await explore(.random(seed: 7, schedules: 2_000), options: Self.options) {
      simulation in
      let limiter = RateLimiter(clock: simulation.clock, executor: simulation)
      let first = simulation.spawn("first") { try await limiter.acquire(for: "host") }
      simulation.spawn("second") { try await limiter.acquire(for: "host") }
      simulation.spawn("other") { try await limiter.acquire(for: "other") }
      simulation.spawn("answers") {
        await limiter.learn(
          from: [RateLimitState(remaining: 0, resetAfter: .seconds(3))], for: "host")
        await limiter.throttled(for: "host", retryAfter: .seconds(5))
      }
      simulation.spawn("leave") { first.cancel() }
      simulation.expectReleased(limiter, "the limiter")
      simulation.atEnd {
        for key in ["host", "other"] {
          let waiting = await limiter.waitingCount(for: key)
          simulation.expect(waiting == 0, "somebody still waits for \(key)")
        }
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
  }

  @Test("N109: raising the rate while the time moves wakes everybody once")
  func raising() async {
    let report = await explore(.exhaustive(.preemptions(1)), options: Self.options) { simulation in
      let limiter = RateLimiter(.perMinute(1), clock: simulation.clock, executor: simulation)
      for name in ["first", "second"] {
        simulation.spawn(name) { try await limiter.acquire(for: "host") }
      }
      simulation.spawn("raise") { await limiter.setLimits(.perSecond(1)) }
      simulation.expectReleased(limiter, "the limiter")
      simulation.atEnd {
        let waiting = await limiter.waitingCount(for: "host")
        simulation.expect(waiting == 0, "somebody still waits")
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.isExhausted, "\(report)")
  }
}

/// Moments, in order.
private final class Times: Sendable {
  private let moments = Locked<[Duration]>([])

  var all: [Duration] { moments.withLock { $0 } }

  func add(_ moment: Duration) { moments.withLock { $0.append(moment) } }
}

/// What was seen in all schedules.
private final class Outcomes: Sendable {
  private let seen = Locked<Set<[Duration]>>([])

  var all: Set<[Duration]> { seen.withLock { $0 } }

  func insert(_ outcome: [Duration]) { seen.withLock { _ = $0.insert(outcome) } }
}
