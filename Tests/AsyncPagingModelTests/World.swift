// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A machine together with everything around it that can act: sources, timers, callers.
///
/// It is a value, so all its states can be enumerated. What it does is what the driver does with
/// the effects, and it complains when an effect breaks a rule.
struct World: Hashable, Sendable {
  /// How much may happen: each number is used up.
  struct Scope: Hashable, Sendable {
    var calls = 3
    var attempts = 4
    var pages = 2
    var emptyPages = 1
    var leaves = 2
    var demands = 1
    var cancels = 1
    var resets = 1
    var closes = 1
    var readers = 0
    var kinds: Set<CallKind> = Set(CallKind.allCases)
  }

  enum CallKind: String, CaseIterable, Hashable, Sendable {
    case next, refresh, previous, retry, checkForMore, iterate, prefetch
  }

  /// What a source or a timer is still going to report.
  enum Errand: Hashable, Sendable {
    case source(attempt: Int)
    case timer(attempt: Int)

    var attempt: Int {
      switch self {
      case .source(let attempt), .timer(let attempt): attempt
      }
    }
  }

  private(set) var machine: FeedMachine
  private(set) var scope: Scope

  /// Waiters that have no answer yet.
  private(set) var waiting: Set<Int> = []

  /// What is under way, by attempt, and where it belongs.
  private(set) var errands: [Errand: FeedMachine.Slot] = [:]

  /// What was told to stop and may report all the same.
  private(set) var ghosts: Set<Errand> = []

  /// How often each cursor number is in use.
  private(set) var cursorUses: [Int: Int] = [:]

  /// The pages of the list, as the driver holds them: how many, and of which generation.
  private(set) var listGeneration = 0
  private(set) var listCount = 0

  private var lastWaiter = 0
  private var lastCursor = 0
  private(set) var complaint: String?

  init(rules: FeedMachine.Rules, scope: Scope) {
    machine = FeedMachine(rules: rules)
    self.scope = scope
  }

  // MARK: - What can happen

  /// Everything that can happen now.
  var steps: [Step] {
    var steps: [Step] = []
    if scope.calls > 0 {
      steps += CallKind.allCases.filter(scope.kinds.contains).map(Step.call)
    }
    if scope.leaves > 0 { steps += waiting.sorted().map(Step.leave) }
    if scope.demands > 0 { steps += [.demand(isCurrent: true), .demand(isCurrent: false)] }
    for errand in errands.keys.sorted(by: Self.order) { steps += reports(of: errand) }
    for ghost in ghosts.sorted(by: Self.order) { steps += reports(of: ghost) }
    if scope.cancels > 0 { steps.append(.cancel) }
    if scope.resets > 0 { steps += [.reset(keepsItems: false), .reset(keepsItems: true)] }
    if scope.closes > 0 { steps.append(.close) }
    if scope.readers > 0 { steps += machine.readers.keys.sorted().map(Step.readerLeft) }
    return steps
  }

  private static func order(_ first: Errand, _ second: Errand) -> Bool {
    (first.attempt, "\(first)") < (second.attempt, "\(second)")
  }

  private func reports(of errand: Errand) -> [Step] {
    switch errand {
    case .timer(let attempt): [.waited(attempt)]
    case .source(let attempt):
      [.page(attempt, .last), .fail(attempt, isRetried: false)]
        + (scope.pages > 0 ? [.page(attempt, .more), .page(attempt, .cycle)] : [])
        + (scope.emptyPages > 0 ? [.page(attempt, .empty)] : [])
        + (machine.lastAttempt < lastAttemptAllowed ? [.fail(attempt, isRetried: true)] : [])
    }
  }

  private var lastAttemptAllowed: Int { scope.attempts }

  // MARK: - Making it happen

