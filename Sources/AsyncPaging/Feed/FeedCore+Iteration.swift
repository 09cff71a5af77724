// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedCore {
  /// A page of the list, which may have been loaded once more, as it stands in the list: cut where
  /// the next page begins, and the last one only if nothing follows.
  func fitted(_ page: any HeldPage) -> any HeldPage {
    let facts = page.facts
    let walk = machine.lanes.next.walk
    let isLast = facts.index + 1 == walk.index
    let endReason = isLast ? walk.endReason : nil
    let closesCycle = isLast && walk.isStopped(by: .cursorCycle)
    let end = seams[facts.index + 1]
    guard end != nil || endReason != facts.endReason || closesCycle != facts.closesCycle else {
      return page
    }
    return page.changed(
      endReason: endReason, closesCycle: closesCycle, hidesNext: end != nil,
      itemCount: end.map { max(0, $0 - facts.skippedCount) } ?? facts.itemCount)
  }

  /// How to ask for an iterator's page by itself, should the machine find that it must be.
  mutating func fallback(for place: FeedPlace) -> PageWalk.Position? {
    if let walk = place.detached {
      var position = walk.position
      position.cursor = walk.cursor.map { cursors.sharedNumber(for: $0) }
      return position
    }
    guard place.index < machine.firstKept else { return nil }
    return PageWalk.Position(
      cursor: place.cursor.map { cursors.sharedNumber(for: $0) }, index: place.index,
      skip: place.skip)
  }

  /// Finds where a resume point lies: in the list, at its frontier, or beside it.
  func place<Cursor>(for point: ResumePoint<Cursor>) -> FeedPlace {
    let cursor = point.cursor.map { CursorKey($0) }
    let generation = machine.generation
    if machine.isLoaded, let page = store[point.index]?.page, page.cursor == cursor,
      storedGeneration == generation, point.consumedCount >= page.facts.skippedCount
    {
      let facts = page.facts
      var place = FeedPlace(
        index: point.index, generation: generation, cursor: cursor, skip: facts.skippedCount,
        consumedCount: point.consumedCount)
      let isConsumed = point.consumedCount >= facts.skippedCount + facts.itemCount
      if isConsumed, point.consumedCount > 0 || point.isAtEnd { place.move(behind: page) }
      return place
    }
    let frontier = machine.lanes.next.walk.position
    let isBehindLastPage = !machine.lanes.next.walk.isOpen && frontier.index == point.index + 1
    let isAtFrontier =
      machine.isLoaded && cursors[frontier.cursor] == cursor
      && frontier.skip == point.consumedCount
      && (frontier.index == point.index || isBehindLastPage)
    let isStart =
      !machine.isLoaded && point == ResumePoint(cursor: nil, fingerprint: point.fingerprint)
    if isAtFrontier || isStart {
      return FeedPlace(
        index: frontier.index, generation: generation, cursor: cursor, skip: frontier.skip)
    }
    return FeedPlace(
      index: point.index, generation: generation, cursor: cursor,
      detached: SourceWalk(at: cursor, index: point.index, skip: point.consumedCount))
  }
}
