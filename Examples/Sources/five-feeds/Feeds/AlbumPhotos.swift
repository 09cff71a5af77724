// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A photo of the album, as its thumbnail.
struct Thumbnail: Decodable, Sendable {
  let position: Int
  let thumbnail: String
}

/// An album by offset and limit, until the offset is at the count; a page comes in any order.
struct AlbumPhotos: PageSource {
  private struct Answer: Decodable {
    let count: Int
    let media: [Thumbnail]
  }

  let client: WebClient

  func page(for request: PageRequest<Int>) async throws -> Page<Thumbnail, Int> {
    let offset = request.cursor ?? 0
    let answer: Answer = try await client.get("album/photos?offset=\(offset)&limit=50")
    let photos = answer.media.sorted { $0.position < $1.position }
    let next = offset + photos.count
    return Page(
      items: photos, next: next < answer.count ? next : nil, totalCount: answer.count,
      endReason: next < answer.count ? nil : .totalReached)
  }
}
