// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

/// A grid that prefetches at rows 11, 6 and 1 before its end, all three at once when the person
/// scrolls fast, and that is pulled down for a refresh while a page is in flight.
struct PhotoScreen: Screen {
  let name = FeedName.photos

  /// The requests that the server was sent, to pull at the right moment.
  let log: RequestLog

  /// Whether the server has a page without items among the others.
  let hasEmptyPage: Bool

  var emptyPageCount: Int { hasEmptyPage ? 2 : 1 }
  let replacedPageCount = PageServer.heldPhotoPage + 1
  let supersededPageCount = 1

  func source(_ client: WebClient) -> HTTPPageSource<Photo> { client.photoList }

  func number(of item: Photo) -> Int { item.id }

  func edition(of item: Photo) -> Int { item.edition }

  func use(_ list: inout ListView<HTTPPageSource<Photo>>) async throws {
    let feed = list.feed
    async let pull: Void = pullToRefresh(feed)
    while list.content.endReason == nil {
      do {
        try await prefetch(list)
      } catch {
        // Without its page the pull would wait for ever.
        log.letGo()
        throw error
      }
      try await list.nextFrame()
      await list.reload()
    }
    try await pull
    // At the end the same rows come into sight once more.
    try await prefetch(list)
  }

  /// Three rows come into sight at once; each asks for the next page.
  private func prefetch(_ list: ListView<HTTPPageSource<Photo>>) async throws {
    try await withThrowingTaskGroup { [feed = list.feed, tally = list.tally] group in
      for row in [11, 6, 1] {
        group.addTask(name: "photos: row \(row) before the end") {
          tally.countTrigger()
          do throws(FeedError) {
            _ = try await feed.loadNext()
          } catch {
            // If the list is being replaced, the rows go with it.
            guard error.code == .superseded else { throw error }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Refreshes as soon as the server has the request for a page in its hands.
  private func pullToRefresh(_ feed: Feed<Photo, HTTPCursor>) async throws {
    await log.wait(until: name, page: PageServer.heldPhotoPage, isAskedFor: 1)
    try await feed.refresh()
  }
}
