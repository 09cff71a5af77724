// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// What an iterator brings home.
  struct Visit: Sendable {
    var page: Page<Item, Cursor>?
    var generation: Int

    /// The pages that are kept now, if there are any behind the one in hand.
    var picture: PageStore<Item, Cursor>?

    /// The page, unless the list was replaced before the iterator's own task has run on.
    func page(seenBy signal: FeedSignal) throws(FeedError) -> Page<Item, Cursor>? {
      guard page == nil || signal.isCurrent(generation) else {
        throw FeedError(code: .superseded)
      }
      return page
    }
  }

  /// Gets the page at an iterator's place, loading it if need be.
  func visit(
    _ place: FeedPlace<Item, Cursor>, reader: Int?, ahead: Int
  ) async -> Result<Visit, FeedError> {
    let outcome = await ask {
      .page(
        FeedMachine.Place(
          index: place.index, generation: place.generation, fallback: self.fallback(for: place),
          isDetached: place.detached != nil, reader: reader, ahead: ahead))
    }
    return outcome.map { delivery in
      var visit = Visit(page: delivery.page, generation: delivery.generation)
      guard delivery.generation == machine.generation, place.detached == nil else { return visit }
      visit.page = visit.page.map(fitted)
      if store.indices.upperBound > place.index + 1 { visit.picture = store }
      return visit
    }
  }

  /// A page of the list, which may have been loaded once more, as it stands in the list: cut where
  /// the next page begins, and the last one only if nothing follows.
  private func fitted(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
    var page = page
    if let end = seams[page.index + 1] {
      page.items = Array(page.items.prefix(max(0, end - page.skippedCount)))
      page.next = nil
    }
    let walk = machine.lanes.next.walk
    let isLast = page.index + 1 == walk.index
    page.endReason = isLast ? walk.endReason : nil
    page.closesCycle = isLast && walk.isStopped(by: .cursorCycle)
    return page
  }

  /// How to ask for an iterator's page by itself, should the machine find that it must be.
  private func fallback(for place: FeedPlace<Item, Cursor>) -> PageWalk.Position? {
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
  func place(for point: ResumePoint<Cursor>) -> FeedPlace<Item, Cursor> {
    var place = FeedPlace<Item, Cursor>()
    place.index = point.index
    place.generation = machine.generation
    place.cursor = point.cursor
    place.consumedCount = point.consumedCount
    if machine.isLoaded, let page = store[point.index]?.page, page.cursor == point.cursor,
      storedGeneration == machine.generation, point.consumedCount >= page.skippedCount
    {
      let left = page.skippedCount + page.items.count - point.consumedCount
      place.skip = page.skippedCount
      if left <= 0, point.consumedCount > 0 || point.isAtEnd {
        place.move(behind: page)
        place.consumedCount = 0
      }
      return place
    }
    let frontier = machine.lanes.next.walk.position
    let isBehindLastPage = !machine.lanes.next.walk.isOpen && frontier.index == point.index + 1
    let isAtFrontier =
      machine.isLoaded && cursors[frontier.cursor] == point.cursor
      && frontier.skip == point.consumedCount
      && (frontier.index == point.index || isBehindLastPage)
    let isStart =
      !machine.isLoaded && point == ResumePoint(cursor: nil, fingerprint: point.fingerprint)
    if isAtFrontier || isStart {
      place.index = frontier.index
      place.skip = frontier.skip
      place.consumedCount = 0
      return place
    }
    place.detached = SourceWalk(from: point)
    return place
  }
}
