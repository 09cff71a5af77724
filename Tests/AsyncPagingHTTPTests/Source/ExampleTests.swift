// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples of the documentation, as they stand there.
@Suite("Examples")
struct ExampleTests {
  private static let request = URLRequest("https://h.example/x")

  struct Message: Decodable, Sendable { var id: String }

  struct LastIDRules: PagingRules {
    func request(
      for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
    ) throws(HTTPError) -> URLRequest {
      guard let cursor else { return request }
      return try CursorPlace.query("after").placing(cursor.value, in: request)
    }

    func next(after answer: HTTPAnswer<[Message]>) throws(HTTPError) -> NextPage {
      guard let last = answer.body.last else { return .end(.emptyPage) }
      return .cursor(HTTPCursor(.string(last.id)))
    }
  }

  @Test("a scheme of the user's own is one small type")
  func ownScheme() async {
    let server = StubTransport(
      .json(#"[{"id":"a"},{"id":"b c"}]"#), .json(#"[{"id":"d"}]"#), .json("[]"))
    let source = HTTPPageSource(
      PagingScheme(LastIDRules()), request: Self.request, decoding: [Message].self,
      transport: server)
    let walk = await source.walk()
    #expect(walk.items.map(\.id) == ["a", "b c", "d"])
    #expect(walk.end == .emptyPage)
    #expect(
      server.urls == [
        "https://h.example/x", "https://h.example/x?after=b%20c", "https://h.example/x?after=d",
      ])
  }

  struct Repository: Decodable, Sendable { var id: Int }

  struct Envelope: Decodable, Sendable {
    struct Meta: Decodable, Sendable { var next: String? }
    var data: [Repository]
    var meta: Meta
    var total: Int?
  }

  @Test("a Link header, and answers that are their items")
  func linkHeader() async {
    let server = StubTransport(
      .json(#"[{"id":1}]"#, ["Link": "<?page=2>; rel=\"next\""]), .json(#"[{"id":2}]"#))
    let repositories = HTTPPageSource(
      .linkHeader(), request: Self.request, decoding: [Repository].self, transport: server)
    #expect(await repositories.walk().items.map(\.id) == [1, 2])
  }

  @Test("a cursor in a type of the user's own, found by key paths")
  func keyPaths() async {
    let server = StubTransport(
      .json(#"{"data":[{"id":1}],"meta":{"next":"a/b"}}"#), .json(#"{"data":[],"meta":{}}"#))
    let orders = HTTPPageSource(
      .cursor(in: \Envelope.meta.next, as: .query("cursor")), request: Self.request,
      items: \Envelope.data, transport: server)
    #expect(await orders.walk().items.map(\.id) == [1])
    #expect(server.urls.last == "https://h.example/x?cursor=a%2Fb")
  }

  @Test("an offset with a total, by key paths and by paths into JSON")
  func offset() async {
    let server = StubTransport { _, _ in .json(#"{"data":[{"id":1}],"meta":{},"total":1}"#) }
    let typed = HTTPPageSource(
      .offset(start: "skip", limit: "limit", total: \.total), request: Self.request,
      items: \Envelope.data, transport: server)
    #expect(await typed.walk().end == .totalReached)
    let rows = HTTPPageSource(
      .offset(start: "skip", limit: "limit", total: "$.total"), request: Self.request,
      items: "$.data", of: Repository.self, transport: server)
    #expect(await rows.walk().end == .totalReached)
    #expect(server.urls == Array(repeating: "https://h.example/x?skip=0", count: 2))
  }

  @Test("each scheme takes key paths into a type of the user's own, without a word too many")
  func shortForms() async {
    struct Films: Decodable, Sendable {
      var results: [Repository]
      var pages: Int?
      var more: Bool?
      var next: String?
    }
    let schemes: [PagingScheme<Films>] = [
      .pageNumber("page", totalPages: \.pages),
      .pageNumber("page", first: 0, hasMore: \.more),
      .pageNumber("page", total: { _ in 2 }),
      .offset(start: "skip", hasMore: \.more),
      .offset(start: "skip", limit: "n", size: 1, total: { _ in 2 }),
      .keyset(after: \.results.last?.id, as: .query("after"), hasMore: \.more),
      .cursor(in: \.next, as: .query("cursor"), hasMore: \.more),
      .nextURL(in: \.next).total(in: \.pages),
      .cursors(CursorToken(in: \.next, as: .query("a")), CursorToken(in: \.next, as: .header("B"))),
    ]
    for scheme in schemes {
      let server = StubTransport(
        .json(#"{"results":[{"id":1}],"pages":2,"more":true,"next":"?p=2"}"#),
        .json(#"{"results":[{"id":2}],"pages":2,"more":false}"#))
      let source = HTTPPageSource(
        scheme, request: Self.request, items: \.results, transport: server)
      #expect(await source.walk().items.map(\.id) == [1, 2])
      #expect(server.requests.count == 2)
    }
  }

  @Test("N74 N75: after an error the walk goes on with the page that failed")
  func goingOn() async throws {
    let server = StubTransport(
      .json(#"[{"id":1}]"#, ["Link": "<?page=2>; rel=next"]), .status(500), .json(#"[{"id":2}]"#))
    let source = HTTPPageSource(
      .linkHeader(), request: Self.request, decoding: [Repository].self, transport: server)
    let walk = await source.walk()
    let point = try JSONDecoder().decode(
      ResumePoint<HTTPCursor>.self,
      from: JSONEncoder().encode(#require(walk.pages.last).resumePoint))
    let rest = await source.walk(after: point)
    #expect(rest.items.map(\.id) == [2])
    #expect(server.urls.suffix(2) == Array(repeating: "https://h.example/x?page=2", count: 2))
  }
}
