// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// What the clients of a stress write down.
///
/// Behind a lock, so that writing is no suspension.
final class StressLedger: Sendable {
  private struct State: Sendable {
    var report: StressReport
    var calls: [Task<Void, any Error>] = []
    var unfinished: [Int: String] = [:]
    var lastCall = 0
    var isClosing = false
    var isClosed = false
    var hasCancelledAll = false
    var hasReplacedList = false
  }

  private let state: Locked<State>

  init(_ report: StressReport) {
    state = Locked(State(report: report))
  }

  /// The report so far.
  var report: StressReport { state.withLock { $0.report } }

  /// The calls that have not returned.
  var unfinished: [String] {
    state.withLock { state in state.unfinished.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Whether the feed is being closed, or was.
  var isClosing: Bool { state.withLock { $0.isClosing } }

  /// Whether the feed was closed, and says so to every caller.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func change(_ body: (inout StressReport) -> Void) { state.withLock { body(&$0.report) } }

  func find(_ finding: @autoclosure () -> String) {
    let text = finding()
    state.withLock { state in
      guard state.report.findings.count < StressReport.findingLimit else { return }
      state.report.findings.append(text)
    }
  }

  func check(_ condition: Bool, _ finding: @autoclosure () -> String) {
    if !condition { find(finding()) }
  }

  /// Notes an operation before it is carried out.
  func note(_ operation: StressOperation) {
    state.withLock { state in
      if operation == .cancelAll { state.hasCancelledAll = true }
      if operation.replacesList { state.hasReplacedList = true }
    }
  }

  /// Begins a call.
  ///
  /// - Returns: Its number.
  func begin(_ name: String) -> Int {
    state.withLock { state in
      state.lastCall += 1
      state.unfinished[state.lastCall] = name
      return state.lastCall
    }
  }

  /// Ends a call.
  func end(_ call: Int, _ outcome: String) {
    state.withLock { state in
      state.unfinished[call] = nil
      state.report.outcomes[outcome, default: 0] += 1
    }
  }

  /// Whether a call has returned.
  func isOver(_ call: Int) -> Bool { state.withLock { $0.unfinished[call] == nil } }

  /// Keeps a call's task, so that it can be cancelled and waited for.
  func keep(_ task: Task<Void, any Error>) { state.withLock { $0.calls.append(task) } }

  /// The tasks of all calls so far.
  var tasks: [Task<Void, any Error>] { state.withLock { $0.calls } }

  /// Cancels one of the calls.
  func cancel(pick: Int) {
    let task = state.withLock { state in
      state.calls.isEmpty ? nil : state.calls[pick % state.calls.count]
    }
    task?.cancel()
  }

  /// Notes that the feed is being closed; the first time counts.
  func beginClosing() {
    state.withLock { state in
      guard !state.isClosing else { return }
      state.isClosing = true
      state.report.callsEndedByClosing = state.unfinished.count
    }
  }

  /// Notes that the feed was closed.
  func endClosing() { state.withLock { $0.isClosed = true } }

  /// Judges how a call failed; only for the task of the call.
  ///
  /// - Parameters:
  ///   - error: What it threw.
  ///   - name: What it is called.
  ///   - isLate: Whether the feed had been closed before it began.
  func judge(_ error: FeedError, of name: String, isLate: Bool) {
    if isLate, error.code != .closed, !Task.isCancelled {
      find("\(name): \(error.code), although the feed had been closed before")
    }
    switch error.code {
    case .closed: check(isClosing, "\(name): closed, but the feed was not")
    case .cancelled:
      check(
        Task.isCancelled || state.withLock { $0.hasCancelledAll },
        "\(name): cancelled, but nobody cancelled it")
    case .superseded:
      check(
        state.withLock { $0.hasReplacedList },
        "\(name): superseded, but the list was not replaced")
    case .reentrantLoad, .invalidResumePoint: find("\(name): \(error.code), without a reason")
    default: break
    }
  }
}
