// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

/// A photo of the album, as its thumbnail.
struct Thumbnail: Decodable, Sendable {
  let position: Int
  let thumbnail: String
}

/// A page of the album, in any order.
struct AlbumPage: Decodable, Sendable {
  let count: Int
  let media: [Thumbnail]
}

extension WebClient {
  /// An album by offset and limit, until the offset is at the count.
  var albumPhotos: HTTPPageSource<Thumbnail> {
    HTTPPageSource(
      .offset(start: "offset", limit: "limit", size: 50, total: \.count),
      request: request("album/photos"),
      items: { (page: AlbumPage) in page.media.sorted { $0.position < $1.position } })
  }
}
