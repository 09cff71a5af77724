// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A GraphQL server with Relay connections: forwards, backwards, and with a filter.
func graphQL(_ service: Service) -> [Walk] {
  @Sendable func walk(_ list: String, genre: String, backwards: Bool = false) -> Walk {
    let (limit, cursor) = backwards ? ("last", "before") : ("first", "after")
    let info = backwards ? "hasPreviousPage startCursor" : "hasNextPage endCursor"
    let query = """
      query($genre: String, $\(limit): Int, $\(cursor): String) { \
      songs(genre: $genre, \(limit): $\(limit), \(cursor): $\(cursor)) { \
      edges { node { title } } pageInfo { \(info) } } }
      """
    let request = service.post("", #"{"query": "\#(query)", "variables": {"genre": \#(genre)}}"#)
    let style = backwards ? "Relay connection, backwards" : "Relay connection"
    return Walk(service, style, list, backwards: backwards, title: \.node.title) {
      size, transport in
      let scheme = PagingScheme<JSONEnvelope<Edge>>.graphQL(
        connection: "$.data.songs", backwards: backwards)
      return HTTPPageSource(
        scheme.limit(as: .body(backwards ? "$.variables.last" : "$.variables.first"), size: size),
        request: request, items: "$.data.songs.edges", of: Edge.self, transport: transport)
    }
  }
  return [
    walk("all", genre: "null"),
    walk("one genre", genre: #""Çoçek""#),
    walk("all", genre: "null", backwards: true),
  ]
}

/// An edge of the connection.
struct Edge: Decodable, Sendable {
  let node: Song
}
