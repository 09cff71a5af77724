// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One who waits for a feed's answer.
struct Waiter: Sendable {
  let number: Int
  let ticket: Ticket

  /// Waits for the answer.
  ///
  /// A task that is cancelled meanwhile gets its answer at once: the feed lets the waiter go in a
  /// turn of its own.
  ///
  /// - Parameters:
  ///   - feed: Where the waiter was registered.
  ///   - executor: The executor that the feed's tasks prefer.
  /// - Returns: What the feed says.
  /// - Throws: ``FeedError`` if that is a failure.
  func answer(
    from feed: any UntypedFeed, on executor: (any TaskExecutor)?
  ) async throws(FeedError) -> FeedDelivery {
    if let answer = ticket.answer { return try answer.outcome.get() }
    let answer = await withTaskCancellationHandler {
      await ticket.wait()
    } onCancel: {
      // The actor cancels loads, never this handler: it runs under a lock of the task.
      spawn("feed: leave", on: executor) { [weak feed, number] in await feed?.run(.leave(number)) }
    }
    return try answer.outcome.get()
  }
}
