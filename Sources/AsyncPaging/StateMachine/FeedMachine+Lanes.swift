// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedMachine {
  /// The state of one lane: where it stands, what it is doing, and whether that failed last time.
  ///
  /// While a load is in flight the rest of the state is as it was before, so a load that is
  /// cancelled leaves nothing to undo.
  package struct LaneState: Hashable, Sendable {
    /// Where the lane stands.
    ///
    /// The refresh lane's walk stands at the start.
    package var walk = PageWalk()

    /// What stopped the last load, until one succeeds.
    package var failure: LaneFailure?

    /// The load in flight.
    package var load: Load?

    /// What observers see.
    package var phase: Phase {
      if let load { return load.isWaiting ? .waiting(load.number) : .loading(load.number) }
      if let failure { return .failed(failure) }
      switch walk.frontier {
      case .open: return .idle
      case .ended(let reason, again: _): return .ended(reason)
      case .stopped(let stop, again: _): return .failed(.stopped(stop))
      }
    }

    /// Whether demand and read-ahead may start a load: nothing is going on, and nothing stands
    /// against it.
    var isOpenToDemand: Bool { load == nil && failure == nil && walk.isOpen }
  }

  /// Why a lane is failed.
  package enum LaneFailure: Hashable, Sendable {
    /// The source failed; the number of the last attempt.
    case source(attempt: Int)

    /// Too many empty pages came in a row.
    case noProgress

    /// The last page's cursor cannot be followed.
    case stopped(PageWalk.Stop)
  }

  /// What a lane is doing.
  package enum Phase: Hashable, Sendable {
    case idle
    case loading(Int)
    case waiting(Int)
    case failed(LaneFailure)
    case ended(EndReason)
  }

  /// The three lanes, and who waits for their loads.
  ///
  /// Callers stand beside the states, so that a state is nothing but numbers: looking at one copies
  /// no queue.
  package struct Lanes: Hashable, Sendable {
    private var states: [LaneState]
    private var callers = [Callers(), Callers(), Callers()]

    /// Lanes that stand somewhere, with nothing going on.
    init(next: PageWalk = PageWalk(), previous: PageWalk = PageWalk()) {
      states = [LaneState(), LaneState(walk: next), LaneState(walk: previous)]
    }

    package subscript(lane: Lane) -> LaneState { states[lane.number] }

    package var refresh: LaneState { self[.refresh] }
    package var next: LaneState { self[.next] }
    package var previous: LaneState { self[.previous] }

    /// Changes a lane where it stands.
    mutating func change(_ lane: Lane, _ body: (inout LaneState) -> Void) {
      body(&states[lane.number])
    }

    /// Who waits for a lane's load.
    package func callers(of lane: Lane) -> Callers { callers[lane.number] }

    /// Changes where they stand who waits for a lane's load: to take them out and put them back
    /// would copy them.
    mutating func changeCallers(of lane: Lane, _ body: (inout Callers) -> Void) {
      body(&callers[lane.number])
    }
  }

  /// Getting one page, retries included; who waits for it stands beside.
  package struct Load: Hashable, Sendable {
    /// The number of the current attempt, unique in the feed.
    package var attempt: Int

    /// Which attempt of this load it is, from 1.
    package var number = 1

    /// What is asked for.
    package var position: PageWalk.Position

    /// The generation the page is meant for.
    package var generation: Int

    /// Whether it waits between two attempts.
    ///
    /// The number of the attempt is then that of the one that failed.
    package var isWaiting = false
  }

  /// Who waits for a load.
  package struct Callers: Hashable, Sendable {
    /// Waiters that take the page whatever it holds.
    package var waiters = WaiterQueue()

    /// Waiters that want a page with items, or to hear that there is none.
    package var seekers = WaiterQueue()

    /// Waiters of `retry()`.
    package var retriers = WaiterQueue()

    package init() {}

    /// All who wait for the page.
    var all: WaiterQueue {
      if seekers.isEmpty { return waiters }
      return waiters.isEmpty ? seekers : WaiterQueue((Array(waiters) + seekers).sorted())
    }

    /// Whether nobody waits.
    var isEmpty: Bool { waiters.isEmpty && seekers.isEmpty && retriers.isEmpty }

    /// Whether one of those waits who want the page.
    func contains(_ waiter: Int) -> Bool { waiters.contains(waiter) || seekers.contains(waiter) }
  }

  /// The load of a page that came before and was dropped, or lies outside of the list.
  package struct Reload: Hashable, Sendable {
    package var load: Load
    package var callers = Callers()

    /// Changes where they stand who waits.
    mutating func changeCallers(_ body: (inout Callers) -> Void) { body(&callers) }
  }

  /// An iterator that reads ahead.
  package struct Reader: Hashable, Sendable {
    /// The number of the page it asked for last.
    package var position: Int

    /// How many pages beyond that it wants.
    package var ahead: Int

    /// The number of the page whose failure waits for it to come there.
    package var owedFailure: Int?

    /// The number of the last page it wants.
    package var horizon: Int { ahead > .max - position ? .max : position + ahead }
  }

  /// Where a load belongs.
  package enum Slot: Hashable, Sendable {
    /// To a lane: its page becomes part of the list.
    case lane(Lane)

    /// To nobody but its waiters: the page was part of the list before, or lies outside of it.
    case reload(PageWalk.Position)
  }
}

extension Lane {
  /// Where the machine keeps the lane's state.
  fileprivate var number: Int {
    switch self {
    case .refresh: 0
    case .next: 1
    case .previous: 2
    }
  }
}
