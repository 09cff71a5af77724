// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Testing

@Suite("The decisions of a rate limiter")
struct RateLimiterMachineTests {
  static let tenAndHundred: [RateLimit] = [.perSecond(10), .perMinute(100)]

  private static func machine(
    _ limits: [RateLimit], queueLimit: Int = 1_000, longestWait: Duration = .seconds(3600)
  ) -> RateLimiterMachine {
    RateLimiterMachine(limits, queueLimit: queueLimit, longestWait: longestWait)
  }

  @Test("N112: two windows hold, in every span of their length")
  func twoWindows() {
    var machine = Self.machine(Self.tenAndHundred)
    let moments = machine.drain((1...350).map { ($0, 1) })
    #expect(moments.map(\.ticket) == Array(1...350))
    expect(moments, keeps: .perSecond(10))
    expect(moments, keeps: .perMinute(100))
    // As fast as allowed: ten a second for ten seconds, then nothing until the minute is over.
    #expect(moments[9].at == .zero)
    #expect(moments[10].at == .seconds(1))
    #expect(moments[99].at == .seconds(9))
    #expect(moments[100].at == .seconds(60))
    #expect(moments[349].at == .seconds(184))
  }

  @Test("N112: limits hold for random weights and arrivals", arguments: 0..<30 as Range<UInt64>)
  func randomWalk(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let limits = [RateLimit(count: 7, per: .seconds(1)), RateLimit(count: 20, per: .seconds(5))]
    var machine = Self.machine(limits)
    var granted: [Grant] = []
    var weights: [Int: Int] = [:]
    var now = Duration.zero
    for ticket in 1...200 {
      now += .milliseconds(Int.random(in: 0...400, using: &generator))
      granted += machine.run(until: now, weights)
      weights[ticket] = Int.random(in: 1...7, using: &generator)
      let effects = machine.ask(ticket, weight: weights[ticket] ?? 0, key: "", at: now)
      granted += effects.grants(at: now, weights)
    }
    granted += machine.run(until: .seconds(100_000), weights)
    #expect(granted.map(\.ticket) == Array(1...200))
    for limit in limits { expect(granted, keeps: limit) }
  }

