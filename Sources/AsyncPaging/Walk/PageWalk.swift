// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules of walking from page to page, as a value.
///
/// A walk knows where it stands, how many pages and items have come, and why it stopped. It is used
/// twice, so that no rule is written twice: by the lanes of ``FeedMachine``, and by
/// ``SourcePages``, which walks a source without sharing it. Cursors are numbers here; the cursors
/// themselves stand in a ``CursorTable`` beside it.
@usableFromInline
package struct PageWalk: Hashable, Sendable {
  /// What to ask for: a cursor, and how much of its answer is already there.
  @usableFromInline
  package struct Position: Hashable, Sendable {
    /// The number of the cursor; `nil` asks for the start.
    @usableFromInline package var cursor: Int?

    /// The number the page will have.
    @usableFromInline package var index: Int

    /// How many items of the answer were delivered before.
    @usableFromInline package var skip: Int

    @usableFromInline
    package init(cursor: Int? = nil, index: Int = 0, skip: Int = 0) {
      self.cursor = cursor
      self.index = index
      self.skip = skip
    }
  }

  /// The place after the last page.
  package enum Frontier: Hashable, Sendable {
    /// A page can be asked for here.
    case open(Position)

    /// That was all, for this reason. `again` is where to look whether the list has grown.
    case ended(EndReason, again: Position)

    /// Something is wrong with the last page's cursor. No request can follow but a look `again`.
    case stopped(Stop, again: Position)
  }

  /// Why a walk cannot go on although its data has not ended.
  @usableFromInline
  package enum Stop: Hashable, Sendable {
    /// The next cursor was used before.
    case cursorCycle

    /// More was promised, but no cursor was given.
    case missingCursor
  }

  /// What a page says of the page after it.
  @usableFromInline
  package enum Next: Hashable, Sendable {
    /// It has a cursor that was not used before.
    case cursor(Int)

    /// It has a cursor that was used before.
    case repeated(Int)

    /// Nothing follows. The cursor is one that was given all the same.
    case end(EndReason, cursor: Int?)

    /// More is promised without a cursor.
    case missing
  }

  /// What a walk must know of a page that has come.
  @usableFromInline
  package struct Arrival: Hashable, Sendable {
    /// How many items it brought, without those skipped.
    package var itemCount: Int

    /// What it says of the page after it.
    package var next: Next

    @usableFromInline
    package init(itemCount: Int, next: Next) {
      self.itemCount = itemCount
      self.next = next
    }
  }

  package private(set) var frontier: Frontier

  /// How many items have come.
  package private(set) var itemCount = 0

  /// How many pages without items have come in a row, since the last one with items or the last
  /// time that somebody asked anew.
  package private(set) var emptyRun = 0

  /// Whether what comes next stands in the last page's own answer, because that named no cursor to
  /// follow.
  package private(set) var isInsideLastPage = false

  @usableFromInline
  package init(from position: Position = Position()) {
    frontier = .open(position)
  }

  /// The walk towards the beginning, from what the first page says of the page before it.
  package init(before first: Next?) {
    switch first {
    case .cursor(let cursor)?, .repeated(let cursor)?: frontier = .open(Position(cursor: cursor))
    case .end(let reason, _)?: frontier = .ended(reason, again: Position())
    case .missing?, nil: frontier = .ended(.noNextCursor, again: Position())
    }
  }

  /// Whether a page can be asked for.
  @usableFromInline
  package var isOpen: Bool {
    if case .open = frontier { return true }
    return false
  }

  /// Whether the walk cannot go on for this reason.
  @usableFromInline
  package func isStopped(by reason: Stop) -> Bool {
    if case .stopped(reason, again: _) = frontier { return true }
    return false
  }

  /// Why the data ended, if it has.
  @usableFromInline
  package var endReason: EndReason? {
    if case .ended(let reason, again: _) = frontier { return reason }
    return nil
  }

  /// The number of the page that comes next, which is also how many have come.
  package var index: Int { position.index }

  /// What a request from here would ask for: the next page, or the last one again.
  @usableFromInline
  package var position: Position {
    switch frontier {
    case .open(let position), .ended(_, again: let position), .stopped(_, again: let position):
      position
    }
  }

  /// Counts a page that has come and moves behind it.
  ///
  /// - Returns: The number of the cursor that the walk refers to no more: the one it stood at, or
  ///   the one that came and is not followed.
  @usableFromInline
  @discardableResult
  package mutating func advance(over arrival: Arrival, cycles: CycleRule) -> Int? {
    let here = position
    itemCount += arrival.itemCount
    emptyRun = arrival.itemCount == 0 ? emptyRun + 1 : 0
    let again = Position(
      cursor: here.cursor, index: here.index + 1, skip: here.skip + arrival.itemCount)
    func at(_ cursor: Int) -> Position { Position(cursor: cursor, index: here.index + 1) }

    isInsideLastPage = false
    switch arrival.next {
    case .cursor(let cursor):
      frontier = .open(at(cursor))
    case .repeated(let cursor):
      switch cycles {
      case .fails:
        frontier = .stopped(.cursorCycle, again: again)
        isInsideLastPage = true
        return cursor
      case .ends: frontier = .ended(.repeatedCursor, again: at(cursor))
      case .isAllowed: frontier = .open(at(cursor))
      }
    case .end(let reason, let cursor?):
      frontier = .ended(reason, again: at(cursor))
    case .end(let reason, nil):
      frontier = .ended(reason, again: again)
      isInsideLastPage = true
      return nil
    case .missing:
      frontier = .stopped(.missingCursor, again: again)
      isInsideLastPage = true
      return nil
    }
    return here.cursor
  }

  /// Starts the count of empty pages anew: somebody asked.
  package mutating func renewEmptyPageBudget() { emptyRun = 0 }
}

extension PageWalk.Next {
  /// The cursor that was given, whatever it means.
  var cursor: Int? {
    switch self {
    case .cursor(let cursor), .repeated(let cursor): cursor
    case .end(_, let cursor): cursor
    case .missing: nil
    }
  }
}
