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
  }

  /// Gets the page at an iterator's place, loading it if need be.
  func visit(
    _ place: FeedPlace<Item, Cursor>, reader: Int?, ahead: Int
  ) async -> Result<Visit, FeedError> {
    let outcome = await ask(
      .page(
        FeedMachine.Place(
          index: place.index, generation: place.generation, fallback: fallback(for: place),
          isDetached: place.detached != nil, reader: reader, ahead: ahead)))
    return outcome.map { delivery in
      let isCurrent = delivery.generation == machine.generation
      let hasMore = store.indices.upperBound > place.index + 1
      return Visit(
        page: delivery.page, generation: delivery.generation,
        picture: isCurrent && hasMore && place.detached == nil ? store : nil)
    }
  }

  /// How to ask for an iterator's page by itself.
  private func fallback(for place: FeedPlace<Item, Cursor>) -> PageWalk.Position? {
    if let walk = place.detached {
      var position = walk.position
      position.cursor = walk.cursor.map { cursors.number(for: $0) }
      return position
    }
    guard place.index < machine.firstKept else { return nil }
    if place.index == 0 { return PageWalk.Position() }
    return place.cursor.map {
      PageWalk.Position(cursor: cursors.number(for: $0), index: place.index)
    }
  }

  /// Finds where a resume point lies: in the list, at its frontier, or beside it.
  func place(for point: ResumePoint<Cursor>) -> FeedPlace<Item, Cursor> {
    var place = FeedPlace<Item, Cursor>()
    place.index = point.index
    place.cursor = point.cursor
    place.consumedCount = point.consumedCount
    if machine.isLoaded, let page = store[point.index]?.page, page.cursor == point.cursor,
      storedGeneration == machine.generation, point.consumedCount >= page.skippedCount
    {
      let left = page.skippedCount + page.items.count - point.consumedCount
      if left <= 0, point.consumedCount > 0 || point.isAtEnd {
        place.move(behind: page)
        place.consumedCount = 0
      }
      return place
    }
    let frontier = machine.lanes.next.walk.position
    let isAtFrontier =
      machine.isLoaded && cursors[frontier.cursor] == point.cursor
      && frontier.skip == point.consumedCount
      && (frontier.index == point.index || frontier.index == point.index + 1 && point.isAtEnd)
    let isStart =
      !machine.isLoaded && point == ResumePoint(cursor: nil, fingerprint: point.fingerprint)
    if isAtFrontier || isStart {
      place.index = frontier.index
      place.consumedCount = 0
      return place
    }
    place.detached = SourceWalk(from: point)
    return place
  }
}
