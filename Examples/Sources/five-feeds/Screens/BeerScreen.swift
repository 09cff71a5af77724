// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

/// A grid of reviews that asks for more when its last cell is about to be shown, and starts with an
/// empty list whenever it appears.
struct BeerScreen: Screen {
  let name = FeedName.beer

  /// The last cell is about to be shown: one more is wanted.
  let prefetchDistance = 1

  /// The person looks at these rows, goes to another screen, and comes back.
  private let rowsSeenBefore = 25
  let replacedPageCount = 3

  func source(_ client: WebClient) -> HTTPPageSource<Review> { client.beerReviews }

  func number(of item: Review) -> Int { item.row / 3 }

  func use(_ list: inout ListView<HTTPPageSource<Review>>) async throws {
    try await appear(&list, showing: rowsSeenBefore)
    try await appear(&list, showing: .max)
    try await list.bounce(at: list.count - 1)
  }

  private func appear(_ list: inout ListView<HTTPPageSource<Review>>, showing rowCount: Int)
    async throws
  {
    await list.feed.reset()
    await list.reload()
    list.demand(through: 0)
    for row in 0..<rowCount {
      try await list.reload { $0.count > row || $0.content.endReason != nil }
      guard row < list.count else { return }
      list.demand(through: row)
      if row % 10 == 9 { try await list.nextFrame() }
    }
  }
}
