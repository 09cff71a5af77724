// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A walk together with the cursor it stands at, for one consumer.
@usableFromInline
struct SourceWalk<Cursor: Hashable & Sendable>: Sendable {
  @usableFromInline var walk: PageWalk

  /// The cursor to ask with; `nil` asks for the start.
  @usableFromInline var cursor: Cursor?
  @usableFromInline var loopGuard = LoopGuard<Cursor>()

  /// The number by which the walk knows the newest cursor.
  @usableFromInline var lastNumber = 0

  /// A walk that stands at a cursor, some of whose answer may have been consumed.
  @inlinable
  init(at cursor: Cursor?, index: Int, skip: Int) {
    walk = PageWalk(
      from: PageWalk.Position(cursor: cursor == nil ? nil : 0, index: index, skip: skip))
    self.cursor = cursor
    if let cursor { _ = loopGuard.admit(cursor) }
  }

  /// A walk from the start, or from a resume point.
  @inlinable
  init(from point: ResumePoint<Cursor>?) {
    self.init(at: point?.cursor, index: point?.index ?? 0, skip: point?.consumedCount ?? 0)
  }

  /// Where the walk stands.
  @inlinable var position: PageWalk.Position { walk.position }

  /// Whether a page can be asked for; `false` when that was all.
  @inlinable
  func canGoOn() throws(FeedError) -> Bool { walk.isOpen ? true : try walk.mayGoOn() }

  /// Moves behind a page that has come.
  @inlinable
  mutating func pass(
    itemCount: Int, endReason: EndReason?, next: Cursor?, cycles: CycleRule
  ) {
    lastNumber += 1
    let arrival = PageWalk.Arrival(
      itemCount: itemCount,
      next: loopGuard.next(endReason: endReason, cursor: next, number: lastNumber))
    walk.advance(over: arrival, cycles: cycles)
    if walk.position.cursor == lastNumber { cursor = next }
  }

  /// Takes the answer to a request from here, and moves behind it.
  ///
  /// - Returns: The page, with its place and its end filled in.
  @inlinable
  mutating func take<Item>(
    _ answer: Page<Item, Cursor>, _ settings: FeedSettings
  ) -> Page<Item, Cursor> {
    var page = answer.placed(
      at: walk.position, cursor: cursor, fingerprint: settings.fingerprint,
      emptyCursor: settings.emptyCursor)
    pass(
      itemCount: page.items.count, endReason: page.endReason, next: page.next,
      cycles: settings.cycles)
    let endReason = walk.endReason
    if endReason != page.endReason { page.endReason = endReason }
    if walk.isStopped(by: .cursorCycle) { page.place.closesCycle = true }
    return page
  }
}

extension PageWalk {
  /// Whether a page can be asked for; `false` when that was all.
  @usableFromInline
  func mayGoOn() throws(FeedError) -> Bool {
    switch frontier {
    case .open: return true
    case .ended: return false
    case .stopped(let stop, again: let position):
      throw FeedError(stop, pageIndex: position.index)
    }
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
