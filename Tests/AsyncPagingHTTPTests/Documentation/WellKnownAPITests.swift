// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lines of the article "Describe an API", compiled: the article's table is compared with them.
@Suite("Well-known APIs")
struct WellKnownAPITests {
  private static let loopback = URL(string: "http://127.0.0.1/items") ?? URL(filePath: "/")

  /// An item of any API.
  struct Item: Decodable, Sendable {}

  static let request = URLRequest(url: loopback)

  static let sources: [String: HTTPPageSource<Item>] = [
    "GitHub, GitLab": HTTPPageSource(
      .linkHeader().limit(as: .query("per_page"), size: 100), request: request,
      decoding: [Item].self),
    "GitHub search": HTTPPageSource(
      .linkHeader(), request: request, items: "$.items", of: Item.self),
    "Unsplash": HTTPPageSource(
      .linkHeader(), request: request, decoding: [Item].self),
    "Shopify (REST)": HTTPPageSource(
      .linkHeader().limit(as: .query("limit"), size: 250), request: request, items: "$.products",
      of: Item.self),
    "Stripe": HTTPPageSource(
      .keyset(
        after: CursorToken(in: "$.data[-1].id", as: .query("starting_after")), hasMore: "$.has_more"
      ), request: request, items: "$.data", of: Item.self),
    "Slack": HTTPPageSource(
      .cursor(in: "$.response_metadata.next_cursor", as: .query("cursor")), request: request,
      items: "$.channels", of: Item.self),
    "Notion": HTTPPageSource(
      .cursor(in: "$.next_cursor", as: .body("$.start_cursor"), hasMore: "$.has_more"),
      request: request, items: "$.results", of: Item.self),
    "Reddit": HTTPPageSource(
      .cursor(in: "$.data.after", as: .query("after")), request: request, items: "$.data.children",
      of: Item.self),
    "Airtable": HTTPPageSource(
      .cursor(in: "$.offset", as: .query("offset")), request: request, items: "$.records",
      of: Item.self),
    "Google (AIP-158)": HTTPPageSource(
      .cursor(in: "$.nextPageToken", as: .query("pageToken")), request: request, items: "$.items",
      of: Item.self, rules: .mayBeMissing),
    "Kubernetes": HTTPPageSource(
      .cursor(in: "$.metadata.continue", as: .query("continue")), request: request,
      items: "$.items", of: Item.self),
    "X, version 2": HTTPPageSource(
      .cursor(in: "$.meta.next_token", as: .query("pagination_token")), request: request,
      items: "$.data", of: Item.self, rules: .mayBeMissing),
    "X, version 1.1": HTTPPageSource(
      .cursor(in: "$.next_cursor_str", as: .query("cursor"), marks: CursorMarks(zero: .end)),
      request: request, items: "$.users", of: Item.self),
    "DynamoDB": HTTPPageSource(
      .cursor(in: "$.LastEvaluatedKey", as: .body("$.ExclusiveStartKey")), request: request,
      items: "$.Items", of: Item.self),
    "Elasticsearch": HTTPPageSource(
      .cursor(in: "$.hits.hits[-1].sort", as: .body("$.search_after")), request: request,
      items: "$.hits.hits", of: Item.self),
    "Cosmos DB": HTTPPageSource(
      .cursor(in: .header("x-ms-continuation"), as: .header("x-ms-continuation")), request: request,
      items: "$.Documents", of: Item.self),
    "OData, Microsoft Graph": HTTPPageSource(
      .nextURL(in: "$['@odata.nextLink']"), request: request, items: "$.value", of: Item.self),
    "JSON:API": HTTPPageSource(
      .nextURL(in: "$.links.next"), request: request, items: "$.data", of: Item.self),
    "HAL": HTTPPageSource(
      .nextURL(in: "$._links.next"), request: request, items: "$._embedded.orders", of: Item.self,
      rules: .mayBeMissing),
    "Django REST framework": HTTPPageSource(
      .nextURL(in: "$.next"), request: request, items: "$.results", of: Item.self),
    "Spotify": HTTPPageSource(
      .nextURL(in: "$.next"), request: request, items: "$.items", of: Item.self,
      rules: .mayBeUndecodable),
    "Confluence": HTTPPageSource(
      .nextURL(in: "$._links.next", prefix: "$._links.base"), request: request, items: "$.results",
      of: Item.self),
    "TMDB": HTTPPageSource(
      .pageNumber("page", totalPages: "$.total_pages"), request: request, items: "$.results",
      of: Item.self),
    "WordPress": HTTPPageSource(
      .pageNumber("page", totalPages: .header("X-WP-TotalPages")), request: request,
      decoding: [Item].self),
    "Spring Data": HTTPPageSource(
      .pageNumber("page", first: 0, totalPages: "$.totalPages"), request: request,
      items: "$.content", of: Item.self),
    "Algolia": HTTPPageSource(
      .pageNumber("page", first: 0, totalPages: "$.nbPages"), request: request, items: "$.hits",
      of: Item.self),
    "Jira": HTTPPageSource(
      .offset(start: "startAt", limit: "maxResults", size: 100, total: "$.total"), request: request,
      items: "$.issues", of: Item.self),
    "PostgREST": HTTPPageSource(
      .range(size: 100), request: request, decoding: [Item].self),
    "GraphQL (Relay)": HTTPPageSource(
      .graphQL(connection: "$.data.repository.issues", limit: "first"), request: request,
      items: "$.data.repository.issues.nodes", of: Item.self),
  ]

  @Test("every line of the article's table is compiled here, and every one here is in the table")
  func table() throws {
    let here = URL(filePath: #filePath)
    let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let article = try String(
      contentsOf: root.appending(
        path: "Sources/AsyncPagingHTTP/AsyncPagingHTTP.docc/DescribeAnAPI.md"), encoding: .utf8)
    let code = Self.squeezed(try String(contentsOf: here, encoding: .utf8))
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    var names: Set<String> = []
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      names.insert(cells[0])
      let scheme = Self.squeezed(cells[2].trimmingCharacters(in: ["`"]))
      #expect(code.contains("\"\(Self.squeezed(cells[0]))\":HTTPPageSource(\(scheme),"), "\(row)")
    }
    #expect(names == Set(Self.sources.keys))
  }

  /// A text without blanks and line breaks.
  private static func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
