// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedMachine {
  /// Lets one waiter go.
  ///
  /// The others do not notice, unless it was the last one.
  mutating func leave(_ waiter: Int, _ turn: inout Turn) {
    if parked.remove(waiter) {
      turn.effects.append(.resume(waiter, .failure(.cancelled)))
      return
    }
    if let wanted = retrying[waiter] {
      dismiss(retrier: waiter, .failure(.cancelled), &turn)
      for lane in Lane.allCases where wanted.contains(lane) { abandon(.lane(lane), &turn) }
      return
    }
    guard let slot = slot(awaitedBy: waiter) else { return }
    remove(waiter, from: slot)
    turn.effects.append(.resume(waiter, .failure(.cancelled)))
    abandon(slot, &turn)
  }

  /// Cancels a load that nobody wants any more, if the configuration says so.
  private mutating func abandon(_ slot: Slot, _ turn: inout Turn) {
    guard let load = self[slot], callers(of: slot).isEmpty else { return }
    if case .lane(let lane) = slot {
      guard rules.abandonment == .cancels, !isWanted(lane) else { return }
    }
    stop(slot, load, &turn)
    turn.effects.append(.note(.cancelled(slot)))
    if slot == .lane(.refresh) { unpark(&turn) }
  }

  /// Takes a load away, and nothing else: the lane is as it was before.
  private mutating func stop(_ slot: Slot, _ load: Load, _ turn: inout Turn) {
    _ = remove(slot)
    turn.effects.append(.stop(attempt: load.attempt))
    if case .reload(let position) = slot { forget(position.cursor, &turn) }
    turn.isChanged = true
  }

  /// Ends the loads of the list that is being replaced.
  mutating func supersedeLoads(_ turn: inout Turn) {
    guard isLoaded else { return }
    endLoads(slots.filter { $0 != .lane(.refresh) }, .superseded, &turn) { .superseded($0) }
  }

  /// Everything that can have a load in flight, in a fixed order.
  private var slots: [Slot] {
    let positions = reloads.sorted { $0.value.load.attempt < $1.value.load.attempt }
    return Lane.allCases.map(Slot.lane) + positions.map { Slot.reload($0.key) }
  }

  private mutating func endLoads(
    _ slots: [Slot], _ failure: Failure, _ turn: inout Turn, note: (Slot) -> Note
  ) {
    for slot in slots {
      guard let load = self[slot] else { continue }
      let callers = callers(of: slot)
      stop(slot, load, &turn)
      turn.effects.append(.note(note(slot)))
      finish(callers, with: .failure(failure), &turn)
    }
  }

  /// Ends all that is in flight, with the same failure for all who wait.
  private mutating func endEverything(
    _ failure: Failure, _ turn: inout Turn, note: (Slot) -> Note
  ) {
    endLoads(slots, failure, &turn, note: note)
    turn.resume(parked, .failure(failure))
    parked = WaiterQueue()
    demand = nil
    readers = [:]
    turn.effects.append(.dropDemand)
  }

  /// Ends all loads; items, position and ended lanes stay.
  mutating func cancelAll(_ turn: inout Turn) {
    endEverything(.cancelled, &turn) { .cancelled($0) }
    dropPages(&turn)
  }

  /// Drops the list and everything about it.
  mutating func reset(keepsItems: Bool, _ turn: inout Turn) {
    endEverything(.superseded, &turn) { .superseded($0) }
    generation += 1
    isLoaded = false
    firstKept = 0
    for lane in Lane.allCases { clearFailure(of: lane, &turn) }
    lanes = Lanes()
    turn.effects.append(.clear(keepsItems: keepsItems))
    turn.isChanged = true
  }

  /// Ends the feed.
  mutating func close(_ turn: inout Turn) {
    endEverything(.closed, &turn) { .cancelled($0) }
    for lane in Lane.allCases { clearFailure(of: lane, &turn) }
    isClosed = true
    turn.isChanged = true
    turn.isOver = true
  }

  /// Lets those go on who waited to hear what becomes of a refresh that has now failed.
  mutating func unpark(_ turn: inout Turn) {
    let waiters = parked
    parked = WaiterQueue()
    let frontier = Place(index: lanes.next.walk.index, generation: generation)
    for waiter in waiters { take(.page(frontier), by: waiter, inside: [], &turn) }
  }

  // MARK: - What is wanted

  /// Takes a demand for the list that is there now.
  mutating func raiseDemand(to level: Int, generation: Int) {
    guard generation == self.generation, level > (demand ?? -1) else { return }
    demand = level
    if lanes.next.load == nil { lanes.change(.next) { $0.walk.renewEmptyPageBudget() } }
  }

  /// Notes where an iterator is that reads ahead.
  mutating func note(_ reader: Int, at place: Place) {
    readers[reader] = Reader(
      position: place.index, ahead: place.ahead, owedFailure: readers[reader]?.owedFailure)
  }

  /// Forgets an iterator that read ahead.
  mutating func removeReader(_ reader: Int, _ turn: inout Turn) {
    guard readers.removeValue(forKey: reader) != nil else { return }
    abandon(.lane(.refresh), &turn)
    abandon(.lane(.next), &turn)
    dropPages(&turn)
  }

  /// Whether items are missing that were demanded.
  func isWantedByDemand(_ lane: Lane) -> Bool {
    guard lane == .next, isLoaded, lanes.next.walk.isOpen, let demand else { return false }
    return demand >= lanes.next.walk.itemCount - rules.prefetchDistance
  }

  private var isWantedByReaders: Bool {
    lanes.next.walk.isOpen && readers.values.contains { $0.horizon >= lanes.next.walk.index }
  }

  /// Whether a load is wanted although nobody waits for it.
  private func isWanted(_ lane: Lane) -> Bool {
    switch lane {
    case .refresh: !isLoaded && (demand != nil || !readers.isEmpty)
    case .next: isWantedByDemand(.next) || isWantedByReaders
    case .previous: false
    }
  }

  /// Looks again at what demand and read-ahead want, after every event: no wish is lost because it
  /// came while something else was going on.
  mutating func pump(_ turn: inout Turn) {
    guard lanes.refresh.load == nil else { return }
    let lane = isLoaded ? Lane.next : .refresh
    guard lanes[lane].load == nil, lanes[lane].isOpenToDemand else { return }
    let isDemanded = isLoaded ? isWantedByDemand(.next) : demand != nil
    if isDemanded, !isDemandPaused {
      begin(lane, cause: .demand, &turn)
    } else if isLoaded ? isWantedByReaders : !readers.isEmpty {
      begin(lane, cause: .readAhead, &turn)
    }
  }

  /// Lets go of the pages that retention does not cover.
  mutating func dropPages(_ turn: inout Turn) {
    guard rules.retention != .all else { return }
    let window = max(rules.retention.limit, readers.values.lazy.map(\.ahead).max() ?? 0)
    let first = max(firstKept, lanes.next.walk.index - window)
    guard first > firstKept else { return }
    firstKept = first
    turn.effects.append(.drop(below: first))
  }
}
