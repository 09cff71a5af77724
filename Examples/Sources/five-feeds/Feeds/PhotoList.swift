// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A photo, with its height in the grid, and with an edition that goes up with each refresh.
struct Photo: Decodable, Sendable {
  let id: Int
  let height: Int
  let edition: Int
}

/// Photos by page number, from 1 to the page that is empty and has nothing behind it.
struct PhotoList: PageSource {
  private struct Answer: Decodable {
    let hasMore: Bool
    let photos: [Photo]
  }

  let client: WebClient

  func page(for request: PageRequest<Int>) async throws -> Page<Photo, Int> {
    let number = request.cursor ?? 1
    let answer: Answer = try await client.get("photos?page=\(number)")
    guard answer.hasMore || !answer.photos.isEmpty else {
      return Page(items: [], endReason: .emptyPage)
    }
    return Page(items: answer.photos, next: number + 1)
  }
}
