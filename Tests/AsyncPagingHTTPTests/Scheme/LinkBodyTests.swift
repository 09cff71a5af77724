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

@Suite("Next links of known services")
struct LinkBodyTests {
  private static let x = "https://h.example/x"
  private static let odata: AnyScheme = .nextURL(in: "$['@odata.nextLink']")

  @Test(
    "N8 N10 N37 N38 N44 case 118 case 133 case 137: the next link is requested as it is, and none is the end",
    arguments: bodies + headers + references)
  func link(_ body: BodyCase) async { await body.check() }

  private static let bodies = [
    BodyCase(
      "J14 JSON:API", .nextURL(in: "$.links.next"),
      .json(#"{"data":[{"id":"1"}],"links":{"self":"/a","next":"/a?page[after]=x%3D"}}"#),
      .json(#"{"data":[{"id":"2"}],"links":{"next":null}}"#),
      asks: ["https://h.example/a", "https://h.example/a?page%5Bafter%5D=x%3D"], count: 2,
      .end(.noNextCursor)
    ) {
      $0.items = "$.data"
      $0.request = URLRequest("https://h.example/a")
    },
    BodyCase(
      "J16 JSON:API, a link object", .nextURL(in: "$.links.next"),
      .json(
        #"{"data":[{"id":"1"}],"links":{"next":{"href":"https://h.example/a?page=2","meta":{"count":9}}}}"#
      ),
      .json(#"{"data":[],"links":{}}"#),
      asks: [x, "https://h.example/a?page=2"], count: 1, .end(.noNextCursor)
    ) { $0.items = "$.data" },
    BodyCase(
      "J19 Graph delta", odata,
      .json(
        #"{"value":[{"id":"1"}],"@odata.deltaLink":"https://h.example/x/delta?$deltatoken=t"}"#),
      asks: [x], count: 1, .end(.noNextCursor)
    ) { $0.items = "$.value" },
    BodyCase(
      "J20 HAL", .nextURL(in: "$._links.next.href"),
      .json(
        #"{"_links":{"self":{"href":"/o?page=1"},"next":{"href":"/o?page=2"}},"_embedded":{"o":[{"id":1}]}}"#
      ),
      .json(#"{"_links":{"self":{"href":"/o?page=2"}},"_embedded":{"o":[]}}"#),
      asks: ["https://h.example/o?page=1", "https://h.example/o?page=2"], count: 1,
      .end(.noNextCursor)
    ) {
      $0.items = "$._embedded.o"
      $0.request = URLRequest("https://h.example/o?page=1")
    },
    BodyCase(
      "J22 HAL, nothing embedded", .nextURL(in: "$._links.next"),
      .json(#"{"_links":{"self":{"href":"/o?page=2"}}}"#), asks: [x], count: 0, .end(.noNextCursor)
    ) {
      $0.items = "$._embedded.o"
      $0.rules = .mayBeMissing
    },
    BodyCase(
      "J27 Bitbucket", .nextURL(in: "$.next"),
      .json(#"{"values":[{"id":1}],"pagelen":10,"next":"https://h.example/x?page=k9Zb"}"#),
      .json(#"{"values":[{"id":2}],"pagelen":10}"#),
      asks: [x, x + "?page=k9Zb"], count: 2, .end(.noNextCursor)
    ) { $0.items = "$.values" },
    BodyCase(
      "J56 Django REST", .nextURL(in: "$.next"),
      .json(
        #"{"count":28,"next":"https://h.example/api/x/?page=2","previous":null,"results":[{"id":1}]}"#
      ),
      .status(404, #"{"detail":"Invalid page."}"#),
      asks: [x, "https://h.example/api/x/?page=2"], count: 1, .failure(.status)
    ) { $0.items = "$.results" },
    BodyCase(
      "J60 Facebook", .nextURL(in: "$.paging.next"),
      .json(#"{"data":[{"id":"1"}],"paging":{"cursors":{"before":"MAZDZD","after":"MjQZD"}}}"#),
      asks: [x], count: 1, .end(.noNextCursor)
    ) { $0.items = "$.data" },
    BodyCase(
      "J64 Spotify, any item", .nextURL(in: "$.next"),
      .json(#"{"items":[null,{"id":"1"}],"limit":20,"offset":0,"total":87,"next":null}"#),
      asks: [x], count: 2, .end(.noNextCursor)),
  ]

  private static let headers = [
    BodyCase(
      "J09 GitHub search", .linkHeader(),
      .json(
        #"{"total_count":2813432,"incomplete_results":true,"items":[{"id":1}]}"#,
        ["Link": #"<https://h.example/x?page=2>; rel="next""#]),
      .json(#"{"total_count":2813432,"items":[{"id":2}]}"#, ["Link": "<\(x)?page=1>; rel=prev"]),
      asks: [x, x + "?page=2"], count: 2, .end(.noNextCursor)),
    BodyCase(
      "J09 GitHub search, past the window", .linkHeader(),
      .json(#"{"total_count":2813432,"items":[{"id":1}]}"#, ["Link": "<?page=11>; rel=next"]),
      .status(422, #"{"message":"Only the first 1000 search results are available"}"#),
      asks: [x, x + "?page=11"], count: 1, .failure(.status)),
    BodyCase(
      "J53 Unsplash", .linkHeader(),
      .json(
        #"[{"id":"a"}]"#,
        [
          "X-Total": "1000", "X-Per-Page": "10",
          "Link": #"<\#(x)?page=1>; rel="first", <\#(x)?page=2>; rel="next""#,
        ]), .json(#"[{"id":"b"}]"#), asks: [x, x + "?page=2"], count: 2, .end(.noNextCursor)
    ) { $0.items = "$" },
    BodyCase(
      "L46 downgrade", .linkHeader(),
      .json("[1]", ["Link": #"<http://api.example.com/v1/items?page=2>; rel="next""#]),
      asks: ["https://api.example.com/v1/items"], count: 1, .failure(.foreignOrigin)
    ) {
      $0.items = "$"
      $0.request = URLRequest("https://api.example.com/v1/items")
    },
    BodyCase(
      "L50 Shopify", .linkHeader().limit(as: .query("limit"), size: 2),
      .json(
        #"{"items":[1,2]}"#,
        [
          "Link":
            #"<https://s.example/admin/api/2024-01/products.json?limit=2&page_info=eyJsYXN0X2lkIjoxfQ>; rel="next""#
        ]), .json(#"{"items":[3]}"#),
      asks: [
        "https://s.example/admin/api/2024-01/products.json?status=any&limit=2",
        "https://s.example/admin/api/2024-01/products.json?limit=2&page_info=eyJsYXN0X2lkIjoxfQ",
      ], count: 3, .end(.noNextCursor)
    ) { $0.request = URLRequest("https://s.example/admin/api/2024-01/products.json?status=any") },
  ]

  private static let references = [
    BodyCase(
      "U03 Confluence", .nextURL(in: "$._links.next", prefix: "$._links.base"),
      .json(
        #"{"items":[1],"_links":{"base":"https://h.example/wiki","next":"/rest/api/search?cursor=abc"}}"#
      ), .json(#"{"items":[2],"_links":{"base":"https://h.example/wiki"}}"#),
      asks: [
        "https://h.example/wiki/rest/api/search",
        "https://h.example/wiki/rest/api/search?cursor=abc",
      ],
      count: 2, .end(.noNextCursor)
    ) { $0.request = URLRequest("https://h.example/wiki/rest/api/search") },
    BodyCase(
      "U04 OData", odata,
      .json(
        #"{"items":[1],"@odata.nextLink":"https://h.example/x?$skiptoken=%5b%7B%22t%22%3a%22%2bRID%3a~v%3d%23RT%3a1%22%7D%5d"}"#
      ), .json(#"{"items":[2]}"#),
      asks: [
        "https://h.example/x?$top=2",
        "https://h.example/x?$skiptoken=%5b%7B%22t%22%3a%22%2bRID%3a~v%3d%23RT%3a1%22%7D%5d",
      ], count: 2, .end(.noNextCursor)
    ) { $0.request = URLRequest("https://h.example/x?$top=2") },
    BodyCase(
      "U06 OData, relative",
      .nextURL(in: "$['@odata.nextLink']", relativeTo: "$['@odata.context']"),
      .json(
        #"{"@odata.context":"https://h.example/odata/$metadata","items":[1],"@odata.nextLink":"Products?$skiptoken=3"}"#
      ), .json(#"{"items":[2]}"#),
      asks: ["https://h.example/gateway/a/b", "https://h.example/odata/Products?$skiptoken=3"],
      count: 2, .end(.noNextCursor)
    ) { $0.request = URLRequest("https://h.example/gateway/a/b") },
    BodyCase(
      "U06 OData, relative to the request", odata,
      .json(#"{"items":[1],"@odata.nextLink":"Products?$skiptoken=3"}"#), .json(#"{"items":[2]}"#),
      asks: ["https://h.example/odata/All", "https://h.example/odata/Products?$skiptoken=3"],
      count: 2, .end(.noNextCursor)
    ) { $0.request = URLRequest("https://h.example/odata/All") },
    BodyCase(
      "U08 the same again", .nextURL(in: "$.next"), .json(#"{"items":[1],"next":"\#(x)"}"#),
      .json(#"{"items":[1],"next":"\#(x)"}"#), asks: [x, x], count: 2, .cycle),
    BodyCase(
      "N8 the first that is there", .nextURL(in: .first(of: "$.next", "$.next2")),
      .json(#"{"items":[1],"next":null,"next2":"?b"}"#), .json(#"{"items":[2]}"#),
      asks: [x, x + "?b"], count: 2, .end(.noNextCursor)),
    BodyCase(
      "L40 a template keeps the page", .nextURL(in: "$.next"),
      .json(#"{"items":[1],"next":"/x{?page}"}"#), asks: [x], count: 1, .failure(.invalidURL)),
  ]

  @Test("a relative link belongs to the URL that the answer came from, after redirects (L25)")
  func redirected() async {
    let server = StubTransport(
      .status(302, "", ["Location": "https://eu.example.com/v2/items?page=1"]),
      .json("[1]", ["Link": #"<items?page=2>; rel="next""#]), .json("[2]"))
    var options = HTTPOptions()
    options.origins = .hosts(["eu.example.com"])
    let walk = await HTTPPageSource(
      .linkHeader(), URLRequest("https://api.example.com/v1/items"), items: "$", options,
      over: server
    ).walk()
    #expect(walk.items == [1, 2])
    #expect(
      server.urls == [
        "https://api.example.com/v1/items", "https://eu.example.com/v2/items?page=1",
        "https://eu.example.com/v2/items?page=2",
      ])
  }

  @Test("case 139: parameters that a next URL lacks are carried over where that is asked for, once")
  func carriedOver() async {
    for (carriesOver, second) in [
      (false, "https://h.example/x?page%5Bafter%5D=abc&state=all"),
      (true, "https://h.example/x?page%5Bafter%5D=abc&state=all&from=X&page%5Bsize%5D=100"),
    ] {
      let server = StubTransport(
        .json(#"{"items":[1],"next":"?page[after]=abc&state=all"}"#), .json(#"{"items":[2]}"#))
      let walk = await HTTPPageSource(
        .nextURL(in: "$.next", carriesOver: carriesOver),
        URLRequest("https://h.example/x?from=X&page%5Bsize%5D=100&state=open"), over: server
      ).walk()
      #expect(walk.items == [1, 2])
      #expect(server.urls.last == second)
    }
  }

  @Test("N39 case 137: nothing of the request's query is carried over to another origin")
  func carriedAbroad() async {
    var options = HTTPOptions()
    options.origins = .hosts(["cdn.example"])
    let server = StubTransport(
      .json(#"{"items":[1],"next":"https://cdn.example/x?page=2"}"#), .json(#"{"items":[2]}"#))
    let walk = await HTTPPageSource(
      .nextURL(in: "$.next", carriesOver: true),
      URLRequest("https://h.example/x?api_key=secret"), options, over: server
    ).walk()
    #expect(walk.items == [1, 2])
    #expect(server.urls.last == "https://cdn.example/x?page=2")
  }

  @Test(
    "the page before is known on every page that names it, and a broken link to it costs nothing")
  func previous() async {
    let server = StubTransport(
      .json("[1]", ["Link": "<?page=2>; rel=next, <https://[>; rel=prev"]),
      .json("[2]", ["Link": "<?page=1>; rel=prev"]))
    let walk = await HTTPPageSource(
      .linkHeader(), URLRequest(Self.x), items: "$", over: server
    ).walk()
    #expect(walk.items == [1, 2])
    #expect(walk.pages.map { $0.previous?.value } == [nil, "https://h.example/x?page=1"])
  }

  @Test(
    "case 27 case 145: a total is passed on, whatever it says, and never ends a walk with cursors")
  func totals() async {
    let server = StubTransport(
      .json("[1,2]", ["X-Total": "5", "Link": "<?page=2>; rel=next"]),
      .json("[3,4]", ["X-Total": "3", "Link": "<?page=3>; rel=next"]),
      .json("[5]", ["X-Total": "0", "Link": "<?page=4>; rel=next"]),
      .json("[6]", ["X-Total": "many", "Link": "<?page=5>; rel=next"]), .json("[7]"))
    let walk = await HTTPPageSource(
      .linkHeader().total(in: .header("X-Total")), URLRequest(Self.x), items: "$", over: server
    ).walk()
    #expect(walk.items == [1, 2, 3, 4, 5, 6, 7])
    #expect(walk.pages.map(\.totalCount) == [5, 3, 0, nil, nil])
  }
}
