// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A walk over a source together with its cursors, for one consumer.
struct SourceWalk<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  private var walk: PageWalk
  private var cursors = CursorTable<Cursor>()

  /// A walk from the start, or from a resume point.
  init(from point: ResumePoint<Cursor>? = nil) {
    var table = CursorTable<Cursor>()
    table.start(at: point?.cursor)
    walk = PageWalk(
      from: PageWalk.Position(
        cursor: point?.cursor.map { table.number(for: $0) }, index: point?.index ?? 0,
        skip: point?.consumedCount ?? 0))
    cursors = table
  }

  /// Where the walk stands.
  var position: PageWalk.Position { walk.position }

  /// The cursor to ask with.
  var cursor: Cursor? { cursors[walk.position.cursor] }

  /// Whether a page can be asked for; `false` when that was all.
  func canGoOn() throws(FeedError) -> Bool {
    switch walk.frontier {
    case .open: return true
    case .ended: return false
    case .stopped(let stop, again: let position):
      throw FeedError(stop, pageIndex: position.index)
    }
  }

  /// Takes the answer to a request from here, and moves behind it.
  ///
  /// - Returns: The page, with its place and its end filled in.
  mutating func take(
    _ answer: Page<Item, Cursor>, _ configuration: FeedConfiguration
  ) -> Page<Item, Cursor> {
    pass(answer.placed(at: walk.position, cursor: cursor, configuration), configuration)
  }

  /// Moves behind a page that has its place here.
  ///
  /// - Returns: The page, with its end filled in.
  mutating func pass(
    _ page: Page<Item, Cursor>, _ configuration: FeedConfiguration
  ) -> Page<Item, Cursor> {
    var page = page
    let arrival = PageWalk.Arrival(
      itemCount: page.items.count, next: cursors.next(after: page))
    if let released = walk.advance(over: arrival, cycles: configuration.cycles) {
      cursors.release(released)
    }
    page.endReason = walk.endReason
    page.closesCycle = walk.isStopped(by: .cursorCycle)
    return page
  }
}

extension FeedError {
  /// Why a walk cannot go on behind its last page.
  init(_ stop: PageWalk.Stop, pageIndex: Int) {
    switch stop {
    case .cursorCycle: self.init(code: .cursorCycle, pageIndex: pageIndex)
    case .missingCursor: self.init(code: .missingCursor, pageIndex: pageIndex)
    }
  }
}
