// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A list on a screen: the picture it shows of its feed, and the triggers it fires.
struct ListView<Source: PageSource> {
  let feed: Feed<Source.Item, Source.Cursor>
  let tally: Tally

  /// What the list shows.
  private(set) var content: FeedSnapshot<Source.Item, Source.Cursor>

  private var updates: FeedUpdates<Source.Item, Source.Cursor>.Iterator

  init(_ feed: Feed<Source.Item, Source.Cursor>, tally: Tally) async {
    self.feed = feed
    self.tally = tally
    content = await feed.snapshot
    updates = feed.updates.makeAsyncIterator()
  }

  /// Why the list could not be loaded, or not be continued.
  var error: FeedError? { content.refresh.error ?? content.next.error }

  /// The number of rows that the list shows.
  var count: Int { content.items.count }

  /// Shows the newest state.
  mutating func reload() async { content = await feed.snapshot }

  /// Shows each new state until one is as wanted.
  ///
  /// - Throws: The error of a load that failed meanwhile, or `closed` when no state follows.
  mutating func reload(until isReady: (borrowing ListView) -> Bool) async throws(FeedError) {
    while !isReady(self) {
      if let error { throw error }
      guard let update = await updates.next() else { throw FeedError(code: .closed) }
      content = update.snapshot
    }
  }

  /// Fires the trigger of a row: items through it are wanted.
  func demand(through row: Int) {
    tally.countTrigger()
    feed.demand(through: row, generation: content.generation)
  }

  /// Bounces at the end of the list, where a trigger fires again and again.
  func bounce(at row: Int) async throws {
    for _ in 1...10 {
      demand(through: row)
      try await nextFrame()
    }
  }

  /// Waits for the next frame of the scroll.
  func nextFrame() async throws { try await Task.sleep(for: .milliseconds(4)) }
}
