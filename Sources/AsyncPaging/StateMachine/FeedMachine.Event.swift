// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedMachine {
  /// What can happen to a feed.
  package enum Event: Hashable, Sendable {
    /// Somebody calls and waits for the outcome. `inside` are the attempts in which the caller
    /// itself runs, if it is a source.
    case call(Int, Call, inside: [Int] = [])

    /// The task of a waiter was cancelled.
    case leave(Int)

    /// Items through this index are wanted, in the list of this generation.
    case demand(Int, generation: Int)

    /// Demand shall start no load until further notice.
    case pauseDemand

    /// Demand may start loads again.
    case resumeDemand

    /// A lane's page has come. The first page of a generation also says what precedes it.
    case arrived(Int, PageWalk.Arrival, previous: PageWalk.Next? = nil)

    /// A page has come once more.
    case reloaded(Int)

    /// An attempt has failed, and the policy says whether there is to be another.
    case failed(Int, isRetried: Bool)

    /// The wait after a failed attempt is over.
    case waited(Int)

    /// The time has passed after which a failed lane is open to demand again.
    case cooledDown(Int)

    /// An iterator that read ahead is gone.
    case readerLeft(Int)

    /// All loads shall end.
    case cancel

    /// The list shall be dropped, or stay in sight until the next one is there.
    case reset(keepsItems: Bool)

    /// The feed shall end for good.
    case close
  }

  /// What a caller asks for.
  package enum Call: Hashable, Sendable {
    /// The first page of a new list, or the page after or before the one that is there.
    case load(Lane)

    /// The failed lanes once more.
    case retry

    /// The page after the end, should there be one by now.
    case checkForMore

    /// A certain page, for an iterator.
    case page(Place)
  }

  /// The page that an iterator wants.
  package struct Place: Hashable, Sendable {
    /// The number of the page.
    package var index: Int

    /// The generation of the iterator; `nil` before its first page.
    package var generation: Int?

    /// How to ask for the page by itself, should it not be kept.
    package var fallback: PageWalk.Position?

    /// Whether the page is not part of the list, so that only the fallback finds it.
    package var isDetached: Bool

    /// The iterator and how many pages it wants beyond this one, if it reads ahead.
    package var reader: Int?
    package var ahead: Int

    package init(
      index: Int, generation: Int? = nil, fallback: PageWalk.Position? = nil,
      isDetached: Bool = false, reader: Int? = nil, ahead: Int = 0
    ) {
      self.index = index
      self.generation = generation
      self.fallback = fallback
      self.isDetached = isDetached
      self.reader = reader
      self.ahead = ahead
    }
  }
}
