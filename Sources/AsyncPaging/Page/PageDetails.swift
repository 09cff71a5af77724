// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What most pages do not say.
@usableFromInline
struct PageExtras<Cursor: Hashable & Sendable>: Sendable, Hashable {
  @usableFromInline var previous: Cursor?
  @usableFromInline var totalCount: Int?
  @usableFromInline var hasNext: Bool?
  @usableFromInline var endReason: EndReason?

  @inlinable
  init(
    previous: Cursor? = nil, totalCount: Int? = nil, hasNext: Bool? = nil,
    endReason: EndReason? = nil
  ) {
    self.previous = previous
    self.totalCount = totalCount
    self.hasNext = hasNext
    self.endReason = endReason
  }

  @inlinable var isEmpty: Bool {
    previous == nil && totalCount == nil && hasNext == nil && endReason == nil
  }
}

/// Where a page stands, which a source cannot know.
@usableFromInline
struct PagePlace<Cursor: Hashable & Sendable>: Sendable, Hashable {
  @usableFromInline var index = 0
  @usableFromInline var cursor: Cursor?
  @usableFromInline var skippedCount = 0

  /// Whether the next cursor was used before, and is not to be followed.
  @usableFromInline var closesCycle = false

  /// What the query was, for resume points.
  @usableFromInline var fingerprint = ""

  @inlinable init() {}

  /// Whether it says no more than a page that stands nowhere; both are equal.
  @inlinable var isStart: Bool {
    index == 0 && cursor == nil && skippedCount == 0 && !closesCycle && fingerprint.isEmpty
  }
}
