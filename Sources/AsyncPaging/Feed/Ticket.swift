// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

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
/// feed. Either may come first: each leaves what it brings and then counts itself, and the one that
/// counts two finds what the other has left and resumes the waiter. What is left is written once,
/// before the count that announces it, so it is there for whoever sees the count.
package final class Ticket: Sendable {
  private final class Waiter: Sendable {
    let continuation: CheckedContinuation<FeedAnswer, Never>

    init(_ continuation: CheckedContinuation<FeedAnswer, Never>) {
      self.continuation = continuation
    }
  }

  private let waiter = AtomicLazyReference<Waiter>()
  private let given = AtomicLazyReference<FeedAnswer>()
  private let arrivals = Atomic<Int>(0)

  package init() {}

  /// Gives the answer, once.
  package func give(_ answer: FeedAnswer) {
    _ = given.storeIfNil(answer)
    guard arrivals.add(1, ordering: .acquiringAndReleasing).newValue == 2 else { return }
    waiter.load()?.continuation.resume(returning: answer)
  }

  /// The answer, if it has been given.
  var answer: FeedAnswer? { given.load() }

  /// Waits for the answer, once.
  package func wait() async -> FeedAnswer {
    await withCheckedContinuation { continuation in
      _ = waiter.storeIfNil(Waiter(continuation))
      guard arrivals.add(1, ordering: .acquiringAndReleasing).newValue == 2 else { return }
      if let answer = given.load() { continuation.resume(returning: answer) }
    }
  }
}
