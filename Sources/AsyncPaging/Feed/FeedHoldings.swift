// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How much a feed holds besides its pages; a feed at rest holds next to nothing.
package struct FeedHoldings: Sendable, Hashable {
  /// Tasks that run for it, or were not let go of.
  package var tasks: Int

  /// Callers that wait.
  package var waiters: Int

  /// What it remembers of loads; at most one for each lane at rest.
  package var records: Int

  /// Cursors that are kept by number; at most one for each lane at rest.
  package var cursors: Int

  /// Observers of its states.
  package var watchers: Int

  /// Pages that are kept.
  package var pages: Int
}

extension FeedCore {
  /// What the feed holds now.
  var holdings: FeedHoldings {
    FeedHoldings(
      tasks: tasks.count, waiters: waiters.count, records: records.count, cursors: cursors.count,
      watchers: watchers.count, pages: store.indices.count)
  }
}

extension Feed {
  /// What the feed holds now.
  package var holdings: FeedHoldings { box.core.holdings }
}
