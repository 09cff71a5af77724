// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where a waiter and its answer meet.
///
/// The feed gives the answer in one of its turns; the waiter takes it without going back to the
/// feed. Either may come first: it leaves what it brings, and the other finds it.
package final class Ticket: Sendable {
  private struct State {
    var waiter: CheckedContinuation<FeedAnswer, Never>?
    var answer: FeedAnswer?
  }

  private let state = VisibleMutex(State())

  package init() {}

  /// Gives the answer, once.
  package func give(_ answer: FeedAnswer) {
    let waiter: CheckedContinuation<FeedAnswer, Never>? = state.withLock { state in
      guard let waiter = state.waiter.take() else {
        state.answer = answer
        return nil
      }
      return waiter
    }
    waiter?.resume(returning: answer)
  }

  /// Waits for the answer, once.
  @inline(__always)
  package func wait() async -> FeedAnswer {
    await withCheckedContinuation { continuation in
      let answer: FeedAnswer? = state.withLock { state in
        guard let answer = state.answer.take() else {
          state.waiter = continuation
          return nil
        }
        return answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