  /// Lets one step happen and checks all that must hold.
  mutating func take(_ step: Step, sabotage: (FeedMachine.Event, FeedMachine) -> FeedMachine.Event)
  {
    let event = event(for: step)
    let isGhost = ghosts.contains { step.isReport(of: $0) }
    if let errand = errands.keys.first(where: { step.isReport(of: $0) }) { errands[errand] = nil }
    if isGhost { ghosts = ghosts.filter { !step.isReport(of: $0) } }
    let wasClosed = machine.isClosed
    let effects = machine.handle(sabotage(event, machine))
    if isGhost, !effects.isEmpty { complain("a superseded attempt changed something: \(effects)") }
    for effect in effects { perform(effect, step) }
    if isGhost || wasClosed { forgetCursors(of: event) }
    if case .leave(let waiter) = step, waiting.contains(waiter) {
      complain("waiter \(waiter) was cancelled and still waits")
    }
    if step == .close, !machine.isClosed { complain("the feed was closed and is not") }
    if wasClosed, effects.contains(where: \.isStart) { complain("something started after close") }
    checkInvariants()
  }

  private mutating func event(for step: Step) -> FeedMachine.Event {
    switch step {
    case .call(let kind):
      scope.calls -= 1
      lastWaiter += 1
      waiting.insert(lastWaiter)
      return .call(lastWaiter, call(kind))
    case .leave(let waiter):
      scope.leaves -= 1
      return .leave(waiter)
    case .demand(let isCurrent):
      scope.demands -= 1
      return .demand(9, generation: isCurrent ? machine.generation : machine.generation - 1)
    case .page(let attempt, let kind): return arrival(attempt, kind)
    case .fail(let attempt, let isRetried): return .failed(attempt, isRetried: isRetried)
    case .waited(let attempt): return .waited(attempt)
    case .cancel:
      scope.cancels -= 1
      return .cancel
    case .reset(let keepsItems):
      scope.resets -= 1
      return .reset(keepsItems: keepsItems)
    case .close:
      scope.closes -= 1
      return .close
    case .readerLeft(let reader):
      scope.readers -= 1
      return .readerLeft(reader)
    }
  }

  private func call(_ kind: CallKind) -> FeedMachine.Call {
    let index = machine.isLoaded ? machine.lanes.next.walk.index : 0
    switch kind {
    case .next: return .load(.next)
    case .refresh: return .load(.refresh)
    case .previous: return .load(.previous)
    case .retry: return .retry
    case .checkForMore: return .checkForMore
    case .iterate:
      return .page(FeedMachine.Place(index: index, generation: machine.generation))
    case .prefetch:
      return .page(
        FeedMachine.Place(index: index, generation: machine.generation, reader: 1, ahead: 1))
    }
  }

  /// A page as the driver reports it.
  ///
  /// Cursors are counted as the driver's table counts them.
  private mutating func arrival(_ attempt: Int, _ kind: PageKind) -> FeedMachine.Event {
    let slot = machine.expects(attempt)
    let next: PageWalk.Next
    switch kind {
    case .more, .empty: next = .cursor(newCursor())
    case .cycle: next = .repeated(newCursor())
    case .last: next = .end(.noNextCursor, cursor: nil)
    }
    if kind == .empty { scope.emptyPages -= 1 } else if kind != .last { scope.pages -= 1 }
    let isFirst = slot == .lane(.refresh)
    return .arrived(
      attempt, PageWalk.Arrival(itemCount: kind == .empty ? 0 : 2, next: next),
      previous: isFirst && kind == .more ? .cursor(newCursor()) : nil)
  }

  private mutating func newCursor() -> Int {
    lastCursor += 1
    cursorUses[lastCursor, default: 0] += 1
    return lastCursor
  }

  /// The driver does not number the cursors of a page that it drops.
  private mutating func forgetCursors(of event: FeedMachine.Event) {
    guard case .arrived(_, let arrival, let previous) = event else { return }
    for cursor in [arrival.next.cursorNumber, previous?.cursorNumber].compactMap(\.self) {
      release(cursor)
    }
  }

