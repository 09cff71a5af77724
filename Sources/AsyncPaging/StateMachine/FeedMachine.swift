// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Every decision of a feed, as a value.
///
/// The machine takes one ``Event`` at a time and answers with ``Effect``s for its driver,
/// `FeedCore`, to carry out in order. It knows numbers only: of pages, cursors, waiters and
/// attempts. It holds no item, task, continuation, clock or chance, so it can be compared, replayed
/// and explored exhaustively. `Documentation/Design/state-machine.md` has the table of its states
/// and events; a test compares the two.
///
/// Four rules shape it. A lane has at most one load in flight. A load carries the number of its
/// current attempt, and whatever comes from another attempt is ignored. A waiter is in exactly one
/// place until it is resumed. And after each event the machine looks again at what demand and
/// read-ahead want (``pump(_:)``), so no wish is lost because it came at a busy moment.
package struct FeedMachine: Hashable, Sendable {
  /// The part of the configuration that decides.
  package struct Rules: Hashable, Sendable {
    package var prefetchDistance = 0
    package var retention = Retention.all
    package var abandonment = Abandonment.cancels
    package var cycles = CycleRule.fails
    package var emptyPageBudget = 100
    package var coolsDown = false

    package init() {}
  }

  package let rules: Rules

  /// How often the list was replaced.
  package internal(set) var generation = 0

  /// Whether the first page of this generation is in.
  package internal(set) var isLoaded = false

  /// Whether the feed is closed for good.
  package internal(set) var isClosed = false

  /// The three lanes.
  package internal(set) var lanes = Lanes()

  /// Loads of pages that came before and were dropped, by what they ask for.
  package internal(set) var reloads: [PageWalk.Position: Reload] = [:]

  /// Where the reload with an attempt is, so that nobody has to look through all of them.
  private var reloadOfAttempt: [Int: PageWalk.Position] = [:]

  /// Which reload a waiter waits for, for the same reason.
  private var reloadOfWaiter: [Int: PageWalk.Position] = [:]

  /// Waiters for the page at the frontier of a list that is being replaced: if that fails they go
  /// on, if it succeeds they are superseded.
  package internal(set) var parked = WaiterQueue()

  /// Waiters of `retry()`, with the lanes they still wait for; each is also among those lanes'
  /// callers.
  package internal(set) var retrying: [Int: Set<Lane>] = [:]

  /// Iterators that read ahead.
  package internal(set) var readers: [Int: Reader] = [:]

  /// The highest item index that was asked for.
  package internal(set) var demand: Int?

  /// Whether demand starts no load for the time being.
  package internal(set) var isDemandPaused = false

  /// The number of the first page that is kept.
  package internal(set) var firstKept = 0

  /// The number of the last attempt made.
  package internal(set) var lastAttempt = 0

  package init(rules: Rules = Rules()) {
    self.rules = rules
  }

  /// Takes an event and says what is to be done.
  package mutating func handle(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    handle(event, &effects)
    return effects
  }

  /// Takes an event and adds what is to be done to the effects.
  mutating func handle(_ event: consuming Event, _ effects: inout [Effect]) {
    var turn = Turn(effects: effects)
    effects = []
    if isClosed {
      handleClosed(event, &turn)
    } else {
      handleOpen(event, &turn)
      if !isClosed { pump(&turn) }
    }
    if turn.isChanged { turn.effects.append(.publish) }
    if turn.isOver { turn.effects.append(.finish) }
    effects = turn.effects
  }

  private mutating func handleOpen(_ event: consuming Event, _ turn: inout Turn) {
    switch consume event {
    case .call(let waiter, let call, let inside): take(call, by: waiter, inside: inside, &turn)
    case .leave(let waiter): leave(waiter, &turn)
    case .demand(let level, let generation): raiseDemand(to: level, generation: generation)
    case .pauseDemand: isDemandPaused = true
    case .resumeDemand: isDemandPaused = false
    case .arrived(let attempt, let arrival, let previous):
      arrive(attempt, arrival, previous: previous, &turn)
    case .reloaded(let attempt): finishReload(attempt, &turn)
    case .failed(let attempt, let isRetried): fail(attempt, isRetried: isRetried, &turn)
    case .waited(let attempt): endWait(of: attempt, &turn)
    case .cooledDown(let attempt): coolDown(after: attempt, &turn)
    case .readerLeft(let reader): removeReader(reader, &turn)
    case .cancel: cancelAll(&turn)
    case .reset(let keepsItems): reset(keepsItems: keepsItems, &turn)
    case .close: close(&turn)
    }
  }

  /// A closed feed answers calls, and that is all.
  private func handleClosed(_ event: Event, _ turn: inout Turn) {
    switch event {
    case .call(let waiter, let call, _):
      if case .page(let place) = call, let cursor = place.fallback?.cursor {
        turn.effects.append(.forget(cursor: cursor))
      }
      turn.effects.append(.resume(waiter, .failure(.closed)))
    case .leave, .demand, .pauseDemand, .resumeDemand, .arrived, .reloaded, .failed, .waited,
      .cooledDown, .readerLeft, .cancel, .reset, .close:
      break
    }
  }
}

