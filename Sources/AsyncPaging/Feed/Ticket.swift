// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a waiter of a feed gets; all who get the same share it.
package final class FeedAnswer: Sendable {
  let outcome: Result<FeedDelivery, FeedError>

  package init(_ outcome: Result<FeedDelivery, FeedError>) {
    self.outcome = outcome
  }
}

/// A waiter's page, and the list in which it got it.
package struct FeedDelivery: Sendable {
  /// The page as it was loaded, or `nil` if there is none.
  var page: (any HeldPage)?

  /// The page as it stands in the list.
  var listed: (any HeldPage)?
  var generation: Int

  /// The pages that are kept, if there are any behind the page.
  var picture: PageStore?

  /// One of the pages, unless the list was replaced before the waiter's own task has run on.
  func current(
    _ page: (any HeldPage)?, by signal: FeedSignal
  ) throws(FeedError) -> (any HeldPage)? {
    guard page == nil || signal.isCurrent(generation) else { throw FeedError(code: .superseded) }
    return page
  }
}

/// Where a waiter and its answer meet.
///
/// The feed gives the answer in one of its turns; the waiter takes it without going back to the
/// feed. Either may come first: it leaves what it brings, and the other finds it.
package final class Ticket: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<FeedAnswer, Never>)
    case given(FeedAnswer)
  }

  private let state = VisibleMutex(State.empty)

  package init() {}

  /// Gives the answer, once.
  package func give(_ answer: FeedAnswer) {
    let waiter: CheckedContinuation<FeedAnswer, Never>? = state.withLock { state in
      defer { state = .given(answer) }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiter?.resume(returning: answer)
  }

  /// The answer, if it has been given.
  var answer: FeedAnswer? {
    state.withLock { state in
      guard case .given(let answer) = state else { return nil }
      return answer
    }
  }

  /// Waits for the answer, once.
  package func wait() async -> FeedAnswer {
    await withCheckedContinuation { continuation in
      let answer: FeedAnswer? = state.withLock { state in
        if case .given(let answer) = state { return answer }
        state = .waiting(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