  private mutating func release(_ cursor: Int) {
    guard let uses = cursorUses[cursor], uses > 0 else {
      return complain("cursor \(cursor) was forgotten more often than it was used")
    }
    cursorUses[cursor] = uses == 1 ? nil : uses - 1
  }

  private mutating func perform(_ effect: FeedMachine.Effect, _ step: Step) {
    switch effect {
    case .start(let request):
      errands[.source(attempt: request.attempt)] = request.slot
      if let cursor = request.position.cursor, cursorUses[cursor] == nil {
        complain("asked with cursor \(cursor), which is forgotten")
      }
    case .wait(let slot, let attempt): errands[.timer(attempt: attempt)] = slot
    case .coolDown(let attempt): errands[.timer(attempt: attempt)] = .lane(.next)
    case .stop(let attempt):
      for errand in errands.keys where errand.attempt == attempt {
        errands[errand] = nil
        ghosts.insert(errand)
      }
    case .replace:
      listGeneration = machine.generation
      listCount = 1
    case .add: listCount += 1
    case .clear(let keepsItems):
      cursorUses = [:]
      if !keepsItems { (listGeneration, listCount) = (machine.generation, 0) }
    case .forget(let cursor): release(cursor)
    case .resume(let waiter, let answer):
      if waiting.remove(waiter) == nil { complain("waiter \(waiter) was resumed twice") }
      if case .arrived = answer, !step.isPage {
        complain("a page was handed out that did not come")
      }
    case .drop, .dropDemand, .note, .publish, .finish: break
    }
  }

  mutating func complain(_ text: String) {
    if complaint == nil { complaint = text }
  }
}

/// One thing that happens.
enum Step: Hashable, Sendable, CustomStringConvertible {
  case call(World.CallKind)
  case leave(Int)
  case demand(isCurrent: Bool)
  case page(Int, PageKind)
  case fail(Int, isRetried: Bool)
  case waited(Int)
  case cancel
  case reset(keepsItems: Bool)
  case close
  case readerLeft(Int)

  var isPage: Bool {
    if case .page = self { return true }
    return false
  }

  func isReport(of errand: World.Errand) -> Bool {
    switch (self, errand) {
    case (.page(let attempt, _), .source(let own)), (.fail(let attempt, _), .source(let own)),
      (.waited(let attempt), .timer(let own)):
      attempt == own
    default: false
    }
  }

  var description: String {
    switch self {
    case .call(let kind): "somebody calls \(kind.rawValue)"
    case .leave(let waiter): "waiter \(waiter) is cancelled"
    case .demand(let isCurrent):
      isCurrent ? "items are demanded" : "an old list's items are demanded"
    case .page(let attempt, let kind): "attempt \(attempt) brings a page (\(kind.rawValue))"
    case .fail(let attempt, true): "attempt \(attempt) fails and is tried again"
    case .fail(let attempt, false): "attempt \(attempt) fails for good"
    case .waited(let attempt): "the wait after attempt \(attempt) is over"
    case .cancel: "everything is cancelled"
    case .reset(true): "the list is reset, its items stay in sight"
    case .reset(false): "the list is reset"
    case .close: "the feed is closed"
    case .readerLeft(let reader): "reader \(reader) goes"
    }
  }
}

/// What a page says.
enum PageKind: String, CaseIterable, Hashable, Sendable {
  case more = "more follows"
  case last
  case empty = "empty, more follows"
  case cycle = "its cursor repeats"
}

extension PageWalk.Next {
  var cursorNumber: Int? {
    switch self {
    case .cursor(let cursor), .repeated(let cursor): cursor
    case .end(_, let cursor): cursor
    case .missing: nil
    }
  }
}

extension FeedMachine.Effect {
  var isStart: Bool {
    if case .start = self { return true }
    return false
  }
}
