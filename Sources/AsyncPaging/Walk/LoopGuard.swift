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
/// time the distance to it doubles, and a cycle must come back to it: at the latest when three times
/// as many pages have come as when the cycle closed.
struct LoopGuard<Cursor: Hashable & Sendable>: Sendable {
  private let window: Int
  private var recent: Set<Cursor> = []
  private var older: Set<Cursor> = []
  private var mark: Cursor?
  private var distance = 0
  private var reach = 1

  init(window: Int = 4096) {
    self.window = window
  }

  /// Takes a cursor that is about to be used.
  ///
  /// - Returns: Whether it is new, as far as the guard can tell.
  mutating func admit(_ cursor: Cursor) -> Bool {
    guard cursor != mark, !older.contains(cursor), recent.insert(cursor).inserted else {
      return false
    }
    if recent.count == window {
      older = recent
      recent = []
    }
    distance += 1
    if distance == reach || mark == nil {
      mark = cursor
      distance = 0
      reach *= 2
    }
    return true
  }
}
