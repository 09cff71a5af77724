// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("How a found scheme asks for the second page")
struct SecondRequestTests {
  /// What the second request must have: in its query, a field, or its body.
  private static let cases: [(shape: Shape, second: String)] = [
    (.found("token", #"{"books":[{"id":1}],"nextPageToken":"a/b"}"#, "", ""), "?pageToken=a%2Fb"),
    (
      .found(
        "token in a form", #"{"ok":true,"x":[{}],"response_metadata":{"next_cursor":"c="}}"#, "",
        "",
        sent: "limit=2", sentType: "application/x-www-form-urlencoded"), "limit=2&cursor=c%3D"
    ),
    (
      .found(
        "token in a body",
        #"{"object":"list","results":[{}],"next_cursor":"c","has_more":true}"#, "", "",
        sent: #"{"q":1}"#), #"{"q":1,"start_cursor":"c"}"#
    ),
    (
      .found(
        "token in a field", #"{"Documents":[{}]}"#, "", "",
        fields: ["x-ms-continuation": #"{"t":"c"}"#], sent: "{}"), #"x-ms-continuation={"t":"c"}"#
    ),
    (
      .found("key", #"{"object":"list","data":[{"id":"a"},{"id":"b"}],"has_more":true}"#, "", ""),
      "?starting_after=b"
    ),
    (
      .found(
        "keys in a body", #"{"hits":{"hits":[{"_id":"1","sort":[17,"a",null]}]}}"#, "", "",
        sent: #"{"sort":["x"]}"#), #"{"search_after":[17,"a",null],"sort":["x"]}"#
    ),
    (
      .found(
        "variable",
        #"{"data":{"a":{"edges":[{}],"pageInfo":{"hasNextPage":true,"endCursor":"c"}}}}"#, "", "",
        sent: #"{"query":"query($c: String) { a(after: $c) }"}"#), #""variables":{"c":"c"}"#
    ),
    (
      .found("range", "[{},{}]", "", "", fields: ["Content-Range": "rows 0-1/9"]),
      "range=rows=2-3"
    ),
    (.found("page", #"{"page":1,"total":9,"d":[{}]}"#, "", "", query: "?q=a"), "?q=a&page=2"),
    (
      .found("page in a body", #"{"page":0,"nbPages":9,"hits":[{}]}"#, "", "", sent: "{}"),
      #"{"page":1}"#
    ),
    (.found("page of the request", "[{}]", "", "", query: "?page=4"), "?page=5"),
    (
      .found("offset", #"{"startAt":0,"maxResults":5,"total":9,"d":[{},{}]}"#, "", ""),
      "?startAt=2"
    ),
    (
      .found("offset from one", #"{"totalResults":9,"Resources":[{},{}]}"#, "", ""),
      "?startIndex=3"
    ),
  ]

  @Test("N120: what was found is put where it belongs", arguments: cases)
  func secondRequest(shape: Shape, second: String) async throws {
    let transport = StubTransport { _, number in
      number == 1
        ? HTTPResponse(
          status: 200, fields: shape.fields, body: Data(shape.body.utf8),
          url: HTTPResponse.nowhere)
        : .status(204)
    }
    _ = try await HTTPPageSource.detecting(
      request: try shape.request, of: JSON.self, transport: transport)
    #expect(transport.requests.count == 2)
    let request = try #require(transport.requests.last)
    let fields = (request.allHTTPHeaderFields ?? [:]).map { "\($0.lowercased())=\($1)" }
    let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
    let parts = [request.url?.absoluteString ?? "", body] + fields
    #expect(parts.contains { $0.hasSuffix(second) || $0.contains(second) && $0.hasPrefix("{") })
  }

  @Test("N120: where the server gives the whole URL, no second page is asked for")
  func oneRequest() async throws {
    for shape in [
      Shape.found("", "[{}]", "", "", fields: ["Link": "</a?p=2>; rel=next"]),
      .found("", #"{"next":"https://h.example/a?p=2","d":[{}]}"#, "", ""),
    ] {
      let transport = StubTransport(
        HTTPResponse(
          status: 200, fields: shape.fields, body: Data(shape.body.utf8),
          url: HTTPResponse.nowhere))
      let detection = try await HTTPPageSource.detecting(
        request: try shape.request, of: JSON.self, transport: transport)
      #expect(detection.source != nil)
      #expect(transport.requests.count == 1)
    }
  }
}
