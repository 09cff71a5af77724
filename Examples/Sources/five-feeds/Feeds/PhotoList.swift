// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

/// A photo, with its height in the grid, and with an edition that goes up with each refresh.
struct Photo: Decodable, Sendable {
  let id: Int
  let height: Int
  let edition: Int
}

/// A page of photos; an empty one is not the last if it says so.
struct PhotoPage: Decodable, Sendable {
  let hasMore: Bool
  let photos: [Photo]
}

extension WebClient {
  /// Photos by page number, from 1 to the page that has nothing behind it.
  var photoList: HTTPPageSource<Photo> {
    HTTPPageSource(
      .pageNumber("page", hasMore: .body(\.hasMore)), request: request("photos"),
      items: \PhotoPage.photos)
  }
}
