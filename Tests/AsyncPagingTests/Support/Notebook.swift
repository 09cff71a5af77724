// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Notes in the order in which they were taken, by whomever.
final class Notebook<Entry: Sendable>: Sendable {
  private let notes = Mutex<[Entry]>([])

  var entries: [Entry] { notes.withLock { $0 } }
  var count: Int { notes.withLock(\.count) }

  /// Takes a note.
  ///
  /// - Returns: How many there are now.
  @discardableResult
  func note(_ entry: Entry) -> Int {
    notes.withLock { notes in
      notes.append(entry)
      return notes.count
    }
  }
}

/// A row of numbers behind an interface of offsets or page numbers, which notes what it is asked.
final class Shelf: Sendable {
  /// What was asked: an offset or the number of a page, and how many.
  struct Ask: Hashable, Sendable {
    var place: Int
    var limit: Int?
  }

  let asks = Notebook<Ask>()
  private let rows: Mutex<[Int]>

  init(_ rows: some Sequence<Int>) { self.rows = Mutex(Array(rows)) }

  /// The offsets or page numbers that were asked for.
  var places: [Int] { asks.entries.map(\.place) }

  /// How many rows there are.
  var count: Int { rows.withLock(\.count) }

  /// Changes the rows behind the back of whoever pages.
  func change(_ body: (inout [Int]) -> Void) { rows.withLock { body(&$0) } }

  /// Rows from an offset on, at most as many as asked for and as the server allows.
  func rows(from offset: Int, _ limit: Int?, cap: Int = .max) -> [Int] {
    asks.note(Ask(place: offset, limit: limit))
    return rows.withLock { Array($0.dropFirst(offset).prefix(min(limit ?? .max, cap))) }
  }

  /// The rows of a page with a fixed size.
  func page(_ number: Int, size: Int, first: Int = 1, limit: Int? = nil) -> [Int] {
    asks.note(Ask(place: number, limit: limit))
    return rows.withLock { Array($0.dropFirst((number - first) * size).prefix(size)) }
  }
}
