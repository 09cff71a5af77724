// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A cursor of a type that the feed's isolated part does not know.
///
/// It is compared and kept like the cursor itself. Its hash is taken once, where it is made.
@usableFromInline
package struct CursorKey: Hashable, Sendable {
  @usableFromInline let box: any CursorBox
  @usableFromInline let hash: Int

  /// Wraps a cursor.
  @inlinable
  package init<Cursor: Hashable & Sendable>(_ cursor: Cursor) {
    box = TypedCursorBox(cursor)
    hash = cursor.hashValue
  }

  /// The cursor, for those who know its type.
  @inlinable
  package func cursor<Cursor: Hashable & Sendable>(
    as type: Cursor.Type = Cursor.self
  ) -> Cursor {
    guard let typed = box as? TypedCursorBox<Cursor> else {
      preconditionFailure("a feed has cursors of one type")
    }
    return typed.cursor
  }

  @usableFromInline
  package static func == (one: Self, other: Self) -> Bool {
    one.hash == other.hash && (one.box === other.box || one.box.equals(other.box))
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A cursor behind a reference.
@usableFromInline
protocol CursorBox: AnyObject, Sendable {
  func equals(_ other: any CursorBox) -> Bool
}

@usableFromInline
final class TypedCursorBox<Cursor: Hashable & Sendable>: CursorBox {
  @usableFromInline let cursor: Cursor

  @inlinable
  init(_ cursor: Cursor) {
    self.cursor = cursor
  }

  @usableFromInline
  func equals(_ other: any CursorBox) -> Bool {
    (other as? TypedCursorBox)?.cursor == cursor
  }
}
