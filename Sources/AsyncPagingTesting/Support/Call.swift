// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A call in a task of its own, whose caller can stop waiting for it.
///
/// A task group would wait for its slowest child, also for one that never returns; this does not.
/// The task ends with the call; who stops waiting may cancel it, but cannot make it return.
package final class Call<Value: Sendable>: Sendable {
  /// How the call ended.
  package typealias Outcome = Result<Value, any Error>

  private struct State: Sendable {
    var outcome: Outcome?
    var waiting: [Int: CheckedContinuation<Outcome?, Never>] = [:]
    var givenUp: Set<Int> = []
    var lastTicket = 0
  }

  private let state: Locked<State>
  private let task: Task<Void, Never>

  /// Starts the call.
  package init(_ name: String, _ body: @escaping @concurrent @Sendable () async throws -> Value) {
    let state = Locked(State())
    self.state = state
    task = Task(name: name) {
      let outcome: Outcome
      do {
        outcome = .success(try await body())
      } catch {
        outcome = .failure(error)
      }
      let waiting = state.withLock { state in
        state.outcome = outcome
        defer { state.waiting = [:] }
        return state.waiting
      }
      for waiter in waiting.values { waiter.resume(returning: outcome) }
    }
  }

  /// Whether it has returned.
  package var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// Cancels its task.
  package func cancel() { task.cancel() }

  /// How it ended; `nil` if it has not returned when the time is over, or when the caller is
  /// cancelled, which cancels the call as well.
  package func outcome(within patience: Duration, on clock: any Clock<Duration>) async -> Outcome? {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let timer = Task(name: "patience with a call") {
      guard (try? await clock.sleep(for: patience)) != nil else { return }
      self.giveUp(ticket)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Outcome?, Never>) in
        let answer = state.withLock { state -> Outcome?? in
          if let outcome = state.outcome { return .some(outcome) }
          if state.givenUp.remove(ticket) != nil { return .some(nil) }
          state.waiting[ticket] = waiter
          return nil
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      cancel()
      giveUp(ticket)
    }
  }

  private func giveUp(_ ticket: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiting.removeValue(forKey: ticket)
      if waiter == nil { state.givenUp.insert(ticket) }
      return waiter
    }
    waiter?.resume(returning: nil)
  }
}
