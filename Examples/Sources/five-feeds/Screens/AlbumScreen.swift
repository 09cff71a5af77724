// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

/// A grid of thumbnails that asks for more 1.2 screens before its end.
struct AlbumScreen: Screen {
  private static let columns = 4
  private static let itemsInSight = 24

  let name = FeedName.album

  /// 1.2 screens.
  let prefetchDistance = Self.itemsInSight * 6 / 5

  func source(_ client: WebClient) -> HTTPPageSource<Thumbnail> { client.albumPhotos }

  func number(of item: Thumbnail) -> Int { item.position }

  func use(_ list: inout ListView<HTTPPageSource<Thumbnail>>) async throws {
    list.demand(through: Self.itemsInSight - 1)
    try await list.reload { $0.count > 0 }
    var lastInSight = Self.itemsInSight - 1
    while list.content.endReason == nil || lastInSight < list.count - 1 {
      lastInSight = min(lastInSight + Self.columns, list.count - 1)
      list.demand(through: lastInSight)
      if lastInSight == list.count - 1 {
        // The thumbnails have run out before the scroll did.
        try await list.reload { $0.count - 1 > lastInSight || $0.content.endReason != nil }
      }
      if lastInSight % 5 == 0 { try await list.nextFrame() }
      await list.reload()
    }
    try await list.bounce(at: list.count - 1)
  }
}
