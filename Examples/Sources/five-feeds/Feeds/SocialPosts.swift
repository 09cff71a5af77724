// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

/// A post.
struct Post: Decodable, Sendable {
  let id: Int
  let text: String
}

extension WebClient {
  /// A social feed: ten posts behind those that have come, and always more; without a type for a
  /// page.
  var socialPosts: HTTPPageSource<Post> {
    HTTPPageSource(
      .offset(start: "skip", limit: "take", size: 10), request: request("social/posts"),
      items: "$.posts", of: Post.self)
  }
}
