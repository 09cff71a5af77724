// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Testing

@Suite("What a rate limiter learns from answers")
struct LearningTests {
  private func machine(_ limits: RateLimit...) -> RateLimiterMachine {
    RateLimiterMachine(limits, queueLimit: 100, longestWait: .seconds(3600))
  }

  @Test("N110: with nothing left, the next request waits until the reset")
  func nothingLeft() {
    var machine = machine()
    #expect(machine.ask(1, weight: 1, key: "", at: .zero) == [.grant(1)])
    let states = [RateLimitState(limit: 60, remaining: 0, resetAfter: .seconds(30))]
    #expect(machine.learn(states, key: "", at: .seconds(1)) == [])
    #expect(machine.ask(2, weight: 1, key: "", at: .seconds(2)) == [])
    #expect(machine.ask(3, weight: 1, key: "other", at: .seconds(2)) == [.grant(3)])
    #expect(machine.nextMoment == .seconds(31))
    #expect(machine.elapse(at: .seconds(31)) == [.grant(2)])
  }

  @Test("N110: what is left is used up by requests that are on their way, too")
  func someLeft() {
    var machine = machine()
    let states = [RateLimitState(remaining: 2, resetAfter: .seconds(30))]
    #expect(machine.learn(states, key: "", at: .zero) == [])
    let effects = (1...4).map { machine.ask($0, weight: 1, key: "", at: .zero) }
    #expect(effects == [[.grant(1)], [.grant(2)], [], []])
    // The first answer was made before the second request came: two are not left any more.
    let late = [RateLimitState(remaining: 1, resetAfter: .seconds(29))]
    #expect(machine.learn(late, key: "", at: .seconds(1)) == [])
    #expect(machine.elapse(at: .seconds(30)) == [.grant(3), .grant(4)])
  }

  @Test("N110: the answer that says less wins, in whichever order they come")
  func overtaken() {
    var machine = machine()
    let none = [RateLimitState(remaining: 0, resetAfter: .seconds(30))]
    let some = [RateLimitState(remaining: 5, resetAfter: .seconds(30))]
    _ = machine.learn(none, key: "", at: .zero)
    _ = machine.learn(some, key: "", at: .milliseconds(10))
    #expect(machine.ask(1, weight: 1, key: "", at: .seconds(1)) == [])
  }

  @Test("N110: a server whose quota fills up as time goes by is believed")
  func rolling() {
    var machine = machine()
    _ = machine.learn([RateLimitState(remaining: 0, resetAfter: .seconds(30))], key: "", at: .zero)
    #expect(machine.ask(1, weight: 1, key: "", at: .seconds(5)) == [])
    let states = [RateLimitState(remaining: 3, resetAfter: .seconds(30))]
    #expect(machine.learn(states, key: "", at: .seconds(10)) == [.grant(1)])
  }

  @Test("N110: after the reset no more go than the quota has")
  func afterReset() {
    var machine = machine()
    let states = [
      RateLimitState(limit: 2, remaining: 0, resetAfter: .seconds(5), window: .seconds(60))
    ]
    _ = machine.learn(states, key: "", at: .zero)
    for ticket in 1...3 { #expect(machine.ask(ticket, weight: 1, key: "", at: .zero) == []) }
    #expect(machine.elapse(at: .seconds(5)) == [.grant(1), .grant(2)])
    #expect(machine.nextMoment == .seconds(65))
    #expect(machine.elapse(at: .seconds(65)) == [.grant(3)])
  }

  @Test("N110: of several quotas each holds")
  func severalQuotas() {
    var machine = machine()
    let states = [
      RateLimitState(remaining: 1, resetAfter: .seconds(1)),
      RateLimitState(remaining: 2, resetAfter: .seconds(60)),
    ]
    _ = machine.learn(states, key: "", at: .zero)
    let granted = machine.drain((1...3).map { ($0, 1) })
    #expect(granted.map(\.at) == [.zero, .seconds(1), .seconds(60)])
  }

  @Test("N111: more left than the own limit allows changes nothing")
  func muchLeft() {
    var machine = machine(.perSecond(1))
    #expect(machine.ask(1, weight: 1, key: "", at: .zero) == [.grant(1)])
    #expect(machine.ask(2, weight: 1, key: "", at: .zero) == [])
    let states = [RateLimitState(limit: 5_000, remaining: 4_999, resetAfter: .seconds(3600))]
    #expect(machine.learn(states, key: "", at: .milliseconds(100)) == [])
    #expect(machine.nextMoment == .seconds(1))
  }

  @Test(
    "N110: what says too little, or nonsense, is ignored",
    arguments: [
      RateLimitState(remaining: 0), RateLimitState(limit: 0, resetAfter: .seconds(5)),
      RateLimitState(remaining: 0, resetAfter: .seconds(-5)),
      RateLimitState(remaining: 0, resetAfter: .zero),
    ])
  func ignored(state: RateLimitState) {
    var machine = machine()
    #expect(machine.learn([state], key: "", at: .zero) == [])
    #expect(machine.ask(1, weight: 1, key: "", at: .zero) == [.grant(1)])
    #expect(machine.keyCount == 1)
  }

  @Test("N110: nothing is believed for more than a day, nor more quotas than a few")
  func hostile() {
    var machine = machine()
    for limit in 0..<1_000 {
      let state = RateLimitState(
        limit: limit, remaining: -limit, resetAfter: .seconds(Int64.max), window: .seconds(1))
      _ = machine.learn([state], key: "", at: .zero)
    }
    #expect(
      machine.ask(1, weight: 1, key: "", at: .zero) == [.refuse(1, .tooLong(.seconds(86_400)))])
  }

  @Test("N108: there is no pace until the first throttle, then seven tenths of it")
  func firstThrottle() {
    var machine = machine()
    for ticket in 1...100 {
      #expect(machine.ask(ticket, weight: 1, key: "", at: .milliseconds(ticket * 10)) != [])
    }
    // A hundred in about a second.
    #expect(machine.throttle(key: "", retryAfter: nil, at: .seconds(1)) == [])
    for ticket in 101...110 { _ = machine.ask(ticket, weight: 1, key: "", at: .seconds(1)) }
    let granted = machine.run(until: .seconds(10))
    #expect(granted.count == 10)
    let spacing = (granted[9].at - granted[0].at) / .seconds(9)
    #expect((1 / spacing - 70).magnitude < 5)
  }

  @Test("N108: throttles of requests that were sent before the first one count once")
  func volley() {
    var once = machine()
    _ = once.ask(1, weight: 1, key: "", at: .zero)
    _ = once.throttle(key: "", retryAfter: nil, at: .seconds(1))
    var often = once
    for _ in 0..<20 { _ = often.throttle(key: "", retryAfter: nil, at: .seconds(1)) }
    #expect(once == often)
  }

  @Test("N100: a throttle with a hint holds everybody until then")
  func hint() {
    var machine = machine()
    _ = machine.throttle(key: "", retryAfter: .seconds(20), at: .zero)
    #expect(machine.ask(1, weight: 1, key: "", at: .seconds(1)) == [])
    // A shorter hint that comes later takes nothing back.
    _ = machine.throttle(key: "", retryAfter: .seconds(2), at: .seconds(2))
    #expect(machine.nextMoment == .seconds(20))
    #expect(machine.elapse(at: .seconds(20)) == [.grant(1)])
    // The pace begins when the hint is over, not when it was given.
    #expect(machine.ask(2, weight: 1, key: "", at: .seconds(20)) == [])
    #expect(machine.nextMoment.map { $0 > .seconds(21) } == true)
  }
}
