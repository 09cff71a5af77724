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

    /// Whether demand and read-ahead may start a load.
    var isOpenToDemand: Bool { phase == .idle }
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

  /// The three lanes, by name.
  package struct Lanes: Hashable, Sendable {
    package var refresh = LaneState()
    package var next = LaneState()
    package var previous = LaneState()

    package subscript(lane: Lane) -> LaneState {
      get {
        switch lane {
        case .refresh: refresh
        case .next: next
        case .previous: previous
        }
      }
      set {
        switch lane {
        case .refresh: refresh = newValue
        case .next: next = newValue
        case .previous: previous = newValue
        }
      }
    }

    /// Changes a lane's load where it stands.
    mutating func change(_ lane: Lane, _ body: (inout Load) -> Void) {
      switch lane {
      case .refresh: Self.change(&refresh.load, body)
      case .next: Self.change(&next.load, body)
      case .previous: Self.change(&previous.load, body)
      }
    }

    private static func change(_ place: inout Load?, _ body: (inout Load) -> Void) {
      guard var load = place.take() else { return }
      body(&load)
      place = load
    }
  }

  /// Getting one page, retries included.
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

    /// Waiters that take the page whatever it holds.
    package var waiters: Set<Int> = []

    /// Waiters that want a page with items, or to hear that there is none.
    package var seekers: Set<Int> = []

    /// Waiters of `retry()`.
    package var retriers: Set<Int> = []

    /// All who wait for the page.
    var callers: Set<Int> {
      if seekers.isEmpty { return waiters }
      return waiters.isEmpty ? seekers : waiters.union(seekers)
    }
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
