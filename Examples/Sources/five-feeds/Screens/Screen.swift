// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// One of the five apps: where its list comes from, and how a person scrolls through it.
protocol Screen: Sendable {
  associatedtype Source: PageSource

  var name: FeedName { get }

  /// Where the pages come from.
  func source(_ client: WebClient) -> Source

  /// How long the app waits for an answer, beyond the latency.
  var timeout: Duration { get }

  /// How many items shall be there beyond the last row that a trigger names.
  var prefetchDistance: Int { get }

  /// Scrolls through the list.
  func use(_ list: inout ListView<Source>) async throws

  /// Which item of the data set it is, from 0.
  func number(of item: Source.Item) -> Int

  /// Which edition of the list it is from; all items of a list are from the same.
  func edition(of item: Source.Item) -> Int

  /// How many pages there are beyond those that are full, after them or among them.
  var emptyPageCount: Int { get }

  /// How many pages are loaded, or begun, for a list that is then replaced.
  var replacedPageCount: Int { get }

  /// How many of these are still in flight then.
  var supersededPageCount: Int { get }
}

extension Screen {
  // Only a server that says nothing makes this matter; a slow machine must not.
  var timeout: Duration { .seconds(10) }
  var prefetchDistance: Int { 0 }
  var emptyPageCount: Int { 0 }
  var replacedPageCount: Int { 0 }
  var supersededPageCount: Int { 0 }
  func edition(of item: Source.Item) -> Int { 0 }
}
