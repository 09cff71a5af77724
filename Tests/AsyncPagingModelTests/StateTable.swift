// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// The table of states and events, worked out by the machine itself.
///
/// A state is a way to get there; an event is applied to it, and what the machine answers is
/// written down in words. `Documentation/Design/state-machine.md` holds the result.
struct StateTable {
  struct State: Sendable {
    var name: String
    var meaning: String
    var way: [FeedMachine.Event]
  }

  struct Row: Sendable {
    var name: String
    var event: @Sendable (FeedMachine) -> FeedMachine.Event
  }

  /// The states of a feed that matter to the lanes `refresh` and `next`.
  static let states: [State] = [
    State(name: "unloaded", meaning: "nothing was asked for", way: []),
    State(name: "first load", meaning: "the first page is being loaded", way: [call(1)]),
    State(
      name: "first load, waiting", meaning: "the first attempt failed, another follows",
      way: [call(1), .failed(1, isRetried: true)]),
    State(
      name: "first load failed", meaning: "the first page could not be had",
      way: [call(1), .failed(1, isRetried: false)]),
    State(name: "idle", meaning: "a page is there, more can be asked for", way: loaded),
    State(name: "loading", meaning: "the next page is being loaded", way: loaded + [call(2)]),
    State(
      name: "waiting", meaning: "an attempt at the next page failed, another follows",
      way: loaded + [call(2), .failed(2, isRetried: true)]),
    State(
      name: "failed", meaning: "the next page could not be had",
      way: loaded + [call(2), .failed(2, isRetried: false)]),
    State(
      name: "stopped", meaning: "the last page's cursor cannot be followed",
      way: [call(1), .arrived(1, .init(itemCount: 2, next: .missing))]),
    State(
      name: "ended", meaning: "that was all",
      way: [call(1), .arrived(1, .init(itemCount: 2, next: .end(.noNextCursor, cursor: nil)))]),
    State(
      name: "refreshing", meaning: "a list is there, its successor's first page is being loaded",
      way: loaded + [.call(2, .load(.refresh))]),
    State(
      name: "refresh, waiting", meaning: "an attempt at that page failed, another follows",
      way: loaded + [.call(2, .load(.refresh)), .failed(2, isRetried: true)]),
    State(
      name: "refresh failed", meaning: "the old list is still there",
      way: loaded + [.call(2, .load(.refresh)), .failed(2, isRetried: false)]),
    State(name: "closed", meaning: "for good", way: [.close]),
  ]

  static let rows: [Row] = [
    Row(name: "loadNext") { _ in call(9) },
    Row(name: "refresh") { _ in .call(9, .load(.refresh)) },
    Row(name: "retry") { _ in .call(9, .retry) },
    Row(name: "checkForMore") { _ in .call(9, .checkForMore) },
    Row(name: "an iterator comes to the frontier") { machine in
      let index = machine.isLoaded ? machine.lanes.next.walk.index : 0
      return .call(9, .page(.init(index: index, generation: machine.generation)))
    },
    Row(name: "demand for 10 items") { .demand(9, generation: $0.generation) },
    Row(name: "the last waiter is cancelled") { _ in .leave(lastWaiter) },
    Row(name: "a page comes, more follows") {
      .arrived(attempt(of: $0), .init(itemCount: 2, next: .cursor(7)))
    },
    Row(name: "an empty page comes, more follows") {
      .arrived(attempt(of: $0), .init(itemCount: 0, next: .cursor(7)))
    },
    Row(name: "the last page comes") {
      .arrived(attempt(of: $0), .init(itemCount: 2, next: .end(.noNextCursor, cursor: nil)))
    },
    Row(name: "an old attempt's page comes") { _ in
      .arrived(99, .init(itemCount: 2, next: .cursor(7)))
    },
    Row(name: "the attempt fails, to be tried again") {
      .failed(attempt(of: $0), isRetried: true)
    },
    Row(name: "the attempt fails for good") { .failed(attempt(of: $0), isRetried: false) },
    Row(name: "the wait is over") { .waited(attempt(of: $0)) },
    Row(name: "cancel") { _ in .cancel },
    Row(name: "reset") { _ in .reset(keepsItems: false) },
    Row(name: "close") { _ in .close },
  ]

