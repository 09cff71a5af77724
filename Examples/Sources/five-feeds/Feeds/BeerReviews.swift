// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What somebody thinks of a beer.
struct Review: Decodable, Sendable {
  let row: Int
  let text: String
}

/// A page of reviews; the first one says how many there are in all.
struct BeerPage: Decodable, Sendable {
  let total: Int?
  let reviews: [Review]
}

/// The rules of a service that is like no other: what comes after a row, until as many have come as
/// its first answer said.
private struct BeerRules: PagingRules {
  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    let row = cursor.map { JSONPath.row.value(in: $0.value) ?? .null } ?? 0
    return try CursorPlace.query("after").placing(row, in: request)
  }

  func next(after answer: HTTPAnswer<BeerPage>) throws(HTTPError) -> NextPage {
    guard let last = answer.body.reviews.last else { return .end(.emptyPage) }
    let total =
      answer.body.total.json ?? answer.cursor.flatMap { JSONPath.total.value(in: $0.value) }
    guard let total, let count = total.count else {
      throw HTTPError(.inconsistent, "the first page does not say how many reviews there are")
    }
    var next =
      answer.received < count
      ? NextPage.cursor(HTTPCursor(["row": .number(Decimal(last.row)), "total": total]))
      : .end(.totalReached)
    next.totalCount = count
    return next
  }
}

/// The cursor carries both along.
extension JSONPath {
  fileprivate static let row: JSONPath = "row"
  fileprivate static let total: JSONPath = "total"
}

extension WebClient {
  /// Beer reviews, ten at a time.
  var beerReviews: HTTPPageSource<Review> {
    HTTPPageSource(
      PagingScheme(BeerRules()).limit(as: .query("limit"), size: 10),
      request: request("beer/reviews"), items: \.reviews)
  }
}
