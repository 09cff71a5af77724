// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One who has asked a feed.
enum Waiter: Sendable {
  /// The answer was there in the same turn.
  case answered(FeedAnswer)

  /// The answer comes to the ticket; the feed knows the waiter by the number.
  case waiting(Int, Ticket)

  /// Waits for the answer.
  ///
  /// A task that is cancelled meanwhile gets its answer at once: the feed lets the waiter go in a
  /// turn of its own.
  ///
  /// - Parameters:
  ///   - feed: Where the waiter was registered.
  ///   - executor: The executor that the feed's tasks prefer.
  /// - Returns: What the feed says.
  @inline(__always)
  func answer(
    from feed: any UntypedFeed, on executor: (any TaskExecutor)?
  ) async -> FeedAnswer {
    switch self {
    case .answered(let answer): return answer
    case .waiting(let number, let ticket):
      return await withTaskCancellationHandler {
        await ticket.wait()
      } onCancel: {
        // The actor cancels loads, never this handler: it runs under a lock of the task.
        spawn("feed: leave", on: executor) { [weak feed] in await feed?.run(.leave(number)) }
      }
    }
  }
}