  private static let loaded = [
    call(1), .arrived(1, .init(itemCount: 2, next: .cursor(1))),
  ]

  /// The waiter that the states above have in their load: the one that called last.
  private static let lastWaiter = 2

  private static func call(_ waiter: Int) -> FeedMachine.Event { .call(waiter, .load(.next)) }

  private static func attempt(of machine: FeedMachine) -> Int { machine.lastAttempt }

  /// The whole table as Markdown.
  static var markdown: String {
    var text = ""
    for state in states {
      text += "### \(state.name)\n\n\(state.meaning.capitalizedFirst).\n\n"
      text += "| event | what the machine says | then |\n|---|---|---|\n"
      for row in rows {
        var machine = FeedMachine()
        for event in state.way { _ = machine.handle(event) }
        // The first load's states have their only waiter under number 1.
        let last = machine.isLoaded || machine.isClosed ? lastWaiter : 1
        let event = row.event(machine)
        let effects = machine.handle(event == .leave(lastWaiter) ? .leave(last) : event)
        let words = effects.compactMap(\.words).joined(separator: ", ")
        text += "| \(row.name) | \(words.isEmpty ? "–" : words) | \(machine.stateName) |\n"
      }
      text += "\n"
    }
    return text
  }
}

extension FeedMachine {
  /// The machine's state in the words of the table.
  var stateName: String {
    if isClosed { return "closed" }
    let refresh = name(of: lanes.refresh.phase, "refreshing", "refresh")
    if !isLoaded {
      return name(of: lanes.refresh.phase, "first load", "first load") ?? "unloaded"
    }
    let next: String
    switch lanes.next.phase {
    case .idle: next = "idle"
    case .loading: next = "loading"
    case .waiting: next = "waiting"
    case .failed(.stopped): next = "stopped"
    case .failed: next = "failed"
    case .ended: next = "ended"
    }
    guard let refresh else { return next }
    return next == "idle" ? refresh : "\(refresh), \(next)"
  }

  private func name(of phase: Phase, _ loading: String, _ word: String) -> String? {
    switch phase {
    case .idle, .ended: nil
    case .loading: loading
    case .waiting: "\(word), waiting"
    case .failed: "\(word) failed"
    }
  }
}

extension FeedMachine.Effect {
  /// The effect in the words of the table; `nil` for what concerns the driver's books alone.
  var words: String? {
    switch self {
    case .start(let request): "start attempt \(request.number) of \(request.slot.words)"
    case .wait: "wait"
    case .coolDown: "cool down"
    case .stop: "stop the attempt"
    case .replace: "replace the list"
    case .add: "add the page"
    case .drop(let first): "drop below \(first)"
    case .clear: "clear the list"
    case .resume(_, let answer): "answer: \(answer.words)"
    case .note(.joined): "join"
    case .note(.superseded): "the load is superseded"
    case .note(.cancelled): "the load is cancelled"
    case .note(.ended(_, let reason)): "ended: \(reason)"
    case .finish: "finish"
    case .forget, .dropDemand, .publish: nil
    }
  }
}

extension FeedMachine.Slot {
  var words: String {
    switch self {
    case .lane(let lane): "\(lane)"
    case .reload: "a page by itself"
    }
  }
}

extension FeedMachine.Answer {
  var words: String {
    switch self {
    case .arrived: "the page"
    case .page(let index): "page \(index)"
    case .end: "the end"
    case .done: "done"
    case .failure(.source): "the load's error"
    case .failure(.stopped(let stop)): "\(stop)"
    case .failure(let failure): "\(failure)"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