  @Test("N112: a weight above a limit is refused at once, also when others wait")
  func tooHeavy() {
    var machine = Self.machine(Self.tenAndHundred)
    #expect(
      machine.ask(1, weight: 11, key: "", at: .zero) == [.refuse(1, .tooHeavy(.perSecond(10)))])
    #expect(machine.ask(2, weight: 10, key: "", at: .zero) == [.grant(2)])
    #expect(machine.ask(3, weight: 10, key: "", at: .zero) == [])
    #expect(
      machine.ask(4, weight: 12, key: "", at: .zero) == [.refuse(4, .tooHeavy(.perSecond(10)))])
    #expect(machine.elapse(at: .seconds(1)) == [.grant(3)])
  }

  @Test("N113: keys have different budgets, and limits of their own")
  func keys() {
    var machine = Self.machine([.perSecond(1)])
    #expect(machine.setLimits([.perSecond(2)], key: "search", at: .zero) == [])
    #expect(machine.ask(1, weight: 1, key: "a", at: .zero) == [.grant(1)])
    #expect(machine.ask(2, weight: 1, key: "a", at: .zero) == [])
    #expect(machine.ask(3, weight: 1, key: "b", at: .zero) == [.grant(3)])
    #expect(machine.ask(4, weight: 2, key: "search", at: .zero) == [.grant(4)])
    #expect(machine.throttle(key: "a", retryAfter: .seconds(9), at: .zero) == [])
    #expect(machine.ask(5, weight: 1, key: "b", at: .seconds(1)) == [.grant(5)])
    #expect(machine.nextMoment == .seconds(9))
  }

  @Test("N113: what did not count is given back, and wakes the next")
  func refund() {
    var machine = Self.machine([.perMinute(1)])
    #expect(machine.ask(1, weight: 1, key: "", at: .zero) == [.grant(1)])
    #expect(machine.ask(2, weight: 1, key: "", at: .zero) == [])
    #expect(machine.refund(1, key: "", at: .seconds(2)) == [.grant(2)])
    #expect(machine.refund(5, key: "other", at: .seconds(2)) == [])
    // Giving back more than was taken makes no more of it.
    #expect(machine.refund(9, key: "", at: .seconds(3)) == [])
    #expect(machine.ask(3, weight: 1, key: "", at: .seconds(3)) == [.grant(3)])
    #expect(machine.ask(4, weight: 1, key: "", at: .seconds(3)) == [])
    #expect(machine.nextMoment == .seconds(63))
  }

  @Test("N100: who would wait too long is refused at once, with the wait")
  func tooLong() {
    var machine = Self.machine([.perSecond(1)], longestWait: .seconds(2))
    for ticket in 1...3 { _ = machine.ask(ticket, weight: 1, key: "", at: .zero) }
    #expect(machine.waitingCount(for: "") == 2)
    #expect(machine.ask(4, weight: 1, key: "", at: .zero) == [.refuse(4, .tooLong(.seconds(3)))])
    // The place of one who leaves is free for the next.
    #expect(machine.leave(2, key: "", at: .zero) == [])
    #expect(machine.ask(5, weight: 1, key: "", at: .zero) == [])
    #expect(machine.elapse(at: .seconds(1)) == [.grant(3)])
    #expect(machine.elapse(at: .seconds(2)) == [.grant(5)])
  }

  @Test("N100: a wait that gets too long while somebody waits ends at once, with the wait")
  func tooLongMeanwhile() {
    var machine = Self.machine([.perSecond(1)], longestWait: .seconds(10))
    for ticket in 1...3 { _ = machine.ask(ticket, weight: 1, key: "", at: .zero) }
    let states = [RateLimitState(remaining: 1, resetAfter: .seconds(100))]
    #expect(
      machine.learn(states, key: "", at: .milliseconds(500))
        == [.refuse(3, .tooLong(.seconds(100)))])
    #expect(machine.elapse(at: .seconds(1)) == [.grant(2)])
  }

  @Test("the queue is bounded, for each key")
  func full() {
    var machine = Self.machine([.perSecond(1)], queueLimit: 1)
    #expect(machine.ask(1, weight: 1, key: "", at: .zero) == [.grant(1)])
    #expect(machine.ask(2, weight: 1, key: "", at: .zero) == [])
    #expect(machine.ask(3, weight: 1, key: "", at: .zero) == [.refuse(3, .full(1))])
    #expect(machine.ask(4, weight: 1, key: "b", at: .zero) == [.grant(4)])
  }

  @Test("a light request does not overtake a heavy one, and goes at once when that leaves")
  func order() {
    var machine = Self.machine([.perSecond(10)])
    _ = machine.ask(1, weight: 8, key: "", at: .zero)
    #expect(machine.ask(2, weight: 5, key: "", at: .zero) == [])
    #expect(machine.ask(3, weight: 1, key: "", at: .zero) == [])
    #expect(machine.leave(2, key: "", at: .milliseconds(100)) == [.grant(3)])
    #expect(machine.nextMoment == nil)
    #expect(machine.leave(2, key: "", at: .milliseconds(100)) == [])
  }

  @Test("N109: raising the rate wakes waiters, lowering it owes nothing")
  func changedLimits() {
    var machine = Self.machine([.perMinute(2)])
    for ticket in 1...5 { _ = machine.ask(ticket, weight: 1, key: "", at: .zero) }
    #expect(machine.waitingCount(for: "") == 3)
    #expect(
      machine.setLimits([.perMinute(4)], key: nil, at: .seconds(1)) == [.grant(3), .grant(4)])
    // Lowered below what is spent: the next one goes when enough is back for the new limit.
    #expect(machine.setLimits([.perMinute(1)], key: nil, at: .seconds(2)) == [])
    #expect(machine.nextMoment == .seconds(61))
    #expect(machine.elapse(at: .seconds(60)) == [])
    #expect(machine.elapse(at: .seconds(61)) == [.grant(5)])
  }

  @Test("N109: who has become too heavy for a lowered limit is refused")
  func tooHeavyMeanwhile() {
    var machine = Self.machine([.perSecond(5)])
    _ = machine.ask(1, weight: 5, key: "", at: .zero)
    _ = machine.ask(2, weight: 5, key: "", at: .zero)
    _ = machine.ask(3, weight: 2, key: "", at: .zero)
    #expect(
      machine.setLimits([.perSecond(2)], key: nil, at: .zero)
        == [.refuse(2, .tooHeavy(.perSecond(2)))])
    #expect(machine.elapse(at: .seconds(1)) == [.grant(3)])
  }

  @Test("idle keys are forgotten, those that still say something are not")
  func memory() {
    var machine = Self.machine([.perSecond(1)])
    _ = machine.throttle(key: "kept", retryAfter: .seconds(50_000), at: .zero)
    for index in 0..<10_000 {
      _ = machine.ask(index, weight: 1, key: "host \(index)", at: .seconds(index * 3))
      #expect(machine.keyCount <= 64)
    }
    #expect(machine.ask(10_000, weight: 1, key: "kept", at: .seconds(30_000)) != [.grant(10_000)])
  }

  @Test("a window of any size keeps a bounded record, and never gives back too early")
  func largeWindow() {
    var machine = Self.machine([.perHour(5_000)])
    let step = Duration.milliseconds(100)
    let granted = (1...5_000).flatMap { ticket in
      machine.ask(ticket, weight: 1, key: "", at: step * ticket).grants(at: step * ticket, [:])
    }
    #expect(granted.count == 5_000)
    _ = machine.ask(5_001, weight: 1, key: "", at: .seconds(600))
    let next = machine.nextMoment ?? .zero
    #expect(next >= .seconds(3600) + step && next <= .seconds(3630))
  }
}
