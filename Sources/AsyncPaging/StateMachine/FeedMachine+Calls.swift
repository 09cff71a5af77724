// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedMachine {
  /// Finds out what a caller gets: an answer at once, or a place in a load.
  mutating func take(_ call: Call, by waiter: Int, inside: [Int], _ turn: inout Turn) {
    var seat = Seat(waiter: waiter, inside: inside)
    switch call {
    case .load(.refresh):
      seat.cause = .refresh
      refresh(seat, &turn)
    case .load(let lane): load(lane, seat, &turn)
    case .checkForMore:
      seat.cause = .checkForMore
      seat.looksAgain = true
      load(.next, seat, &turn)
    case .retry:
      seat.cause = .retry
      retry(seat, &turn)
    case .page(let place):
      seat.cause = .iteration
      seat.seeksItems = false
      find(place, seat, &turn)
    }
  }

  /// Who waits, and for what.
  struct Seat {
    var waiter: Int
    var inside: [Int]
    var cause = LoadCause.call

    /// Whether an empty page is not what it wants.
    var seeksItems = true

    /// Whether the end is a reason to ask once more.
    var looksAgain = false

    /// Whether a load that waits between attempts shall attempt now.
    var isUrgent: Bool { cause != .iteration }
  }

  private mutating func refresh(_ seat: Seat, _ turn: inout Turn) {
    var seat = seat
    seat.seeksItems = false
    guard lanes.refresh.load == nil else { return join(.lane(.refresh), seat, &turn) }
    supersedeLoads(&turn)
    start(.refresh, seat, &turn)
  }

  private mutating func load(_ lane: Lane, _ seat: Seat, _ turn: inout Turn) {
    // The page that a refresh brings is the next page that can be had.
    guard lanes.refresh.load == nil else { return join(.lane(.refresh), seat, &turn) }
    guard isLoaded else { return start(.refresh, seat, &turn) }
    guard lanes[lane].load == nil else { return join(.lane(lane), seat, &turn) }
    switch lanes[lane].walk.frontier {
    case .open: start(lane, seat, &turn)
    case .ended, .stopped:
      // A look behind the end that failed is made again by whoever calls. An iterator only wants
      // what is there: for it that was all.
      if seat.looksAgain || (lanes[lane].failure != nil && seat.isUrgent) {
        start(lane, seat, &turn)
      } else {
        turn.effects.append(.resume(seat.waiter, answerAtFrontier(of: lane)))
      }
    }
  }

  /// What a lane that cannot go on says.
  func answerAtFrontier(of lane: Lane) -> Answer {
    switch lanes[lane].walk.frontier {
    case .open: .done
    case .ended: .end
    case .stopped(let stop, again: _): .failure(.stopped(stop))
    }
  }

  /// Runs the failed lanes again, each once.
  ///
  /// A failed refresh is run alone: if it succeeds, the list that the other lanes belong to is
  /// gone.
  private mutating func retry(_ seat: Seat, _ turn: inout Turn) {
    func needsRetry(_ lane: Lane) -> Bool {
      lanes[lane].failure != nil || lanes[lane].load?.isWaiting == true
    }
    var wanted = Set(Lane.allCases.filter(needsRetry))
    if wanted.contains(.refresh) || (!wanted.isEmpty && lanes.refresh.load != nil) {
      wanted = [.refresh]
    }
    guard !wanted.isEmpty else {
      let isStopped = isLoaded && lanes.next.phase.isStopped
      turn.effects.append(
        .resume(seat.waiter, isStopped ? answerAtFrontier(of: .next) : .done))
      return
    }
    let attempts = wanted.compactMap { runningAttempt(.lane($0)) }
    guard !attempts.contains(where: seat.inside.contains) else {
      turn.effects.append(.resume(seat.waiter, .failure(.reentrant)))
      return
    }
    retrying[seat.waiter] = wanted
    for lane in Lane.allCases where wanted.contains(lane) {
      if lanes[lane].load == nil {
        if lane == .refresh { supersedeLoads(&turn) }
        lanes.change(lane) { $0.walk.renewEmptyPageBudget() }
        begin(lane, cause: .retry, &turn)
      } else {
        turn.effects.append(.note(.joined(.lane(lane))))
        hasten(.lane(lane), cause: .retry, &turn)
      }
      lanes.changeCallers(of: lane) { $0.retriers.insert(seat.waiter) }
    }
  }

  /// Finds the page that an iterator wants.
  private mutating func find(_ place: Place, _ seat: Seat, _ turn: inout Turn) {
    guard place.generation == nil || place.generation == generation else {
      forget(place.fallback?.cursor, &turn)
      turn.effects.append(.resume(seat.waiter, .failure(.superseded)))
      return
    }
    if let reader = place.reader, !place.isDetached { note(reader, at: place) }
    if place.isDetached || place.index < firstKept {
      guard let position = place.fallback else {
        turn.effects.append(.resume(seat.waiter, .failure(.superseded)))
        return
      }
      reload(position, seat, &turn)
      return
    }
    forget(place.fallback?.cursor, &turn)
    let frontier = isLoaded ? lanes.next.walk.index : 0
    if place.index < frontier {
      turn.effects.append(.resume(seat.waiter, .page(place.index)))
    } else if place.index == frontier {
      findAtFrontier(seat, reader: place.reader, &turn)
    } else {
      // There is no way to a page beyond the frontier but through a list that is gone.
      turn.effects.append(.resume(seat.waiter, .failure(.superseded)))
    }
  }

  private mutating func findAtFrontier(_ seat: Seat, reader: Int?, _ turn: inout Turn) {
    if let refresh = lanes.refresh.load, isLoaded {
      guard !seat.inside.contains(refresh.attempt) || refresh.isWaiting else {
        turn.effects.append(.resume(seat.waiter, .failure(.reentrant)))
        return
      }
      parked.insert(seat.waiter)
      return
    }
    let lane = isLoaded ? Lane.next : .refresh
    if let reader, let owed = readers[reader]?.owedFailure {
      readers[reader]?.owedFailure = nil
      if owed == lanes[lane].walk.index, lanes[lane].load == nil,
        case .source? = lanes[lane].failure
      {
        turn.effects.append(.resume(seat.waiter, .failure(.source(.lane(lane)))))
        return
      }
    }
    load(.next, seat, &turn)
  }

  private mutating func reload(
    _ position: PageWalk.Position, _ seat: Seat, _ turn: inout Turn
  ) {
    let slot = Slot.reload(position)
    guard reloads[position] == nil else {
      forget(position.cursor, &turn)
      return join(slot, seat, &turn)
    }
    lastAttempt += 1
    let load = Load(attempt: lastAttempt, position: position, generation: generation)
    self[slot] = load
    sit(seat, slot)
    request(slot, load, cause: .reload, &turn)
  }

  // MARK: - Loads

  /// Starts a lane's load for a waiter.
  private mutating func start(_ lane: Lane, _ seat: Seat, _ turn: inout Turn) {
    lanes.change(lane) { $0.walk.renewEmptyPageBudget() }
    begin(lane, cause: seat.cause, &turn)
    sit(seat, .lane(lane))
  }

  private mutating func sit(_ seat: Seat, _ slot: Slot) {
    insert(seat.waiter, isSeeker: seat.seeksItems, into: slot)
  }

  /// Lets a waiter share a load that is in flight.
  private mutating func join(_ slot: Slot, _ seat: Seat, _ turn: inout Turn) {
    if let attempt = runningAttempt(slot), seat.inside.contains(attempt) {
      turn.effects.append(.resume(seat.waiter, .failure(.reentrant)))
      return
    }
    if seat.seeksItems, case .lane(let lane) = slot, lanes.callers(of: lane).seekers.isEmpty {
      lanes.change(lane) { $0.walk.renewEmptyPageBudget() }
    }
    sit(seat, slot)
    turn.effects.append(.note(.joined(slot)))
    if seat.isUrgent { hasten(slot, cause: seat.cause, &turn) }
  }

  /// The attempt that a source is working on.
  private func runningAttempt(_ slot: Slot) -> Int? {
    guard let load = self[slot], !load.isWaiting else { return nil }
    return load.attempt
  }

  /// Starts a lane's load from where the lane stands.
  mutating func begin(_ lane: Lane, cause: LoadCause, _ turn: inout Turn) {
    lastAttempt += 1
    let load = Load(
      attempt: lastAttempt, position: lanes[lane].walk.position,
      generation: lane == .refresh && isLoaded ? generation + 1 : generation)
    lanes.change(lane) { $0.load = load }
    request(.lane(lane), load, cause: cause, &turn)
  }

  /// Ends the wait between two attempts early.
  private mutating func hasten(_ slot: Slot, cause: LoadCause, _ turn: inout Turn) {
    guard let load = self[slot], load.isWaiting else { return }
    turn.effects.append(.stop(attempt: load.attempt))
    attemptAgain(slot, cause: cause, &turn)
  }

  mutating func attemptAgain(_ slot: Slot, cause: LoadCause, _ turn: inout Turn) {
    guard var load = self[slot] else { return }
    lastAttempt += 1
    load.attempt = lastAttempt
    load.number += 1
    load.isWaiting = false
    self[slot] = load
    request(slot, load, cause: cause, &turn)
  }

  private func request(
    _ slot: Slot, _ load: Load, cause: LoadCause, _ turn: inout Turn
  ) {
    turn.effects.append(
      .start(
        Request(
          slot: slot, attempt: load.attempt, number: load.number, position: load.position,
          generation: load.generation, cause: cause)))
    if case .lane = slot { turn.isChanged = true }
  }

  func forget(_ cursor: Int?, _ turn: inout Turn) {
    if let cursor { turn.effects.append(.forget(cursor: cursor)) }
  }
}

extension FeedMachine.Phase {
  var isStopped: Bool {
    if case .failed(.stopped) = self { return true }
    return false
  }
}
