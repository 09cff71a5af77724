// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

/// A table that asks for more on every scroll event beyond the end of its content.
///
/// It never ends; the person leaves after 20 pages.
struct SocialScreen: Screen {
  private static let rowHeight = 44.0
  private static let viewHeight = 660.0

  let name = FeedName.social
  let timeout = Duration.seconds(1)

  func source(_ client: WebClient) -> HTTPPageSource<Post> { client.socialPosts }

  func number(of item: Post) -> Int { item.id }

  func use(_ list: inout ListView<HTTPPageSource<Post>>) async throws {
    list.demand(through: 0)
    var offset = 0.0
    while list.count < name.itemCount {
      try await list.nextFrame()
      await list.reload()
      if let error = list.error { throw error }
      let end = max(0, Double(list.count) * Self.rowHeight - Self.viewHeight)
      // A finger moves the table by a row an event, and a little beyond its end.
      offset = min(offset + Self.rowHeight, end + 20)
      if offset > end { list.demand(through: min(list.count, name.itemCount - 1)) }
    }
  }
}
