// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Testing

/// The lanes `next` and `previous` beside each other, in the machine: `previous` has no public
/// calls.
@Suite(.tags(.coalescing), .timeLimit(.minutes(10)))
struct LaneIndependenceTests {
  private let page = PageWalk.Arrival(itemCount: 2, next: .cursor(9))

  @Test(
    "A4: next and previous are both in flight, in either order, and land in either order",
    arguments: [[Lane.next, .previous], [.previous, .next]], [false, true])
  func bothInFlight(order: [Lane], isReversed: Bool) {
    var machine = FeedMachine.loaded(previous: .cursor(2))
    var attempts: [Int] = []
    for (waiter, lane) in order.enumerated() {
      let effects = machine.handle(.call(waiter + 1, .load(lane)))
      #expect(effects.starts.map(\.slot) == [.lane(lane)])
      #expect(effects.stops.isEmpty)
      attempts += effects.starts.map(\.attempt)
    }
    #expect(machine.lanes.next.phase == .loading(1))
    #expect(machine.lanes.previous.phase == .loading(1))
    let landings = Array(zip(attempts, 1...2))
    for (attempt, waiter) in isReversed ? landings.reversed() : landings {
      let effects = machine.handle(.arrived(attempt, page))
      #expect(effects.answers == [waiter: .arrived])
    }
    #expect(machine.lanes.next.phase == .idle)
    #expect(machine.lanes.previous.phase == .idle)
  }

  @Test(
    "A4 B4: a failure of one lane does not touch the load of the other",
    arguments: [[Lane.next, .previous], [.previous, .next]])
  func failure(lanes: [Lane]) throws {
    let (failing, other) = (lanes[0], lanes[1])
    var machine = FeedMachine.loaded(previous: .cursor(2))
    let first = machine.handle(.call(1, .load(failing))).starts
    let second = machine.handle(.call(2, .load(other))).starts
    let attempt = try #require(first.first?.attempt)
    let effects = machine.handle(.failed(attempt, isRetried: false))
    #expect(effects.answers == [1: .failure(.source(.lane(failing)))])
    #expect(effects.stops.isEmpty)
    #expect(machine.lanes[failing].phase == .failed(.source(attempt: attempt)))
    #expect(machine.lanes[other].phase == .loading(1))
    let landing = machine.handle(.arrived(try #require(second.first?.attempt), page))
    #expect(landing.answers == [2: .arrived])
    #expect(machine.lanes[failing].phase == .failed(.source(attempt: attempt)))
  }

  @Test("B4 PG21: a failed previous lane does not close the next lane to demand")
  func demandBesideFailure() throws {
    var machine = FeedMachine.loaded(previous: .cursor(2))
    let attempt = try #require(machine.handle(.call(1, .load(.previous))).starts.first?.attempt)
    _ = machine.handle(.failed(attempt, isRetried: false))
    let effects = machine.handle(.demand(2, generation: 0))
    #expect(effects.starts.map(\.slot) == [.lane(.next)])
  }

  @Test("PG20: one retry runs both failed lanes, and each moves by itself")
  func retryBoth() {
    var machine = FeedMachine.loaded(previous: .cursor(2))
    for (waiter, lane) in [Lane.next, .previous].enumerated() {
      for request in machine.handle(.call(waiter + 1, .load(lane))).starts {
        _ = machine.handle(.failed(request.attempt, isRetried: false))
      }
    }
    let requests = machine.handle(.call(3, .retry)).starts
    #expect(Set(requests.map(\.slot)) == [.lane(.next), .lane(.previous)])
    for (done, request) in requests.enumerated() {
      #expect(machine.lanes.next.phase == (done == 0 ? .loading(1) : .idle))
      #expect(machine.lanes.previous.phase == .loading(1))
      let answers = machine.handle(.arrived(request.attempt, page)).answers
      #expect(answers == (done == 1 ? [3: .done] : [:]))
    }
    #expect(machine.lanes.previous.phase == .idle)
  }

  @Test("X12: the back-off of next does not hold up previous")
  func backoffBesideLoad() throws {
    var machine = FeedMachine.loaded(previous: .cursor(2))
    let attempt = try #require(machine.handle(.call(1, .load(.next))).starts.first?.attempt)
    let failing = machine.handle(.failed(attempt, isRetried: true))
    #expect(failing.contains(.wait(.lane(.next), attempt: attempt)))
    let asking = machine.handle(.call(2, .load(.previous)))
    #expect(asking.starts.map(\.slot) == [.lane(.previous)])
    #expect(asking.stops.isEmpty)
    #expect(machine.lanes.next.phase == .waiting(1))
    let landing = machine.handle(.arrived(try #require(asking.starts.first?.attempt), page))
    #expect(landing.answers == [2: .arrived])
    #expect(machine.lanes.next.phase == .waiting(1))
    #expect(machine.handle(.waited(attempt)).starts.map(\.slot) == [.lane(.next)])
  }

  @Test("E6: nobody is led beyond the pages that are there and the one that can be asked for")
  func beyondFrontier() {
    var machine = FeedMachine.loaded(previous: .cursor(2))
    let effects = machine.handle(.call(1, .page(.init(index: 2, generation: 0))))
    #expect(effects.starts.isEmpty)
    #expect(effects.answers == [1: .failure(.superseded)])
  }
}
