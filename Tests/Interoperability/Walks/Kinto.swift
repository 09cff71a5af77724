// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Kinto: the next URL in a header field, with a token in it, and a user who has to be known.
func kinto(_ service: Service) -> [Walk] {
  @Sendable func walk(_ list: String, _ parameters: KeyValuePairs<String, String>) -> Walk {
    var request = service.request("v1/buckets/default/collections/songs/records", parameters)
    request.setValue(
      "Basic \(Data("reader:none".utf8).base64EncodedString())",
      forHTTPHeaderField: "Authorization")
    let sent = request
    return Walk(service, "next URL in a header field", list, title: \.title) { size, transport in
      HTTPPageSource(
        .nextURL(in: .header("Next-Page")).limit(as: .query("_limit"), size: size), request: sent,
        items: "$.data", of: Song.self, transport: transport)
    }
  }
  return [
    walk("all", ["_sort": "number"]),
    walk("one genre", ["_sort": "number", "genre": "drum + bass"]),
  ]
}
