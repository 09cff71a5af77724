// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedMachine {
  /// Takes a page that has come for a lane, unless its attempt is no longer the current one.
  mutating func arrive(
    _ attempt: Int, _ arrival: PageWalk.Arrival, previous: PageWalk.Next?, _ turn: inout Turn
  ) {
    guard case .lane(let lane)? = expects(attempt), let load = lanes[lane].load else { return }
    switch lane {
    case .refresh: replaceList(load, arrival, previous: previous, &turn)
    case .next, .previous: extendList(lane, load, arrival, &turn)
    }
    dropPages(&turn)
    turn.isChanged = true
  }

  /// The first page of a generation is in: everything about the old list is forgotten at once.
  private mutating func replaceList(
    _ load: Load, _ arrival: PageWalk.Arrival, previous: PageWalk.Next?, _ turn: inout Turn
  ) {
    if isLoaded {
      supersedeLoads(&turn)
      turn.resume(parked, .failure(.superseded))
      parked = []
      demand = nil
      readers = [:]
    }
    forget(lanes.next.walk.position.cursor, &turn)
    forget(lanes.previous.walk.position.cursor, &turn)
    generation = load.generation
    isLoaded = true
    firstKept = 0
    var walk = PageWalk(from: load.position)
    forget(walk.advance(over: arrival, cycles: rules.cycles), &turn)
    for lane in Lane.allCases { clearFailure(of: lane, &turn) }
    lanes = Lanes(
      next: LaneState(walk: walk), previous: LaneState(walk: PageWalk(before: previous)))
    turn.effects.append(.replace(endReason: walk.endReason))
    settle(load, of: .next, hasItems: arrival.itemCount > 0, isRefresh: true, &turn)
  }

  private mutating func extendList(
    _ lane: Lane, _ load: Load, _ arrival: PageWalk.Arrival, _ turn: inout Turn
  ) {
    let wasOpen = lanes[lane].walk.isOpen
    var walk = lanes[lane].walk
    let released = walk.advance(over: arrival, cycles: rules.cycles)
    lanes[lane].load = nil
    clearFailure(of: lane, &turn)
    guard wasOpen || walk.isOpen || arrival.itemCount > 0 else {
      // A look behind the end that found nothing new leaves everything as it was.
      forget(arrival.next.cursor, &turn)
      finish(load, with: answerAtFrontier(of: lane), &turn)
      return
    }
    lanes[lane].walk = walk
    forget(released, &turn)
    turn.effects.append(.add(lane, endReason: walk.endReason))
    settle(load, of: lane, hasItems: arrival.itemCount > 0, isRefresh: false, &turn)
  }

  /// Gives the page to those who waited for it, and goes on for those who want items.
  private mutating func settle(
    _ load: Load, of lane: Lane, hasItems: Bool, isRefresh: Bool, _ turn: inout Turn
  ) {
    let walk = lanes[lane].walk
    if hasItems || !walk.isOpen {
      turn.resume(load.callers, .arrived)
    } else {
      turn.resume(load.waiters, .arrived)
      goOn(lane, for: load.seekers, &turn)
    }
    for waiter in load.retriers.sorted() {
      retrying[waiter]?.remove(isRefresh ? .refresh : lane)
      if retrying[waiter]?.isEmpty == true { dismiss(retrier: waiter, .done, &turn) }
    }
    if let reason = walk.endReason { turn.effects.append(.note(.ended(lane, reason))) }
  }

  /// Loads another page after an empty one, within the budget.
  private mutating func goOn(_ lane: Lane, for seekers: Set<Int>, _ turn: inout Turn) {
    let isSpent = lanes[lane].walk.emptyRun >= rules.emptyPageBudget
    if isSpent, !seekers.isEmpty || (isWantedByDemand(lane) && !isDemandPaused) {
      lanes[lane].failure = .noProgress
      turn.resume(seekers, .failure(.noProgress))
    } else if !seekers.isEmpty {
      begin(lane, cause: .emptyPage, &turn)
      change(.lane(lane)) { $0.seekers = seekers }
    }
  }

  /// Takes a page that has come once more.
  mutating func finishReload(_ attempt: Int, _ turn: inout Turn) {
    guard case .reload(let position)? = expects(attempt), let load = reloads[position] else {
      return
    }
    reloads[position] = nil
    finish(load, with: .arrived, &turn)
    forget(position.cursor, &turn)
  }

  /// Takes the failure of an attempt.
  mutating func fail(_ attempt: Int, isRetried: Bool, _ turn: inout Turn) {
    guard let slot = expects(attempt), let load = self[slot] else { return }
    if isRetried {
      self[slot]?.isWaiting = true
      turn.effects.append(.wait(slot, attempt: attempt))
    } else {
      self[slot] = nil
      finish(load, with: .failure(.source(slot)), &turn)
      switch slot {
      case .lane(let lane): close(lane, toDemandAfter: attempt, &turn)
      case .reload(let position): forget(position.cursor, &turn)
      }
    }
    turn.isChanged = true
  }

  /// Marks a lane as failed: neither demand nor read-ahead starts anything on it.
  private mutating func close(_ lane: Lane, toDemandAfter attempt: Int, _ turn: inout Turn) {
    clearFailure(of: lane, &turn)
    lanes[lane].failure = .source(attempt: attempt)
    if rules.coolsDown { turn.effects.append(.coolDown(attempt: attempt)) }
    if !isLoaded || (lane == .next && lanes.next.walk.isOpen) { oweFailure() }
    if lane == .refresh { unpark(&turn) }
  }

  /// The failure shall reach each iterator that the page was loaded for when it comes to it.
  private mutating func oweFailure() {
    let index = isLoaded ? lanes.next.walk.index : 0
    for (id, reader) in readers where reader.position < index && reader.horizon >= index {
      readers[id]?.owedFailure = index
    }
  }

  /// Ends the wait between two attempts.
  mutating func endWait(of attempt: Int, _ turn: inout Turn) {
    guard let slot = slot(of: attempt), self[slot]?.isWaiting == true else { return }
    attemptAgain(slot, cause: .backoff, &turn)
  }

  /// Forgets that a lane failed, and the cool-down that was to end it.
  mutating func clearFailure(of lane: Lane, _ turn: inout Turn) {
    if case .source(let attempt)? = lanes[lane].failure, rules.coolsDown {
      turn.effects.append(.stop(attempt: attempt))
    }
    lanes[lane].failure = nil
  }

  /// Opens a failed lane to demand again, if nothing has happened on it since.
  mutating func coolDown(after attempt: Int, _ turn: inout Turn) {
    for lane in Lane.allCases where lanes[lane].failure == .source(attempt: attempt) {
      lanes[lane].failure = nil
      turn.isChanged = true
    }
  }

  /// Ends a load for all who wait for it with the same answer.
  mutating func finish(_ load: Load, with answer: Answer, _ turn: inout Turn) {
    turn.resume(load.callers, answer)
    for waiter in load.retriers.sorted() {
      dismiss(retrier: waiter, answer == .end ? .done : answer, &turn)
    }
  }

  /// Ends a `retry()` on all lanes that it still waited for.
  mutating func dismiss(retrier waiter: Int, _ answer: Answer, _ turn: inout Turn) {
    for lane in retrying.removeValue(forKey: waiter) ?? [] {
      change(.lane(lane)) { $0.retriers.remove(waiter) }
    }
    turn.effects.append(.resume(waiter, answer))
  }
}
