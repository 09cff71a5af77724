// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value that changes, and those who wait until it is as they want it.
///
/// Behind a lock and not an actor, so that a cancelled task leaves at once, no task must be made
/// for it, and looking and queueing are one step.
package final class Milestones<Value: Sendable>: Sendable {
  /// Somebody who waits.
  private struct Watch: Sendable {
    var isReached: @Sendable (Value) -> Bool
    var watcher: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var value: Value
    var watching: [Int: Watch] = [:]
    var lastTicket = 0

    /// Takes those out who have waited for what is the case now, in the order in which they came.
    mutating func reached() -> [CheckedContinuation<Bool, Never>] {
      guard !watching.isEmpty else { return [] }
      let reached = watching.filter { $0.value.isReached(value) }
      for ticket in reached.keys { watching[ticket] = nil }
      return reached.sorted { $0.key < $1.key }.map(\.value.watcher)
    }
  }

  private let state: Locked<State>

  /// Starts with a value that nobody waits for.
  package init(_ value: Value) {
    state = Locked(State(value: value))
  }

  /// What the value is now.
  package var value: Value { state.withLock { $0.value } }

  /// How many wait.
  package var watcherCount: Int { state.withLock { $0.watching.count } }

  /// Changes the value, and wakes those who have waited for what it is then.
  ///
  /// - Parameter body: Changes it; as for ``Locked/withLock(wakingWaiters:_:)`` it calls nothing
  ///   that might come back here.
  /// - Returns: What the body returns.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, watchers) = state.withLock { state in
      let result = body(&state.value)
      return (result, state.reached())
    }
    for watcher in watchers { watcher.resume(returning: true) }
    return result
  }

  /// Waits until the value is as wanted.
  ///
  /// A value that is so already is no wait: the call returns, also in a task that is cancelled.
  ///
  /// - Parameter isReached: Whether the value is as wanted.
  /// - Throws: `CancellationError` when the task is cancelled before.
  package func wait(until isReached: @escaping @Sendable (Value) -> Bool) async throws {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let isThere = await withTaskCancellationHandler {
      await withCheckedContinuation { (watcher: CheckedContinuation<Bool, Never>) in
        // Looking and queueing are one step: a cancellation, and a change, come before or find the
        // watcher.
        let answer = state.withLock { state -> Bool? in
          if isReached(state.value) { return true }
          guard !Task.isCancelled else { return false }
          state.watching[ticket] = Watch(isReached: isReached, watcher: watcher)
          return nil
        }
        if let answer { watcher.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.watching.removeValue(forKey: ticket) }?.watcher.resume(returning: false)
    }
    guard isThere else { throw CancellationError() }
  }
}

extension Milestones<Int> {
  /// Counts one more.
  ///
  /// - Returns: The count with it.
  @discardableResult
  package func add() -> Int {
    change { count in
      count += 1
      return count
    }
  }

  /// Waits until the count is at least as high.
  ///
  /// - Parameter count: How high.
  /// - Throws: `CancellationError` when the task is cancelled before.
  package func reach(_ count: Int) async throws { try await wait { $0 >= count } }
}
