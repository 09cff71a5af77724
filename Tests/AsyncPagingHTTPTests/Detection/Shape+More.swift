// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

extension Shape {
  private static let next = #""https://h.example/x?c=SECRET""#

  /// More APIs, and answers in which several things must be weighed.
  static let more: [Shape] = [
    .found(
      "Link, last page", "[]", ".linkHeader()", "$", fields: ["Link": "</a>; rel=prev"],
      because: "no rel=next: the last page"),
    .unknown(
      "Link, not about pages", "[{}]", fields: ["Link": "</style.css>; rel=preload"],
      because: "may be all there is"),
    .unknown(
      "Link that leads nowhere", "[{}]", fields: ["Link": "</a{?page}>; rel=next"],
      because: "its URL is none that can be requested"),
    .found(
      "Link before all others", #"{"next":\#(next),"items":[{}],"nextPageToken":"SECRET"}"#,
      ".linkHeader()", "$.items", fields: ["Link": "</a?p=2>; rel=next"],
      because: "$.next is a URL of the same origin, too; a Link field goes before it"),
    .found(
      "URL before a token", #"{"next":\#(next),"items":[{}],"nextPageToken":"SECRET"}"#,
      #".nextURL(in: "$.next")"#, "$.items", because: "a next URL goes before it"),
    .found(
      "URL elsewhere", #"{"next":"https://cdn.example/x?c=SECRET","items":[]}"#,
      #".nextURL(in: "$.next")"#, "$.items",
      because: "of another origin, https://cdn.example, which HTTPOptions.origins must allow"),
    .unknown(
      "a token that is no URL", #"{"next":"/SECRET+a","items":[{}]}"#, because: "may be a token"),
    .unknown(
      "a URL that is none for HTTP", #"{"next":"ftp://h.example/?SECRET","items":[{}]}"#,
      because: "may be a token"),
    .found(
      "Django REST, last page", #"{"count":2,"next":null,"previous":null,"results":[{"id":1}]}"#,
      #".nextURL(in: "$.next")"#, "$.results", because: "$.next is empty: the last page"),
    .found(
      "OData", #"{"@odata.context":"x","value":[{}],"@odata.nextLink":\#(next)}"#,
      #".nextURL(in: "$['@odata.nextLink']")"#, "$.value"),
    .found(
      "Facebook", #"{"data":[{}],"paging":{"cursors":{"after":"SECRET"},"next":\#(next)}}"#,
      #".nextURL(in: "$.paging.next")"#, "$.data"),
    .found(
      "HubSpot", #"{"results":[{}],"paging":{"next":{"after":"SECRET","link":\#(next)}}}"#,
      #".nextURL(in: "$.paging.next.link")"#, "$.results"),
    .found(
      "Laravel", #"{"data":[{}],"links":{"next":null,"prev":null},"meta":{"current_page":1}}"#,
      #".nextURL(in: "$.links.next")"#, "$.data"),
    .found(
      "Salesforce", #"{"records":[{}],"nextRecordsUrl":"/services/data/query/SECRET-2000"}"#,
      #".nextURL(in: "$.nextRecordsUrl")"#, "$.records"),
    .found(
      "Spotify search", #"{"tracks":{"items":[{}],"next":\#(next)}}"#,
      #".nextURL(in: "$.tracks.next")"#, "$.tracks.items"),
    .found(
      "JSON:API with included", #"{"data":[{}],"included":[{}],"links":{"next":"/a?p=2"}}"#,
      #".nextURL(in: "$.links.next")"#, "$.data"),
    .found(
      "Kubernetes, last page",
      #"{"kind":"PodList","apiVersion":"v1","metadata":{"continue":""},"items":[]}"#,
      #".cursor(in: "$.metadata.continue", as: .query("continue"))"#, "$.items"),
    .found(
      "Notion",
      #"{"object":"list","results":[{}],"next_cursor":"SECRET","has_more":true}"#,
      #".cursor(in: "$.next_cursor", as: .body("$.start_cursor"), hasMore: "$.has_more")"#,
      "$.results", sent: "{}"),
    .found(
      "OpenAI",
      #"{"object":"list","data":[{}],"first_id":"a","last_id":"SECRET","has_more":true}"#,
      #".cursor(in: "$.last_id", as: .query("after"), hasMore: "$.has_more")"#, "$.data"),
    .found(
      "DynamoDB", #"{"Items":[{}],"Count":1,"LastEvaluatedKey":{"id":{"S":"SECRET"}}}"#,
      #".cursor(in: "$.LastEvaluatedKey", as: .body("$.ExclusiveStartKey"))"#, "$.Items",
      sent: #"{"TableName":"t"}"#),
    .found(
      "AWS", #"{"Things":[{}],"NextToken":"SECRET"}"#,
      #".cursor(in: "$.NextToken", as: .body("$.NextToken"))"#, "$.Things", sent: "{}"),
    .found(
      "Jira, token", #"{"issues":[{}],"isLast":false,"nextPageToken":"SECRET"}"#,
      #".cursor(in: "$.nextPageToken", as: .query("nextPageToken"))"#, "$.issues",
      because: "Jira"),
    .found(
      "Slack, form", #"{"ok":true,"x":[{}],"response_metadata":{"next_cursor":""}}"#,
      #".cursor(in: "$.response_metadata.next_cursor", as: .form("cursor"))"#, "$.x",
      sent: "limit=2", sentType: "application/x-www-form-urlencoded"),
    .found(
      "a token that the request has a parameter for",
      #"{"d":[{}],"meta":{"next_marker":"SECRET"}}"#,
      #".cursor(in: "$.meta.next_marker", as: .query("marker"))"#, "$.d", query: "?marker=&n=1",
      because: "the request has the parameter marker"),
    .unknown(
      "a token without a parameter", #"{"d":[{}],"meta":{"next_marker":"SECRET"}}"#,
      because: "$.meta.next_marker may be a token"),
    .unknown(
      "a token that repeats the request", #"{"d":[{}],"cursor":"SECRET"}"#,
      query: "?cursor=SECRET", because: "$.cursor may be a token"),
    .found(
      "page and total_pages", #"{"page":1,"results":[{}],"total_pages":9,"total_results":99}"#,
      #".pageNumber("page", totalPages: "$.total_pages")"#, "$.results"),
    .found(
      "page in meta", #"{"meta":{"page":1,"total":99},"data":[{}]}"#,
      #".pageNumber("page", total: "$.meta.total")"#, "$.data"),
    .unknown("page alone", #"{"page":1,"results":[{}],"count":1}"#, because: "$.count may say"),
    .found(
      "page of the request", "[{}]", #".pageNumber("page", first: 0)"#, "$",
      query: "?page=0&x=1", because: "the request has the parameter page"),
    .found(
      "page of the request, not the first", #"{"page":4,"total_pages":9,"d":[{}]}"#,
      #".pageNumber("page", first: 4)"#, "$.d", query: "?page=4", because: "and begins at 4"),
    .unknown(
      "current_page", #"{"current_page":1,"total_pages":3,"data":[{}]}"#,
      because: "may be all there is"),
    .found(
      "current_page, with a parameter", #"{"current_page":1,"total_pages":3,"data":[{}]}"#,
      #".pageNumber("page", totalPages: "$.total_pages")"#, "$.data", query: "?page=1"),
    .found(
      "Spring, counted from one", #"{"content":[{}],"page":{"number":0,"size":1,"totalPages":9}}"#,
      #".pageNumber("page", totalPages: "$.page.totalPages")"#, "$.content", query: "?page=1"),
    .found(
      "Algolia, POST", #"{"hits":[{"objectID":"1"}],"page":0,"nbPages":50}"#,
      #".pageNumber(as: .body("$.page"), first: 0, totalPages: "$.nbPages")"#, "$.hits",
      sent: #"{"query":""}"#),
    .found(
      "offset, limit and total", #"{"offset":0,"limit":2,"total":9,"rows":[{},{}]}"#,
      #".offset(start: "offset", limit: "limit", total: "$.total")"#, "$.rows"),
    .unknown(
      "limit and total", #"{"limit":2,"total":9,"rows":[{},{}]}"#, because: "$.total may say"),
    .found(
      "limit and total, and the request has an offset", #"{"limit":2,"total":9,"rows":[{},{}]}"#,
      #".offset(start: "skip", total: "$.total")"#, "$.rows", query: "?skip=0"),
    .found(
      "Solr", #"{"responseHeader":{"params":[]},"response":{"numFound":9,"start":0,"docs":[{}]}}"#,
      #".offset(start: "start", total: "$.response.numFound")"#, "$.response.docs"),
    .found(
      "SCIM", #"{"schemas":["x"],"totalResults":9,"startIndex":1,"Resources":[{}]}"#,
      #".offset(start: "startIndex", limit: "count", first: 1, total: "$.totalResults")"#,
      "$.Resources"),
    .found(
      "Content-Range", "[{},{}]", #".range(size: 2)"#, "$",
      fields: ["Content-Range": "items 0-1/9"], because: "Content-Range"),
    .unknown(
      "Content-Range of bytes", "[{},{}]", fields: ["Content-Range": "bytes 0-1/9"],
      because: "may be all there is"),
    .unknown(
      "two lists", #"{"users":[{}],"groups":[{}],"next":\#(next)}"#,
      because: "several arrays may be the items: $.groups, $.users"),
    .unknown(
      "plain values nearer than objects", #"{"ids":[1],"x":{"y":[{}]},"next":\#(next)}"#,
      because: "$.ids, $.x.y"),
    .unknown(
      "no list", #"{"next":\#(next)}"#,
      because: #"write HTTPPageSource(.nextURL(in: "$.next"), request: request, items: "…""#),
    .unknown(
      "no JSON, with a link", "<a/>", fields: ["Link": "</a?p=2>; rel=next"],
      because: "write HTTPPageSource(.linkHeader(), request: request, decode: "),
    .found(
      "Django REST, cursors, one page", #"{"next":null,"previous":null,"results":[{"id":1}]}"#,
      #".nextURL(in: "$.next")"#, "$.results"),
    .found(
      "odd names", #"{"a'b \" c":{"x.y":[{}]},"next":\#(next)}"#, #".nextURL(in: "$.next")"#,
      #"$['a\\'b \" c']['x.y']"#),
    .found(
      "names that are code", #"{"\\(exit(1))\n":[{}],"next":\#(next)}"#,
      #".nextURL(in: "$.next")"#, #"$['\\\\(exit(1))\u{a}']"#),
    .unknown("a text", #""SECRET""#, because: "may be all there is"),
    .unknown(
      "nested too deep", String(repeating: "[", count: 100_000), because: "nested deeper"),
  ]
}
