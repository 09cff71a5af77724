// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// What somebody thinks of a beer.
struct Review: Decodable, Sendable {
  let row: Int
  let text: String
}

/// Beer reviews: what comes after a row, until as many have come as the first answer said.
struct BeerReviews: PageSource {
  /// The last row so far, and how many reviews follow it.
  struct Place: Hashable {
    var row: Int
    var left: Int
  }

  private struct Answer: Decodable {
    let total: Int?
    let reviews: [Review]
  }

  let client: WebClient

  func page(for request: PageRequest<Place>) async throws -> Page<Review, Place> {
    let row = request.cursor?.row ?? 0
    let answer: Answer = try await client.get("beer/reviews?after=\(row)&limit=10")
    let next = Place(
      row: answer.reviews.last?.row ?? row,
      left: (answer.total ?? request.cursor?.left ?? 0) - answer.reviews.count)
    return Page(
      items: answer.reviews, next: next.left > 0 ? next : nil, totalCount: answer.total,
      endReason: next.left > 0 ? nil : .totalReached)
  }
}
