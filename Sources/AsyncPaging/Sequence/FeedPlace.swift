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

  /// The cursor of the page it wants, to load that page again should it not be kept; `nil` at the
  /// start.
  ///
  /// While a run is read only ``index`` moves; the rest follows when the iterator goes on.
  private(set) var cursor: CursorKey?

  /// How many items of that cursor's answer belong to the page before.
  private(set) var skip = 0

  /// What a resume point says besides.
  private var origin: Shared<Origin>?

  private struct Origin: Sendable {
    var consumedCount = 0
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
    self.cursor = cursor
    self.skip = skip
    origin = Shared(Origin(consumedCount: consumedCount, detached: detached))
  }

  /// How many items of the page at a resume point were consumed before.
  var consumedCount: Int { origin?.value.consumedCount ?? 0 }

  /// The walk beside the list, if the iterator is not in it.
  var detached: SourceWalk<CursorKey>? { origin?.value.detached }

  /// Whether the iterator is not in the list.
  var isDetached: Bool { origin != nil && detached != nil }

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

  /// Says that the wanted page is the one behind a page, of which nothing is kept.
  mutating func stand(behind page: any HeldPage) {
    let facts = page.facts
    let next = facts.closesCycle ? nil : page.next
    cursor = next ?? page.cursor
    skip = next == nil ? facts.skippedCount + facts.itemCount : 0
    origin = nil
  }

  mutating func move(behind page: any HeldPage) {
    stand(behind: page)
    index += 1
  }

  /// Lets go of everything but the number.
  mutating func finish() {
    cursor = nil
    origin = nil
  }
}
