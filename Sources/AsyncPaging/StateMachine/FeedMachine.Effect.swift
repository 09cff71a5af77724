// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedMachine {
  /// What the driver has to do, in order; answers to waiters last of all, in the order they have
  /// among themselves.
  package enum Effect: Hashable, Sendable {
    /// Ask the source.
    case start(Request)

    /// Wait as long as the policy said, then report ``Event/waited(_:)``.
    case wait(Slot, attempt: Int)

    /// Wait for the cool-down, then report ``Event/cooledDown(_:)``.
    case coolDown(attempt: Int)

    /// Cancel whatever runs for this attempt: the source's call or the wait.
    case stop(attempt: Int)

    /// The page that has just come is the only one of a new list.
    case replace(endReason: EndReason?)

    /// The page that has just come joins the list at this lane's end.
    case add(Lane, endReason: EndReason?)

    /// Pages with lower numbers are no longer kept.
    case drop(below: Int)

    /// The list is gone, or stays in sight although its generation is over.
    case clear(keepsItems: Bool)

    /// Nothing refers to this cursor's number any more, as far as one use of it goes.
    case forget(cursor: Int)

    /// A demand made before is void.
    case dropDemand

    /// Give a waiter its answer.
    case resume(Int, Answer)

    /// Tell the observer.
    case note(Note)

    /// Something that observers can see is different now.
    case publish

    /// Nothing more will come.
    case finish
  }

  /// One call of a source.
  package struct Request: Hashable, Sendable {
    package var slot: Slot
    package var attempt: Int
    package var number: Int
    package var position: PageWalk.Position
    package var generation: Int
    package var cause: LoadCause
  }

  /// What a waiter gets.
  package enum Answer: Hashable, Sendable {
    /// The page that has just come.
    case arrived

    /// The kept page with this number.
    case page(Int)

    /// That was all.
    case end

    /// It is done, without a page.
    case done

    /// It failed.
    case failure(Failure)
  }

  /// Why a waiter gets no page.
  package enum Failure: Hashable, Sendable {
    case cancelled
    case closed
    case superseded
    case reentrant
    case noProgress
    case stopped(PageWalk.Stop)

    /// The load failed; the driver keeps the error.
    case source(Slot)
  }

  /// What an observer hears that no other effect says.
  package enum Note: Hashable, Sendable {
    case joined(Slot)
    case superseded(Slot)
    case cancelled(Slot)
    case ended(Lane, EndReason)
  }
}
