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

@Suite("GraphQL connections")
struct ConnectionTests {
  private static let query = #"{"query":"{ r }","variables":{"after":null,"owner":"x"}}"#
  private static let request = URLRequest("https://h.example/graphql", "POST", body: query)

  private static func page(_ id: Int, _ info: String) -> HTTPResponse {
    .json(
      #"{"data":{"r":{"issues":{"nodes":[{"id":\#(id),"labels":{"pageInfo":{"hasNextPage":true,"endCursor":"inner"}}}],"pageInfo":\#(info)}},"pageInfo":{"hasNextPage":true,"endCursor":"other"}}}"#
    )
  }

  private func walk(
    _ server: StubTransport, limit: String? = nil, backwards: Bool = false, _ size: Int? = nil
  ) async -> Walk<JSON> {
    await HTTPPageSource(
      .graphQL(connection: "$.data.r.issues", limit: limit, backwards: backwards), Self.request,
      items: "$.data.r.issues.nodes", over: server
    ).walk(limit: size)
  }

  @Test(
    "N40 N45 N46: the cursor goes into the variables as it is, and other connections do not count (J10)"
  )
  func forwards() async {
    let server = StubTransport(
      Self.page(1, #"{"hasNextPage":true,"endCursor":"Y3Vyc29yOnYyOpHOAA=="}"#),
      Self.page(2, #"{"hasNextPage":false,"endCursor":"Y3"}"#))
    let walk = await walk(server, limit: "first", 10)
    #expect(walk.items.count == 2)
    #expect(walk.end == .flag)
    #expect(
      server.requests.map(\.bodyText) == [
        #"{"query":"{ r }","variables":{"after":null,"first":10,"owner":"x"}}"#,
        #"{"query":"{ r }","variables":{"after":"Y3Vyc29yOnYyOpHOAA==","first":10,"owner":"x"}}"#,
      ])
  }

  @Test("N67: backwards by the cursor of the first edge")
  func backwards() async {
    let server = StubTransport(
      Self.page(
        1, #"{"hasNextPage":true,"endCursor":"e","hasPreviousPage":true,"startCursor":"s"}"#),
      Self.page(2, #"{"hasPreviousPage":false}"#))
    let walk = await walk(server, backwards: true)
    #expect(walk.items.count == 2)
    #expect(
      server.requests.last?.bodyText
        == #"{"query":"{ r }","variables":{"after":null,"before":"s","owner":"x"}}"#)
  }

  @Test(
    "N12 case 23: more without a cursor, or no word on more, is an error after the page (J12)",
    arguments: [
      #"{"hasNextPage":true,"endCursor":null}"#, #"{"hasNextPage":true,"endCursor":""}"#,
      #"{"hasNextPage":true}"#, #"{"endCursor":"x"}"#, "null", #"{"hasNextPage":1}"#,
    ])
  func inconsistent(info: String) async {
    let server = StubTransport(Self.page(1, info))
    let walk = await walk(server)
    #expect(walk.items.count == 1)
    #expect(walk.error?.code == .inconsistent)
    #expect(walk.error?.detail.contains("$.data.r.issues.pageInfo") == true)
    #expect(server.requests.count == 1)
  }

  @Test(
    "N91 N33: errors in place of the connection turn the answer down, whatever is there of it",
    arguments: [
      #""data":null"#, #""data":{"r":null}"#, #""data":{"r":{"issues":null}}"#, #""x":1"#,
    ])
  func errors(data: String) async {
    let server = StubTransport(.json(#"{"errors":[{"message":"no such repository"}],\#(data)}"#))
    let walk = await walk(server)
    #expect(walk.error?.code == .rejected)
    #expect(walk.error?.excerpt?.contains("no such repository") == true)
    #expect(server.requests.count == 1)
  }

  @Test("errors beside the connection are about something else")
  func partial() async {
    let server = StubTransport(
      .json(
        #"{"errors":[{"message":"m"}],"data":{"r":{"issues":{"nodes":[1],"pageInfo":{"hasNextPage":false}}}}}"#
      ))
    let walk = await walk(server)
    #expect(walk.items == [1])
    #expect(walk.end == .flag)
  }

  @Test("N45: what is beside the connection is not read: a number beyond any decimal ends no walk")
  func oddNeighbour() async {
    let walk = await walk(
      StubTransport(
        .json(
          #"{"cost":1e200,"data":{"r":{"issues":{"nodes":[1],"pageInfo":{"hasNextPage":false}}}}}"#)
      ))
    #expect(walk.items == [1])
    #expect(walk.end == .flag)
  }
}
