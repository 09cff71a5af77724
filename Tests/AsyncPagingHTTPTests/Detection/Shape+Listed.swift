// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

extension Shape {
  private static let graphQLQuery =
    #"{"query":"query($n: Int, $after: String) { r { issues(first: $n, after: $after) { x } } }"}"#

  /// The answers in the list of cases, by their ids.
  static let listed: [Shape] = [
    .found(
      "J01 Slack",
      #"{"ok":true,"channels":[{"id":"C1"}],"response_metadata":{"next_cursor":"SECRET=="}}"#,
      #".cursor(in: "$.response_metadata.next_cursor", as: .query("cursor"))"#, "$.channels",
      because: "Slack"),
    .found(
      "J04 Stripe",
      #"{"object":"list","data":[{"id":"SECRET1"},{"id":"SECRET2"}],"has_more":true}"#,
      #".keyset(after: CursorToken(in: "$.data[-1].id", as: .query("starting_after")), "#
        + #"hasMore: "$.has_more")"#, "$.data", because: "Stripe"),
    .found(
      "J06 Stripe odd", #"{"object":"list","data":[],"has_more":true}"#,
      #".keyset(after: CursorToken(in: "$.data[-1].id", as: .query("starting_after")), "#
        + #"hasMore: "$.has_more")"#, "$.data"),
    .unknown(
      "J09 GitHub search",
      #"{"total_count":2813432,"incomplete_results":true,"items":[{"id":1}]}"#,
      because: "$.total_count may say how many items there are"),
    .found(
      "J10 GraphQL page",
      #"{"data":{"r":{"issues":{"nodes":[{"id":1}],"#
        + #""pageInfo":{"hasNextPage":true,"endCursor":"SECRET=="}}}}}"#,
      #".graphQL(connection: "$.data.r.issues")"#, "$.data.r.issues.nodes", sent: graphQLQuery,
      because: "the variable after"),
    .unknown(
      "J10 GraphQL page without a variable",
      #"{"data":{"r":{"issues":{"nodes":[{"id":1}],"#
        + #""pageInfo":{"hasNextPage":true,"endCursor":"SECRET=="}}}}}"#,
      sent: #"{"query":"{ r { issues(first: 5) { nodes { id } } } }"}"#,
      because: "let the query take the cursor of one connection from a variable"),
    .unknown(
      "J12 Relay odd", #"{"nodes":[],"pageInfo":{"hasNextPage":true,"endCursor":null}}"#,
      because: "$.pageInfo is there"),
    .found(
      "J14 JSON:API",
      #"{"data":[{"id":"1"}],"links":{"self":"/a","next":"/a?page[after]=SECRET%3D"}}"#,
      #".nextURL(in: "$.links.next")"#, "$.data", because: "a URL of the same origin"),
    .found(
      "J16 JSON:API link object",
      #"{"data":[{"id":"1"}],"links":{"next":{"href":"https://h.example/a?page=2","meta":{}}}}"#,
      #".nextURL(in: "$.links.next")"#, "$.data", because: "$.links.next.href is a URL"),
    .found(
      "J19 Graph delta",
      #"{"value":[{"id":"1"}],"@odata.deltaLink":"https://h.example/x/delta?$deltatoken=SECRET"}"#,
      #".nextURL(in: "$['@odata.nextLink']")"#, "$.value", because: "the last one"),
    .found(
      "J20 HAL",
      #"{"_links":{"self":{"href":"/o?page=1"},"next":{"href":"/o?page=2"}},"#
        + #""_embedded":{"o":[{"id":1}]}}"#,
      #".nextURL(in: "$._links.next")"#, "$._embedded.o|.mayBeMissing"),
    .unknown(
      "J22 HAL end", #"{"_links":{"self":{"href":"/o?page=2"}},"_embedded":{"o":[]}}"#,
      because: "may be all there is"),
    .found(
      "J23 Jira offset", #"{"startAt":0,"maxResults":50,"total":120,"issues":["50 rows"]}"#,
      #".offset(start: "startAt", limit: "maxResults", total: "$.total")"#, "$.issues",
      because: "repeats the parameter startAt"),
    .unknown(
      "J25 Jira token end", #"{"issues":[{"id":"2"}],"isLast":true}"#,
      because: "$.isLast says whether more follows"),
    .found(
      "J27 Bitbucket",
      #"{"values":[{"id":1}],"pagelen":10,"next":"https://h.example/x?page=SECRET"}"#,
      #".nextURL(in: "$.next")"#, "$.values"),
    .found(
      "J31 X v2", #"{"meta":{"result_count":0,"next_token":"SECRET"}}"#,
      #".cursor(in: "$.meta.next_token", as: .query("pagination_token"))"#,
      "$.data|.mayBeMissing"),
    .unknown("J32 X v2 end", #"{"meta":{"result_count":0}}"#, because: "may be all there is"),
    .found(
      "J34 X v1.1 end", #"{"users":[],"next_cursor":0,"next_cursor_str":"0"}"#,
      #".cursor(in: "$.next_cursor_str", as: .query("cursor"), marks: CursorMarks(zero: .end))"#,
      "$.users"),
    .found(
      "J36 Reddit end", #"{"kind":"Listing","data":{"after":null,"children":[]}}"#,
      #".cursor(in: "$.data.after", as: .query("after"))"#, "$.data.children"),
    .found(
      "J38 WordPress", #"[{"id":1},{"id":2}]"#,
      #".pageNumber("page", totalPages: .header("X-WP-TotalPages"))"#, "$",
      fields: ["x-wp-total": "3", "x-wp-totalpages": "2"], because: "WordPress"),
    .unknown(
      "J39 WordPress past end",
      #"{"code":"rest_post_invalid_page_number","data":{"status":400}}"#, status: 400,
      because: "the status 400"),
    .found(
      "J40 Elasticsearch",
      #"{"hits":{"total":{"value":10000,"relation":"gte"},"#
        + #""hits":[{"_id":"1","sort":[1700000000000,"SECRET",null]}]}}"#,
      #".keyset(after: CursorToken(in: "$.hits.hits[-1].sort", as: .body("$.search_after")))"#,
      "$.hits.hits", sent: #"{"sort":[{"date":"asc"},"_id"]}"#, because: "the request sorts"),
    .unknown(
      "J40 Elasticsearch without sort",
      #"{"hits":{"total":{"value":10000,"relation":"gte"},"hits":[{"_id":"1"}]}}"#, sent: "{}",
      because: "may be all there is"),
    .found(
      "J44 S3 list",
      #"{"IsTruncated":false,"NextContinuationToken":"SECRET","Contents":[{"Key":"a"}]}"#,
      #".cursor(in: "$.NextContinuationToken", as: .query("continuation-token"), "#
        + #"hasMore: "$.IsTruncated")"#, "$.Contents"),
    .found(
      "J47 AIP-158", #"{"books":[],"nextPageToken":"SECRET"}"#,
      #".cursor(in: "$.nextPageToken", as: .query("pageToken"))"#, "$.books"),
    .found(
      "J50 YouTube",
      #"{"pageInfo":{"totalResults":1000000,"resultsPerPage":5},"#
        + #""nextPageToken":"SECRET","items":[{"id":1}]}"#,
      #".cursor(in: "$.nextPageToken", as: .query("pageToken"))"#, "$.items"),
    .unknown(
      "J52 Kubernetes 410",
      #"{"kind":"Status","reason":"Expired","code":410,"metadata":{"continue":"SECRET"}}"#,
      status: 410, because: "the status 410"),
    .found(
      "J53 Unsplash", #"[{"id":"a"}]"#, ".linkHeader()", "$",
      fields: [
        "X-Total": "1000", "X-Per-Page": "10",
        "Link": #"<https://h.example/photos?page=1>; rel="first", <?page=SECRET>; rel="next""#,
      ], because: "rel=next"),
    .found(
      "J55 Algolia", #"{"hits":[{"objectID":"1"}],"page":0,"nbPages":50,"nbHits":12345}"#,
      #".pageNumber("page", first: 0, totalPages: "$.nbPages")"#, "$.hits"),
    .found(
      "J56 Django REST",
      #"{"count":28,"next":"https://h.example/api/x/?page=2","previous":null,"#
        + #""results":[{"id":1}]}"#,
      #".nextURL(in: "$.next")"#, "$.results"),
    .found(
      "J58 Spring",
      #"{"content":[],"number":0,"size":20,"totalPages":0,"last":true,"first":true}"#,
      #".pageNumber("page", first: 0, totalPages: "$.totalPages")"#, "$.content",
      because: "Spring"),
    .unknown(
      "J60 Facebook end",
      #"{"data":[{"id":"1"}],"paging":{"cursors":{"before":"SECRET","after":"SECRET"}}}"#,
      because: "the last page for Facebook"),
    .found(
      "J62 Airtable", #"{"records":[{"id":"rec1"}],"offset":"SECRET/recB2"}"#,
      #".cursor(in: "$.offset", as: .query("offset"))"#, "$.records"),
    .found(
      "J64 Spotify",
      #"{"items":[null,{"id":"1"}],"limit":20,"offset":0,"total":87,"next":null}"#,
      #".nextURL(in: "$.next")"#, "$.items|.mayBeUndecodable",
      because: "$.offset repeats the parameter offset beside $.total, too"),
    .found(
      "J68 Gerrit", ")]}'\n" + #"[{"_number":1},{"_number":2,"_more_changes":true}]"#,
      #".offset(start: "S", hasMore: "$[-1]._more_changes")"#, "$"),
    .found(
      "J70 Cosmos", #"{"Documents":[]}"#,
      #".cursor(in: .header("x-ms-continuation"), as: .header("x-ms-continuation"))"#,
      "$.Documents", fields: ["x-ms-continuation": #"{"token":"SECRET"}"#], sent: "{}"),
    .unknown(
      "J71 Numbers", #"{"items":[1],"next":2}"#,
      because: "$.next may be a token, but which parameter it goes to is not said"),
    .unknown("J73 null", #"{"items":[1],"next":null}"#, because: "$.next is null"),
    .unknown("J73 empty", #"{"items":[1],"next":""}"#, because: "may be all there is"),
    .unknown("J73 missing", #"{"items":[1]}"#, because: "may be all there is"),
    .unknown("J75 Odd totals", #"{"total":"87"}"#, because: "$.total may say how many"),
    .unknown("J75 Odd totals, negative", #"{"total":-1}"#, because: "may be all there is"),
    .unknown("J76 No body", "", because: "there is no body"),
    .unknown("J76 No body, by status", "", status: 204, because: "there is no body"),
    .unknown("J78 Byte order mark", "\u{FEFF}" + #"[{"id":1}]"#, because: "may be all there is"),
    .unknown(
      "J80 OAI-PMH", #"<resumptionToken completeListSize="9" cursor="5"/>"#,
      because: "the body is no JSON"),
  ]
}
