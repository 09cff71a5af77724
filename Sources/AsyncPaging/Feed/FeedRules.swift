// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a next cursor means that was used before in the same generation.
public enum CycleRule: Sendable, Hashable {
  /// The page is delivered; asking for the one after it throws ``FeedError/Code/cursorCycle``.
  case fails

  /// The page is the last one, with the reason ``EndReason/repeatedCursor``. For services that
  /// signal the end by repeating the cursor.
  case ends

  /// The cursor is followed. For services that answer the same cursor while they still search;
  /// nothing but ``FeedConfiguration/emptyPageBudget`` then stops a server that goes in circles.
  case isAllowed
}

/// What an empty string means as the next cursor.
public enum EmptyCursorRule: Sendable, Hashable {
  /// It is no cursor, as in most services.
  case ends

  /// It is a cursor like any other.
  case isCursor
}

/// How many loaded pages a feed keeps.
///
/// It never changes which pages an iterator yields: a page that was dropped and is needed again is
/// loaded again with the cursor it was loaded with.
public enum Retention: Sendable, Hashable {
  /// Every page of the generation.
  case all

  /// The last `count` pages, at least 1.
  case pages(_ count: Int)

  /// None: a page goes to those who wait for it. For services that stream through.
  case none

  /// The most pages kept.
  package var limit: Int {
    switch self {
    case .all: .max
    case .pages(let count): count
    case .none: 0
    }
  }
}

/// What happens to a load that nobody waits for any more and no demand wants.
public enum Abandonment: Sendable, Hashable {
  /// It is cancelled.
  case cancels

  /// It goes on, and its page joins the list.
  case keepsLoading
}
