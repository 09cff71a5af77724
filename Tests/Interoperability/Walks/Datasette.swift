// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Datasette: by its next URL, and by the token in it.
func datasette(_ service: Service) -> [Walk] {
  @Sendable func walk(
    _ style: String, _ list: String, _ parameters: KeyValuePairs<String, String>,
    scheme: @escaping @Sendable (Int) -> PagingScheme<JSONEnvelope<Song>>
  ) -> Walk {
    let request = service.request("songs/songs.json", parameters)
    return Walk(service, style, list, title: \.title) { size, transport in
      HTTPPageSource(
        scheme(size).limit(as: .query("_size"), size: size), request: request, items: "$.rows",
        of: Song.self, transport: transport)
    }
  }
  return [
    walk("next URL", "all", ["_shape": "objects"]) { _ in .nextURL(in: "$.next_url") },
    walk("next URL", "one genre", ["_shape": "objects", "genre__exact": "drum + bass"]) { _ in
      .nextURL(in: "$.next_url")
    },
    walk("token of two parts", "by rating", ["_shape": "objects", "_sort_desc": "rating"]) { _ in
      .cursor(in: "$.next", as: .query("_next"))
    },
  ]
}
