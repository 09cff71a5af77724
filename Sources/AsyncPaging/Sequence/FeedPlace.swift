// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where an iterator is.
@usableFromInline
struct FeedPlace: Sendable {
  /// The number of the page it wants.
  @usableFromInline var index = 0

  /// The generation it is bound to, from its first page on.
  @usableFromInline var generation: Int?

  /// The page before the one it wants.
  ///
  /// `nil` at the start, and at a resume point.
  @usableFromInline var last: (any HeldPage)?

  /// Where it started, if that was a resume point.
  private var origin: Shared<Origin>?

  /// What a resume point says of the page that follows it.
  private struct Origin: Sendable {
    var cursor: CursorKey?
    var skip = 0
    var consumedCount = 0

    /// The walk beside the list, if the iterator is not in it.
    var detached: SourceWalk<CursorKey>?
  }

  /// At the start of the list.
  @usableFromInline init() {}

  /// At a resume point.
  ///
  /// - Parameters:
  ///   - index: The number of the page.
  ///   - generation: The list it is bound to.
  ///   - cursor: The cursor of the page.
  ///   - skip: How many items of that cursor's answer belong to the page before.
  ///   - consumedCount: How many items of the page were consumed before.
  ///   - detached: The walk beside the list, if the iterator is not in it.
  init(
    index: Int, generation: Int, cursor: CursorKey?, skip: Int = 0, consumedCount: Int = 0,
    detached: SourceWalk<CursorKey>? = nil
  ) {
    self.index = index
    self.generation = generation
    origin = Shared(
      Origin(cursor: cursor, skip: skip, consumedCount: consumedCount, detached: detached))
  }

  /// The cursor of the page it wants, to load that page again should it not be kept; `nil` at the
  /// start.
  var cursor: CursorKey? {
    guard let last else { return origin?.value.cursor }
    return (last.facts.closesCycle ? nil : last.next) ?? last.cursor
  }

  /// How many items of that cursor's answer belong to the page before.
  var skip: Int {
    guard let last else { return origin?.value.skip ?? 0 }
    let facts = last.facts
    return facts.closesCycle || last.next == nil ? facts.skippedCount + facts.itemCount : 0
  }

  /// The walk beside the list, if the iterator is not in it.
  var detached: SourceWalk<CursorKey>? { origin?.value.detached }

  /// How many items of the page at a resume point were consumed before; none, if it lies behind all
  /// of them.
  var consumedCount: Int { last == nil ? origin?.value.consumedCount ?? 0 : 0 }

  /// Takes the walk beside the list out, to put it back once it has moved.
  ///
  /// The walk has one owner meanwhile, so that its loop guard is not copied.
  mutating func takeDetached() -> SourceWalk<CursorKey>? {
    let walk = detached
    origin = nil
    return walk
  }

  mutating func putBack(_ walk: SourceWalk<CursorKey>) {
    origin = Shared(Origin(detached: walk))
  }

  mutating func move(behind page: any HeldPage) {
    last = page
    index += 1
  }
}