extension FeedMachine {
  /// What one event brings about, collected on the way.
  struct Turn {
    var effects: [Effect]

    /// Whether observers can see a difference.
    var isChanged = false

    /// Whether nothing more will come.
    var isOver = false

    mutating func resume(_ waiters: WaiterQueue, _ answer: Answer) {
      for waiter in waiters { effects.append(.resume(waiter, answer)) }
    }
  }

  /// The load with an attempt as its current one, and where it belongs.
  func slot(of attempt: Int) -> Slot? {
    for lane in Lane.allCases where lanes[lane].load?.attempt == attempt { return .lane(lane) }
    return reloadOfAttempt[attempt].map(Slot.reload)
  }

  subscript(slot: Slot) -> Load? {
    get {
      switch slot {
      case .lane(let lane): lanes[lane].load
      case .reload(let position): reloads[position]?.load
      }
    }
    set {
      switch slot {
      case .lane(let lane): lanes.change(lane) { $0.load = newValue }
      case .reload(let position):
        if let old = reloads[position]?.load { reloadOfAttempt[old.attempt] = nil }
        if let newValue {
          reloads[position, default: Reload(load: newValue)].load = newValue
          reloadOfAttempt[newValue.attempt] = position
        } else {
          reloads[position] = nil
        }
      }
    }
  }

  /// Who waits for a load.
  func callers(of slot: Slot) -> Callers {
    switch slot {
    case .lane(let lane): lanes.callers(of: lane)
    case .reload(let position): reloads[position]?.callers ?? Callers()
    }
  }

  /// What one waits for who wants a page.
  func slot(awaitedBy waiter: Int) -> Slot? {
    for lane in Lane.allCases where lanes.callers(of: lane).contains(waiter) { return .lane(lane) }
    return reloadOfWaiter[waiter].map(Slot.reload)
  }

  /// Takes one in who waits for a load.
  mutating func insert(_ waiter: Int, isSeeker: Bool, into slot: Slot) {
    if case .reload(let position) = slot { reloadOfWaiter[waiter] = position }
    changeCallers(of: slot) { callers in
      if isSeeker {
        callers.seekers.insert(waiter)
      } else {
        callers.waiters.insert(waiter)
      }
    }
  }

  /// Lets one go who waits for a load.
  mutating func remove(_ waiter: Int, from slot: Slot) {
    if case .reload = slot { reloadOfWaiter[waiter] = nil }
    changeCallers(of: slot) { callers in
      callers.waiters.remove(waiter)
      callers.seekers.remove(waiter)
    }
  }

  /// Changes where they stand who waits for a load.
  private mutating func changeCallers(of slot: Slot, _ body: (inout Callers) -> Void) {
    switch slot {
    case .lane(let lane): lanes.changeCallers(of: lane, body)
    case .reload(let position): reloads[position]?.changeCallers(body)
    }
  }

  /// Takes a load away.
  ///
  /// - Returns: Who waited for it.
  mutating func remove(_ slot: Slot) -> Callers {
    var callers = Callers()
    changeCallers(of: slot) { swap(&$0, &callers) }
    self[slot] = nil
    if case .reload = slot { for waiter in callers.all { reloadOfWaiter[waiter] = nil } }
    return callers
  }

  /// Whether an attempt that runs at a source is still the current one of its load.
  package func expects(_ attempt: Int) -> Slot? {
    guard let slot = slot(of: attempt), self[slot]?.isWaiting == false else { return nil }
    return slot
  }
}
