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

@Suite("Numbers and offsets of known services")
struct CountingBodyTests {
  private static let x = "https://h.example/x"

  private static func rows(_ count: Int) -> String {
    "[\((0..<count).map { "{\"id\":\($0)}" }.joined(separator: ","))]"
  }

  @Test("N25 case 21 case 147: each service's pages are counted as it counts them", arguments: all)
  func counting(_ body: BodyCase) async { await body.check() }

  private static let all = [
    BodyCase(
      "J23 Jira", .offset(start: "startAt", limit: "maxResults", size: 100, total: "$.total"),
      .json(#"{"startAt":0,"maxResults":50,"total":120,"issues":\#(rows(50))}"#),
      .json(#"{"startAt":50,"maxResults":50,"total":120,"issues":\#(rows(50))}"#),
      .json(#"{"startAt":100,"maxResults":50,"total":120,"issues":\#(rows(20))}"#),
      asks: ["0", "50", "100"].map { x + "?maxResults=100&startAt=\($0)" }, count: 120,
      .end(.totalReached)
    ) { $0.items = "$.issues" },
    BodyCase(
      "J38 WordPress", .pageNumber("page", totalPages: .header("X-WP-TotalPages")),
      .json(#"[{"id":1},{"id":2}]"#, ["X-WP-Total": "3", "X-WP-TotalPages": "2"]),
      .json(#"[{"id":3}]"#, ["X-WP-Total": "3", "X-WP-TotalPages": "2"]),
      asks: [x + "?page=1", x + "?page=2"], count: 3, .end(.totalReached)
    ) { $0.items = "$" },
    BodyCase(
      "J39 WordPress, past the end", .pageNumber("page"), .json("[1]"),
      .status(400, #"{"code":"rest_post_invalid_page_number","data":{"status":400}}"#),
      asks: [x + "?page=1", x + "?page=2"], count: 1, .failure(.status)
    ) { $0.items = "$" },
    BodyCase(
      "J39 WordPress, past the end by rule", .pageNumber("page"), .json("[1]"),
      .status(400, #"{"code":"rest_post_invalid_page_number","data":{"status":400}}"#),
      asks: [x + "?page=1", x + "?page=2"], count: 1, .end(.flag)
    ) {
      $0.items = "$"
      $0.options.endStatuses = [400]
    },
    BodyCase(
      "J55 Algolia", .pageNumber("page", first: 0, totalPages: "$.nbPages"),
      asks: (0..<50).map { x + "?page=\($0)" }, count: 50, .end(.totalReached)
    ) {
      $0.items = "$.hits"
      $0.answers = (0..<50).map {
        .json(#"{"hits":[{"objectID":"\#($0)"}],"page":\#($0),"nbPages":50,"nbHits":12345}"#)
      }
    },
    BodyCase(
      "J58 Spring", .pageNumber("page", first: 0, hasMore: .not("$.last")),
      .json(#"{"content":[],"number":0,"size":20,"totalPages":0,"last":true,"first":true}"#),
      asks: [x + "?page=0"], count: 0, .end(.flag)
    ) { $0.items = "$.content" },
    BodyCase(
      "J58 Spring, by the pages", .pageNumber("page", first: 0, totalPages: "$.totalPages"),
      .json(#"{"content":[],"number":0,"size":20,"totalPages":0,"last":true,"first":true}"#),
      asks: [x + "?page=0"], count: 0, .end(.totalReached)
    ) { $0.items = "$.content" },
    BodyCase(
      "J68 Gerrit", .offset(start: "S", sendsFirst: false, hasMore: "$[-1]._more_changes"),
      .json(")]}'\n" + #"[{"_number":1},{"_number":2,"_more_changes":true}]"#),
      .json(")]}'\n" + #"[{"_number":3}]"#), .json(")]}'\n[]"),
      asks: [x, x + "?S=2", x + "?S=3"], count: 3, .end(.emptyPage)
    ) { $0.items = "$" },
  ]

  @Test(
    "N19 N20: odd totals are understood, unknown, or an error that names the field (J75)",
    arguments: [
      (#""87""#, 87), ("-1", nil), ("null", nil), ("87.0", 87), ("1e9", 1_000_000_000),
      ("\"-1\"", nil),
    ])
  func totals(text: String, total: Int?) async {
    let server = StubTransport(.json(#"{"total":\#(text),"items":[1]}"#), .json(#"{"items":[]}"#))
    let walk = await HTTPPageSource(
      .offset(start: "skip", total: "$.total"), URLRequest(Self.x), over: server
    ).walk()
    #expect(walk.pages.first?.totalCount == total)
    #expect(walk.end == .emptyPage)
    #expect(server.urls == [Self.x + "?skip=0", Self.x + "?skip=1"])
  }

  @Test(
    "N20: a total that is no number is an error that names the field, after the page",
    arguments: ["\"many\"", "1.5", "{}", "true", "\"\"", "1e30"])
  func junkTotal(text: String) async {
    let server = StubTransport(.json(#"{"total":\#(text),"items":[1]}"#))
    let walk = await HTTPPageSource(
      .pageNumber("page", total: "$.total"), URLRequest(Self.x), over: server
    ).walk()
    #expect(walk.items == [1])
    #expect(walk.error?.code == .inconsistent)
    #expect(walk.error?.detail.contains("$.total") == true)
    #expect(server.urls == [Self.x + "?page=1"])
  }

  @Test(
    "N19 N23 case 141: any first number, sent or left out, with totals of items or pages",
    arguments: [0, 1, 10], [true, false])
  func bases(first: Int, sendsFirst: Bool) async {
    let start = sendsFirst ? ["\(Self.x)?p=\(first)"] : [Self.x]
    for field in ["total", "pages"] {
      let server = StubTransport(
        .json(#"{"total":5,"pages":"3","items":[1,2]}"#),
        .json(#"{"total":5,"pages":"3","items":[3,4]}"#),
        .json(#"{"total":5,"pages":"3","items":[5]}"#))
      let walk = await HTTPPageSource(
        .pageNumber(
          "p", first: first, sendsFirst: sendsFirst, total: field == "total" ? "$.total" : nil,
          totalPages: field == "pages" ? "$.pages" : nil),
        URLRequest(Self.x), over: server
      ).walk()
      #expect(walk.items == [1, 2, 3, 4, 5])
      #expect(walk.end == .totalReached)
      #expect(server.urls == start + (1...2).map { "\(Self.x)?p=\(first + $0)" })
    }
  }

  @Test("N18 N26: a short page is the end only where that is said")
  func shortPage() async {
    let pages: [HTTPResponse] = [.json(#"{"items":[1,2]}"#), .json(#"{"items":[3]}"#)]
    let server = StubTransport { _, number in
      number <= 2 ? pages[number - 1] : .json(#"{"items":[]}"#)
    }
    let scheme = AnyScheme.offset(start: "o", limit: "n", size: 2, endRules: .shortPage)
    let walk = await HTTPPageSource(scheme, URLRequest(Self.x), over: server).walk()
    #expect(walk.items == [1, 2, 3])
    #expect(walk.end == .shortPage)
    #expect(server.urls == [Self.x + "?n=2&o=0", Self.x + "?n=2&o=2"])
  }

  @Test("N3 N50 case 143: the feed's limit is asked for on every page, beside what the request has")
  func limit() async {
    let server = StubTransport(.json(#"{"items":[1,2]}"#), .json(#"{"items":[]}"#))
    _ = await HTTPPageSource(
      .offset(start: "o", limit: "n", size: 50), URLRequest(Self.x + "?q=a+b"), over: server
    ).walk(limit: 7)
    #expect(server.urls == [Self.x + "?q=a+b&n=7&o=0", Self.x + "?q=a+b&n=7&o=2"])
  }

  @Test("N24: items that are left out count where items are counted")
  func rawCount() async {
    struct Row: Decodable, Sendable { var id: Int }
    let server = StubTransport(
      .json(#"{"items":[{"id":1},null,{"id":"x"}],"total":4}"#),
      .json(#"{"items":[{"id":4}],"total":4}"#))
    let source = HTTPPageSource(
      .offset(start: "o", total: "$.total"), request: URLRequest(Self.x), items: "$.items",
      of: Row.self, rules: .mayBeUndecodable, transport: server)
    let walk = await source.walk()
    #expect(walk.items.map(\.id) == [1, 4])
    #expect(server.urls == [Self.x + "?o=0", Self.x + "?o=3"])
    #expect(walk.end == .totalReached)
  }

  @Test("N7: the offset goes anywhere in the request, in a JSON body as a number")
  func inBody() async {
    let server = StubTransport(.json(#"{"items":[1]}"#), .json(#"{"items":[]}"#))
    _ = await HTTPPageSource(
      .offset(as: .body("$.page.from"), limit: .body("$.page.size"), size: 1),
      URLRequest(Self.x, "POST", body: #"{"query":{"a":1.50}}"#), over: server
    ).walk()
    #expect(
      server.requests.map(\.bodyText) == [
        #"{"page":{"from":0,"size":1},"query":{"a":1.5}}"#,
        #"{"page":{"from":1,"size":1},"query":{"a":1.5}}"#,
      ])
  }

  @Test(
    "a stored cursor that is no number, or beyond any list, is an error before or instead of a trap"
  )
  func junkCursors() async {
    let point: (JSON) -> ResumePoint<HTTPCursor> = {
      ResumePoint(
        cursor: HTTPCursor($0, received: .max), consumedCount: 0, index: 1, fingerprint: "",
        isAtEnd: false)
    }
    for scheme in [
      AnyScheme.offset(start: "o"), .pageNumber("p", first: 0), .range(size: 10),
    ] {
      for value in [JSON.string("x"), .number(Decimal(Int.max)), .number(-1), .null] {
        let server = StubTransport { _, _ in .json(#"{"items":[1,2]}"#) }
        let walk = await HTTPPageSource(scheme, URLRequest(Self.x), over: server)
          .walk(after: point(value))
        #expect(walk.error?.code == .misplacedCursor)
      }
    }
  }
}
