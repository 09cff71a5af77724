// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a caller pulls on a feed for: a call of the machine, for code that is inlined into clients.
@usableFromInline
enum FeedPull: Sendable {
  /// The next page.
  case next

  /// A new list.
  case refresh

  /// The failed lanes once more.
  case retry

  /// The page after the end, should there be one by now.
  case checkForMore

  var call: FeedMachine.Call {
    switch self {
    case .next: .load(.next)
    case .refresh: .load(.refresh)
    case .retry: .retry
    case .checkForMore: .checkForMore
    }
  }
}

extension UntypedFeed {
  /// Calls the machine for a waiter, and makes sure that the list was not replaced before the
  /// waiter's own task has run on.
  @usableFromInline
  nonisolated func pull(_ pull: FeedPull) async throws(FeedError) -> (any HeldPage)? {
    let waiter = await enter(pull, inside: LoadContext.attempts(of: signal))
    return try page(in: await waiter?.answer(from: self, on: configuration.executor))
  }

  /// The page of an answer; the feed answers nothing to a task that is cancelled.
  private nonisolated func page(in answer: FeedAnswer?) throws(FeedError) -> (any HeldPage)? {
    guard let answer = try answer?.get() else { throw FeedError(code: .cancelled) }
    return try answer.current(answer.page, by: signal)
  }
}
