// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a stress can tell from the items of a feed.
public struct StressChecks<Item: Sendable>: Sendable {
  let identity: ItemIdentity<Item>?
  private(set) var isOfOneVersion: (@Sendable ([Item]) -> Bool)?

  /// Whether each page that an iterator gets must have been asked for with the next cursor of the
  /// one before.
  ///
  /// Default: yes. Turn it off for a source that answers the same request with another next cursor
  /// now and then, if the feed does not keep all pages.
  public var expectsStableCursors = true

  /// Checks pages only: their numbers and cursors.
  public init() {
    identity = nil
  }

  /// Checks that no iterator gets an item twice, too; for sources whose pages do not overlap.
  ///
  /// - Parameter key: What an item is known by.
  public init<Key: Hashable & Sendable>(
    identifiedBy key: @escaping @Sendable (Item) -> Key
  ) {
    identity = ItemIdentity(key)
  }

  /// These checks, and that all items of one iterator are of one version; for sources whose items
  /// say to which version of the data, or generation of the list, they belong.
  ///
  /// - Parameter version: The version of an item.
  /// - Returns: The checks.
  public func versioned<Version: Hashable & Sendable>(
    by version: @escaping @Sendable (Item) -> Version
  ) -> Self {
    var copy = self
    copy.isOfOneVersion = { Set($0.map(version)).count <= 1 }
    return copy
  }
}
