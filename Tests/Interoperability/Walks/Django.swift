// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What most of the servers give.
struct Song: Decodable, Sendable {
  let title: String
}

/// Django REST framework: by page number, by offset, by cursor, and each by its next URL.
func django(_ service: Service) -> [Walk] {
  @Sendable func walk(
    _ style: String, _ list: String, _ request: URLRequest, endStatuses: Set<Int> = [],
    scheme: @escaping @Sendable (Int) -> PagingScheme<JSONEnvelope<Song>>
  ) -> Walk {
    Walk(service, style, list, title: \.title) { size, transport in
      var options = HTTPOptions()
      options.endStatuses = endStatuses
      return HTTPPageSource(
        scheme(size), request: request, items: "$.results", of: Song.self, options: options,
        transport: transport)
    }
  }
  let genre: KeyValuePairs = ["genre": "R&B"]
  return [
    walk("page number, total", "all", service.request("number/")) {
      .pageNumber("page", limit: "size", size: $0, total: "$.count")
    },
    walk(
      "page number, ends with 404", "one genre", service.request("number/", genre),
      endStatuses: [404]
    ) {
      .pageNumber("page", limit: "size", size: $0)
    },
    walk("page number, next URL", "one genre", service.request("number/", genre)) {
      .nextURL(in: "$.next").limit(as: .query("size"), size: $0)
    },
    walk("offset, total", "all", service.request("offset/")) {
      .offset(start: "offset", limit: "limit", size: $0, total: "$.count")
    },
    walk("offset, ends with an empty page", "one genre", service.request("offset/", genre)) {
      .offset(start: "offset", limit: "limit", size: $0)
    },
    walk("cursor, next URL", "by rating", service.request("cursor/")) {
      .nextURL(in: "$.next").limit(as: .query("size"), size: $0)
    },
  ]
}
