// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Finds out whether a cursor was used before, in bounded memory.
///
/// No bounded memory can tell every cycle within one lap. The guard remembers the most recent
/// cursors exactly, between one and two windows of them, so a cycle of up to a window's length is
/// found the moment it closes. A longer one is found by Brent's method (R. P. Brent, "An improved
/// Monte Carlo factorization algorithm", BIT 20, 1980): one cursor is kept as a mark, moved each
/// time the distance to it doubles, and a cycle must come back to it: at the latest when three
/// times as many pages have come as when the cycle closed.
@usableFromInline
struct LoopGuard<Cursor: Hashable & Sendable>: Sendable {
  @usableFromInline let window: Int
  @usableFromInline var recent: Set<Cursor> = []
  @usableFromInline var older: Set<Cursor> = []
  @usableFromInline var mark: Cursor?
  @usableFromInline var distance = 0
  @usableFromInline var reach = 1

  @inlinable
  init(window: Int = 4096) {
    self.window = window
  }

  /// Takes a cursor that is about to be used.
  ///
  /// - Returns: Whether it is new, as far as the guard can tell.
  @inlinable
  mutating func admit(_ cursor: Cursor) -> Bool {
    guard cursor != mark, !older.contains(cursor), recent.insert(cursor).inserted else {
      return false
    }
    if recent.count == window {
      swap(&older, &recent)
      recent.removeAll(keepingCapacity: true)
    }
    distance += 1
    if distance == reach || mark == nil {
      mark = cursor
      distance = 0
      reach *= 2
    }
    return true
  }

  /// Reads what a page says of the page after it.
  ///
  /// - Parameters:
  ///   - endReason: Why the data ends with the page, if it does.
  ///   - cursor: The page's next cursor; it counts as used from now on.
  ///   - number: The number by which a walk knows that cursor.
  /// - Returns: What the walk must know.
  @inlinable
  mutating func next(endReason: EndReason?, cursor: Cursor?, number: Int) -> PageWalk.Next {
    guard let cursor else { return endReason.map { .end($0, cursor: nil) } ?? .missing }
    if let endReason { return .end(endReason, cursor: number) }
    return admit(cursor) ? .cursor(number) : .repeated(number)
  }
}
