// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A post.
struct Post: Decodable, Sendable {
  let id: Int
  let text: String
}

/// A social feed: ten posts behind those that have come, and always more.
struct SocialPosts: PageSource {
  private struct Answer: Decodable {
    let posts: [Post]
  }

  let client: WebClient

  func page(for request: PageRequest<Int>) async throws -> Page<Post, Int> {
    let received = request.cursor ?? 0
    let answer: Answer = try await client.get("social/posts?skip=\(received)&take=10")
    return Page(items: answer.posts, next: received + answer.posts.count)
  }
}
