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

@Suite("Tokens of known services")
struct TokenBodyTests {
  private static let x = "https://h.example/x"

  @Test(
    "N1 N4 N5 N6 N9 N11 N15 N17 case 31 case 34 case 40 case 44: each service's token is sent back as it is, and its end is the end",
    arguments: services + ends + empty + hard)
  func token(_ body: BodyCase) async { await body.check() }

  private static let services = [
    BodyCase(
      "J01 Slack", .cursor(in: "$.response_metadata.next_cursor", as: .query("cursor")),
      .json(
        #"{"ok":true,"channels":[{"id":"C1"}],"response_metadata":{"next_cursor":"dGVhbTpDMQ=="}}"#),
      .json(#"{"ok":true,"channels":[{"id":"C2"}],"response_metadata":{"next_cursor":""}}"#),
      asks: [x, x + "?cursor=dGVhbTpDMQ%3D%3D"], count: 2, .end(.noNextCursor)
    ) { $0.items = "$.channels" },
    BodyCase(
      "J04 Stripe",
      .keyset(
        after: CursorToken(in: "$.data[-1].id", as: .query("starting_after")), hasMore: "$.has_more"
      ),
      .json(#"{"object":"list","data":[{"id":"ch_1"},{"id":"ch_2"}],"has_more":true}"#),
      .json(#"{"object":"list","data":[{"id":"ch_3"}],"has_more":false}"#),
      asks: [x, x + "?starting_after=ch_2"], count: 3, .end(.flag)
    ) { $0.items = "$.data" },
    BodyCase(
      "J06 Stripe, more without an id",
      .keyset(
        after: CursorToken(in: "$.data[-1].id", as: .query("starting_after")), hasMore: "$.has_more"
      ),
      .json(#"{"object":"list","data":[],"has_more":true}"#),
      asks: [x], count: 0, .failure(.inconsistent)
    ) { $0.items = "$.data" },
    BodyCase(
      "J40 Elasticsearch",
      .keyset(after: CursorToken(in: "$.hits.hits[-1].sort", as: .body("$.search_after"))),
      .json(
        #"{"hits":{"total":{"value":10000,"relation":"gte"},"hits":[{"_id":"1","sort":[1700000000000,"a",null]}]}}"#
      ),
      .json(#"{"hits":{"total":{"value":10000,"relation":"gte"},"hits":[]}}"#),
      asks: [#"{"size":1}"#, #"{"search_after":[1700000000000,"a",null],"size":1}"#], count: 1,
      .end(.emptyPage)
    ) {
      $0.items = "$.hits.hits"
      $0.request = URLRequest(x, "POST", body: #"{"size":1}"#)
      $0.shows = { $0.bodyText }
    },
    BodyCase(
      "J70 Cosmos",
      .cursor(in: .header("x-ms-continuation"), as: .header("x-ms-continuation")),
      .json(#"{"Documents":[]}"#, ["X-MS-Continuation": #"{"token":"+RID:~v==#RT:1"}"#]),
      .json(#"{"Documents":[{"id":1}]}"#),
      asks: ["", #"{"token":"+RID:~v==#RT:1"}"#], count: 1, .end(.noNextCursor)
    ) {
      $0.items = "$.Documents"
      $0.shows = { $0.value(forHTTPHeaderField: "x-ms-continuation") ?? "" }
    },
  ]

  private static let ends = [
    BodyCase(
      "J25 Jira, no token",
      .cursor(in: "$.nextPageToken", as: .query("nextPageToken"), hasMore: .not("$.isLast")),
      .json(#"{"issues":[{"id":"1"}],"nextPageToken":"t","isLast":false}"#),
      .json(#"{"issues":[{"id":"2"}],"isLast":true}"#),
      asks: [x, x + "?nextPageToken=t"], count: 2, .end(.flag)
    ) { $0.items = "$.issues" },
    BodyCase(
      "J25 Jira, by the token alone", .cursor(in: "$.nextPageToken", as: .query("nextPageToken")),
      .json(#"{"issues":[{"id":"2"}],"isLast":true}"#), asks: [x], count: 1, .end(.noNextCursor)
    ) { $0.items = "$.issues" },
    BodyCase(
      "J34 X v1.1",
      .cursor(in: "$.next_cursor_str", as: .query("cursor"), marks: CursorMarks(zero: .end)),
      .json(
        #"{"users":[{"id":1}],"next_cursor":1374004777531007833,"next_cursor_str":"1374004777531007833"}"#
      ),
      .json(#"{"users":[],"next_cursor":0,"next_cursor_str":"0"}"#),
      asks: [x + "?cursor=-1", x + "?cursor=1374004777531007833"], count: 1, .end(.noNextCursor)
    ) {
      $0.items = "$.users"
      $0.request = URLRequest(x + "?cursor=-1")
    },
    BodyCase(
      "J34 X v1.1, the number",
      .cursor(in: "$.next_cursor", as: .query("cursor"), marks: CursorMarks(zero: .end)),
      .json(#"{"users":[],"next_cursor":0,"next_cursor_str":"0"}"#),
      asks: [x], count: 0, .end(.noNextCursor)
    ) { $0.items = "$.users" },
    BodyCase(
      "J36 Reddit", .cursor(in: "$.data.after", as: .query("after")),
      .json(#"{"kind":"Listing","data":{"after":null,"children":[]}}"#),
      asks: [x], count: 0, .end(.noNextCursor)
    ) { $0.items = "$.data.children" },
    BodyCase(
      "J44 S3",
      .cursor(
        in: "$.NextContinuationToken", as: .query("continuation-token"), hasMore: "$.IsTruncated"),
      .json(#"{"IsTruncated":false,"NextContinuationToken":"x","Contents":[{"Key":"a"}]}"#),
      asks: [x], count: 1, .end(.flag)
    ) { $0.items = "$.Contents" },
  ]

  private static let empty = [
    BodyCase(
      "J31 X v2", .cursor(in: "$.meta.next_token", as: .query("pagination_token")),
      .json(#"{"meta":{"result_count":0,"next_token":"7140w"}}"#),
      .json(#"{"data":[{"id":"1"}],"meta":{"result_count":1}}"#),
      asks: [x, x + "?pagination_token=7140w"], count: 1, .end(.noNextCursor)
    ) {
      $0.items = "$.data"
      $0.rules = .mayBeMissing
    },
    BodyCase(
      "J32 X v2, nothing", .cursor(in: "$.meta.next_token", as: .query("pagination_token")),
      .json(#"{"meta":{"result_count":0}}"#), asks: [x], count: 0, .end(.noNextCursor)
    ) {
      $0.items = "$.data"
      $0.rules = .mayBeMissing
    },
    BodyCase(
      "J32 X v2, not even meta", .cursor(in: "$.meta.next_token", as: .query("pagination_token")),
      .json("{}"), asks: [x], count: 0, .end(.noNextCursor)
    ) {
      $0.items = "$.data"
      $0.rules = .mayBeMissing
    },
    BodyCase(
      "J47 AIP-158", .cursor(in: "$.nextPageToken", as: .query("page_token")),
      .json(#"{"books":[],"nextPageToken":"abc"}"#), .json(#"{"books":[{"id":1}]}"#),
      asks: [x, x + "?page_token=abc"], count: 1, .end(.noNextCursor)
    ) { $0.items = "$.books" },
    BodyCase(
      "J50 YouTube", .cursor(in: "$.nextPageToken", as: .query("pageToken")),
      .json(
        #"{"pageInfo":{"totalResults":1000000,"resultsPerPage":5},"nextPageToken":"CAUQAA","items":[{"id":1}]}"#
      ), .json(#"{"pageInfo":{"totalResults":1000000},"items":[{"id":2}]}"#),
      asks: [x, x + "?pageToken=CAUQAA"], count: 2, .end(.noNextCursor)),
    BodyCase(
      "J73 null", .cursor(in: "$.next", as: .query("c")), .json(#"{"items":[1],"next":null}"#),
      asks: [x], count: 1, .end(.noNextCursor)),
    BodyCase(
      "J73 empty", .cursor(in: "$.next", as: .query("c")), .json(#"{"items":[1],"next":""}"#),
      asks: [x], count: 1, .end(.noNextCursor)),
    BodyCase(
      "J73 missing", .cursor(in: "$.next", as: .query("c")), .json(#"{"items":[1]}"#),
      asks: [x], count: 1, .end(.noNextCursor)),
  ]

  private static let hard = [
    BodyCase(
      "J52 Kubernetes", .cursor(in: "$.metadata.continue", as: .query("continue")),
      .json(#"{"items":[1,2],"metadata":{"continue":"t1"}}"#),
      .status(
        410, #"{"kind":"Status","reason":"Expired","code":410,"metadata":{"continue":"fresh"}}"#),
      asks: [x, x + "?continue=t1"], count: 2, .failure(.cursorExpired)),
    BodyCase(
      "J62 Airtable", .cursor(in: "$.offset", as: .query("offset")),
      .json(#"{"records":[{"id":"rec1"}],"offset":"itrA1/recB2"}"#),
      .json(#"{"records":[{"id":"rec2"}]}"#),
      asks: [x, x + "?offset=itrA1%2FrecB2"], count: 2, .end(.noNextCursor)
    ) { $0.items = "$.records" },
    BodyCase(
      "J62 Airtable, expired", .cursor(in: "$.offset", as: .query("offset")),
      .json(#"{"records":[{"id":"rec1"}],"offset":"itrA1/recB2"}"#), .status(422, "{}"),
      asks: [x, x + "?offset=itrA1%2FrecB2"], count: 1, .failure(.cursorExpired)
    ) {
      $0.items = "$.records"
      $0.options.expiredCursorStatuses = [422]
    },
  ]

  @Test(
    "N48 case 112 case 114 case 116: a token that is a number keeps all its digits, and a text its bytes (J71)",
    arguments: [
      ("2", "2"), ("2.0", "2"), ("\"2\"", "2"), ("1909699624467843944", "1909699624467843944"),
      ("18446744073709551615", "18446744073709551615"), ("\"a+b/c==\"", "a%2Bb%2Fc%3D%3D"),
      ("\"ä b%2B\"", "%C3%A4%20b%252B"), ("0", "0"), ("\"0\"", "0"), ("-1", "-1"),
    ])
  func numbers(token: String, sent: String) async {
    await BodyCase(
      "J71", .cursor(in: "$.next", as: .query("c")), .json(#"{"items":[1],"next":\#(token)}"#),
      .json(#"{"items":[2]}"#), asks: [Self.x + "?a=%2b", Self.x + "?a=%2b&c=\(sent)"], count: 2,
      .end(.noNextCursor)
    ) { $0.request = URLRequest(Self.x + "?a=%2b") }.check()
  }
}
