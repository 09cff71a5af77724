// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension World {
  /// What must hold in every state that can be reached.
  mutating func checkInvariants() {
    checkLoads()
    checkWaiters()
    checkDemand()
    checkList()
    checkCursors()
  }

  /// At most one attempt in flight a lane, and exactly those that the machine knows of.
  private mutating func checkLoads() {
    for lane in Lane.allCases {
      let slot = FeedMachine.Slot.lane(lane)
      let running = errands.filter { $0.value == slot && !isCoolDown($0.key) }.keys
      if running.count > 1 { complain("\(lane) has \(running.count) attempts in flight") }
      let load = machine.lanes[lane].load
      let expected: Errand? = load.map {
        $0.isWaiting ? .timer(attempt: $0.attempt) : .source(attempt: $0.attempt)
      }
      if running.first != expected {
        complain("\(lane) counts on \(expected as Any), under way is \(running.first as Any)")
      }
    }
    if machine.isClosed, !errands.isEmpty { complain("the feed is closed, yet \(errands) run") }
  }

  /// A lane that is closed to demand by a failure of this attempt waits for its cool-down.
  private func isCoolDown(_ errand: Errand) -> Bool {
    guard case .timer(let attempt) = errand else { return false }
    return machine.expectsCoolDown(after: attempt)
  }

  /// Each waiter is in exactly one place, and nobody waits with nothing in flight.
  private mutating func checkWaiters() {
    var places: [Int: Int] = [:]
    for lane in Lane.allCases {
      let callers = machine.lanes.callers(of: lane)
      for waiter in callers.waiters { places[waiter, default: 0] += 1 }
      for waiter in callers.seekers { places[waiter, default: 0] += 1 }
      for retrier in callers.retriers where machine.retrying[retrier]?.contains(lane) != true {
        complain("waiter \(retrier) of retry() is in \(lane) only by half")
      }
      if callers != FeedMachine.Callers(), machine.lanes[lane].load == nil {
        complain("\(callers) wait in \(lane) with nothing in flight")
      }
    }
    for reload in machine.reloads.values {
      for waiter in reload.callers.waiters { places[waiter, default: 0] += 1 }
    }
    for waiter in machine.parked { places[waiter, default: 0] += 1 }
    for (waiter, lanes) in machine.retrying {
      places[waiter, default: 0] += 1
      for lane in lanes where !machine.lanes.callers(of: lane).retriers.contains(waiter) {
        complain("waiter \(waiter) of retry() waits for \(lane), which does not know it")
      }
    }
    if Set(places.keys) != waiting { complain("\(waiting) wait, the machine knows \(places.keys)") }
    if let twice = places.first(where: { $0.value > 1 }) {
      complain("waiter \(twice.key) is in \(twice.value) places")
    }
    if !machine.parked.isEmpty, machine.lanes.refresh.load == nil {
      complain("\(machine.parked) are parked with no refresh in flight")
    }
  }

  /// No demand is forgotten: what is wanted and can be had is being loaded.
  private mutating func checkDemand() {
    guard !machine.isClosed, !machine.isDemandPaused, let demand = machine.demand,
      machine.lanes.refresh.load == nil
    else { return }
    let lane = machine.isLoaded ? Lane.next : .refresh
    let isMet = machine.isLoaded && demand < machine.lanes.next.walk.itemCount
    if machine.lanes[lane].phase == .idle, !isMet {
      complain("items through \(demand) are demanded, and \(lane) does nothing")
    }
  }

  /// The driver's list is the machine's.
  private mutating func checkList() {
    guard machine.isLoaded else { return }
    if listGeneration != machine.generation {
      complain("the list is of generation \(listGeneration), not \(machine.generation)")
    }
    let count = machine.lanes.next.walk.index + machine.lanes.previous.walk.index
    if listCount != count { complain("the list has \(listCount) pages, the machine \(count)") }
  }

  /// Cursors that something refers to are kept, and no others.
  private mutating func checkCursors() {
    let inUse = Set(Lane.allCases.compactMap { machine.lanes[$0].walk.position.cursor })
    if inUse != Set(cursorUses.keys) {
      complain("cursors \(inUse) are in use, \(cursorUses.keys.sorted()) are kept")
    }
  }

  /// Whether nobody waits and nothing is under way.
  var isAtRest: Bool { waiting.isEmpty && errands.isEmpty }

  /// Whether rest is reached when everything under way brings the last page.
  func comesToRest() -> Bool {
    var world = self
    for _ in 0..<20 {
      guard let errand = world.errands.keys.min(by: { $0.attempt < $1.attempt }) else {
        return world.waiting.isEmpty
      }
      switch errand {
      case .source(let attempt): world.take(.page(attempt, .last)) { event, _ in event }
      case .timer(let attempt): world.take(.waited(attempt)) { event, _ in event }
      }
    }
    return false
  }
}

extension FeedMachine {
  /// Whether a cool-down after this attempt would open a lane.
  func expectsCoolDown(after attempt: Int) -> Bool {
    Lane.allCases.contains { lanes[$0].failure == .source(attempt: attempt) }
  }
}
