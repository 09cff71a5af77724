// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source that has not been asked yet.
///
/// A source of up to three words stands in the feed itself, a larger one takes one box.
@usableFromInline
struct UnusedSource: Sendable {
  /// The source; only ``open`` knows its type.
  @usableFromInline let source: any Sendable

  /// Makes what the feed asks.
  @usableFromInline let open: @Sendable (any Sendable, FeedSettings) -> FeedSource

  @inlinable
  init<Source: PageSource>(_ source: Source) {
    self.source = source
    open = { source, settings in
      guard let typed = source as? Source else {
        preconditionFailure("a feed is opened with its own source")
      }
      return FeedSource(typed, settings)
    }
  }
}
