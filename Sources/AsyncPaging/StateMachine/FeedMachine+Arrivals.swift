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
    case .next, .previous: extendList(lane, arrival, &turn)
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
      parked = WaiterQueue()
      demand = nil
      readers = [:]
    }
    let callers = remove(.lane(.refresh))
    forget(lanes.next.walk.position.cursor, &turn)
    forget(lanes.previous.walk.position.cursor, &turn)
    generation = load.generation
    isLoaded = true
    firstKept = 0
    var walk = PageWalk(from: load.position)
    forget(walk.advance(over: arrival, cycles: rules.cycles), &turn)
    for lane in Lane.allCases { clearFailure(of: lane, &turn) }
    lanes = Lanes(next: walk, previous: PageWalk(before: previous))
    turn.effects.append(.replace(endReason: walk.endReason))
    settle(callers, of: .next, hasItems: arrival.itemCount > 0, isRefresh: true, &turn)
  }

  private mutating func extendList(
    _ lane: Lane, _ arrival: PageWalk.Arrival, _ turn: inout Turn
  ) {
    var walk = lanes[lane].walk
    let wasOpen = walk.isOpen
    let released = walk.advance(over: arrival, cycles: rules.cycles)
    let callers = remove(.lane(lane))
    clearFailure(of: lane, &turn)
    guard wasOpen || walk.isOpen || arrival.itemCount > 0 else {
      // A look behind the end that found nothing new leaves everything as it was.
      forget(arrival.next.cursor, &turn)
      finish(callers, with: answerAtFrontier(of: lane), &turn)
      return
    }
    lanes.change(lane) { $0.walk = walk }
    forget(released, &turn)
    turn.effects.append(.add(lane, endReason: walk.endReason))
    settle(callers, of: lane, hasItems: arrival.itemCount > 0, isRefresh: false, &turn)
  }

  /// Gives the page to those who waited for it, and goes on for those who want items.
  private mutating func settle(
    _ callers: Callers, of lane: Lane, hasItems: Bool, isRefresh: Bool, _ turn: inout Turn
  ) {
    let walk = lanes[lane].walk
    if hasItems || !walk.isOpen {
      turn.resume(callers.all, .arrived)
    } else {
      turn.resume(callers.waiters, .arrived)
      goOn(lane, for: callers.seekers, &turn)
    }
    for waiter in callers.retriers {
      retrying[waiter]?.remove(isRefresh ? .refresh : lane)
      if retrying[waiter]?.isEmpty == true { dismiss(retrier: waiter, .done, &turn) }
    }
    if let reason = walk.endReason { turn.effects.append(.note(.ended(lane, reason))) }
  }

  /// Loads another page after an empty one, within the budget.
  private mutating func goOn(_ lane: Lane, for seekers: WaiterQueue, _ turn: inout Turn) {
    let isSpent = lanes[lane].walk.emptyRun >= rules.emptyPageBudget
    if isSpent, !seekers.isEmpty || (isWantedByDemand(lane) && !isDemandPaused) {
      lanes.change(lane) { $0.failure = .noProgress }
      turn.resume(seekers, .failure(.noProgress))
    } else if !seekers.isEmpty {
      begin(lane, cause: .emptyPage, &turn)
      lanes.changeCallers(of: lane) { $0.seekers = seekers }
    }
  }

  /// Takes a page that has come once more.
  mutating func finishReload(_ attempt: Int, _ turn: inout Turn) {
    guard case .reload(let position)? = expects(attempt) else { return }
    finish(remove(.reload(position)), with: .arrived, &turn)
    forget(position.cursor, &turn)
  }

  /// Takes the failure of an attempt.
  mutating func fail(_ attempt: Int, isRetried: Bool, _ turn: inout Turn) {
    guard let slot = expects(attempt) else { return }
    if isRetried {
      self[slot]?.isWaiting = true
      turn.effects.append(.wait(slot, attempt: attempt))
    } else {
      finish(remove(slot), with: .failure(.source(slot)), &turn)
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
    lanes.change(lane) { $0.failure = .source(attempt: attempt) }
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
    guard let failure = lanes[lane].failure else { return }
    lanes.change(lane) { $0.failure = nil }
    guard case .source(let attempt) = failure, rules.coolsDown else { return }
    turn.effects.append(.stop(attempt: attempt))
  }

  /// Opens a failed lane to demand again, if nothing has happened on it since.
  mutating func coolDown(after attempt: Int, _ turn: inout Turn) {
    for lane in Lane.allCases where lanes[lane].failure == .source(attempt: attempt) {
      lanes.change(lane) { $0.failure = nil }
      turn.isChanged = true
    }
  }

  /// Ends a load for all who wait for it with the same answer.
  mutating func finish(_ callers: Callers, with answer: Answer, _ turn: inout Turn) {
    turn.resume(callers.all, answer)
    for waiter in callers.retriers {
      dismiss(retrier: waiter, answer == .end ? .done : answer, &turn)
    }
  }

  /// Ends a `retry()` on all lanes that it still waited for.
  mutating func dismiss(retrier waiter: Int, _ answer: Answer, _ turn: inout Turn) {
    for lane in retrying.removeValue(forKey: waiter) ?? [] {
      lanes.changeCallers(of: lane) { $0.retriers.remove(waiter) }
    }
    turn.effects.append(.resume(waiter, answer))
  }
}
