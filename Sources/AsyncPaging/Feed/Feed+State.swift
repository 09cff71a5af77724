// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// The state of the feed now.
  public var snapshot: FeedSnapshot<Item, Cursor> { FeedSnapshot(box.core.state) }

  /// The states of the feed as they change.
  ///
  /// See ``FeedUpdates``.
  public nonisolated var updates: FeedUpdates<Item, Cursor> { FeedUpdates(self) }
}
