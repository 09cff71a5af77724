// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The cursors that walks refer to by number, and the guard against going round in circles.
///
/// Only cursors that something still refers to are kept, besides those the guard remembers.
struct CursorTable<Cursor: Hashable & Sendable>: Sendable {
  private var cursors = NumberTable<Cursor>()

  /// Numbers that equal cursors share, and how often each is in use.
  private var shared: [Cursor: (number: Int, uses: Int)] = [:]
  private var lastNumber = 0
  private var loopGuard = LoopGuard<Cursor>()

  /// The cursor with a number that is in use; no number is the start.
  subscript(number: Int?) -> Cursor? { number.flatMap { cursors[$0] } }

  /// How many cursors are kept for their numbers.
  var count: Int { cursors.count }

  /// A number of its own for a cursor, until it is released.
  mutating func number(for cursor: Cursor) -> Int {
    lastNumber += 1
    cursors.insert(cursor, for: lastNumber)
    return lastNumber
  }

  /// The number that all equal cursors get by this function; each use is released by itself.
  ///
  /// It makes loads of the same page one load. The cursors of a lane get numbers of their own
  /// instead: equal cursors may still differ in what they carry along.
  mutating func sharedNumber(for cursor: Cursor) -> Int {
    let number = shared[cursor]?.number ?? self.number(for: cursor)
    shared[cursor, default: (number, 0)].uses += 1
    return number
  }

  /// Ends one use of a number.
  mutating func release(_ number: Int) {
    guard let cursor = cursors[number] else { return }
    if !shared.isEmpty, let held = shared[cursor], held.number == number {
      shared[cursor] = held.uses == 1 ? nil : (number, held.uses - 1)
      guard held.uses == 1 else { return }
    }
    cursors.remove(number)
  }

  /// Notes that a walk starts at a cursor, so that coming back to it counts as a circle.
  mutating func start(at cursor: Cursor?) {
    loopGuard = LoopGuard()
    if let cursor { _ = loopGuard.admit(cursor) }
  }

  /// Reads what a page says of the page after it, and remembers its cursor as used.
  mutating func next(endReason: EndReason?, cursor: Cursor?) -> PageWalk.Next {
    loopGuard.next(
      endReason: endReason, cursor: cursor, number: cursor.map { number(for: $0) } ?? 0)
  }
}
