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

/// The lines that findings print are code: here they are, compiled.
@Suite("Lines of code")
struct LineTests {
  private typealias Item = JSON

  @Test("N120: what a finding prints compiles as it is")
  func lines() throws {
    let request = URLRequest(url: try #require(URL(string: "https://h.example/")))
    // swift-format-ignore
    let sources = [
      HTTPPageSource(.linkHeader(), request: request, items: "$", of: Item.self),
      HTTPPageSource(.nextURL(in: "$['@odata.nextLink']"), request: request, items: "$.value", of: Item.self),
      HTTPPageSource(.nextURL(in: "$._links.next"), request: request, items: "$._embedded.o", of: Item.self, rules: .mayBeMissing),
      HTTPPageSource(.cursor(in: "$.next_cursor_str", as: .query("cursor"), marks: CursorMarks(zero: .end)), request: request, items: "$.users", of: Item.self),
      HTTPPageSource(.cursor(in: "$.NextContinuationToken", as: .query("continuation-token"), hasMore: "$.IsTruncated"), request: request, items: "$.Contents", of: Item.self),
      HTTPPageSource(.cursor(in: .header("x-ms-continuation"), as: .header("x-ms-continuation")), request: request, items: "$.Documents", of: Item.self),
      HTTPPageSource(.keyset(after: CursorToken(in: "$.data[-1].id", as: .query("starting_after")), hasMore: "$.has_more"), request: request, items: "$.data", of: Item.self),
      HTTPPageSource(.keyset(after: CursorToken(in: "$.hits.hits[-1].sort", as: .body("$.search_after"))), request: request, items: "$.hits.hits", of: Item.self),
      HTTPPageSource(.graphQL(connection: "$.data.r.issues"), request: request, items: "$.data.r.issues.nodes", of: Item.self),
      HTTPPageSource(.range(size: 2), request: request, items: "$", of: Item.self),
      HTTPPageSource(.pageNumber("page", totalPages: .header("X-WP-TotalPages")), request: request, items: "$", of: Item.self),
      HTTPPageSource(.pageNumber("page", first: 0, totalPages: "$.nbPages"), request: request, items: "$.hits", of: Item.self),
      HTTPPageSource(.pageNumber("page", total: "$.meta.total"), request: request, items: "$.data", of: Item.self),
      HTTPPageSource(.pageNumber(as: .body("$.page"), first: 0, totalPages: "$.nbPages"), request: request, items: "$.hits", of: Item.self),
      HTTPPageSource(.offset(start: "startAt", limit: "maxResults", total: "$.total"), request: request, items: "$.issues", of: Item.self),
      HTTPPageSource(.offset(start: "startIndex", limit: "count", first: 1, total: "$.totalResults"), request: request, items: "$.Resources", of: Item.self),
      HTTPPageSource(.offset(start: "S", hasMore: "$[-1]._more_changes"), request: request, items: "$", of: Item.self),
    ]
    #expect(sources.count == 17)
    // Each is, letter by letter, what some answer above leads to.
    let text = try String(contentsOfFile: #filePath, encoding: .utf8)
    let printed = try Set((Shape.listed + Shape.more).map { try $0.finding.description })
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("HTTPPageSource(") }
    #expect(lines.count == sources.count)
    for line in lines {
      #expect(printed.contains(String(line.dropLast())), "\(line)")
    }
  }
}
