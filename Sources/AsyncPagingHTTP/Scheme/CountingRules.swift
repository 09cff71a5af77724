// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a server says of the whole, beside a page.
struct Totals<Body: Sendable>: Sendable {
  var items: AnswerField<Body>?
  var pages: AnswerField<Body>?
  var hasMore: AnswerField<Body>?
  var endRules: EndRules

  /// Whether the data ends with an answer, and how many items there are.
  func end(
    after answer: HTTPAnswer<Body>, pages pageCount: Int?, limit: Int?
  ) throws(HTTPError) -> (reason: EndReason?, total: Int?) {
    let batch = Batch(
      Array(repeating: (), count: answer.itemCount), totalCount: try items?.count(in: answer),
      totalPages: try pages?.count(in: answer), hasNext: try hasMore?.flag(in: answer))
    let reason = endRules.endReason(
      batch, received: answer.received, pages: pageCount, limit: limit)
    return (reason, batch.totalCount)
  }
}

/// Rules for servers that are asked for a page by its number, or for items from an offset.
struct CountingRules<Body: Sendable>: PagingRules {
  /// What is counted.
  enum Unit: Sendable {
    case pages
    case items
  }

  let unit: Unit
  let place: CursorPlace
  let limitPlace: CursorPlace?

  /// How many items to ask for when the feed does not say.
  let size: Int?

  /// The number of the first page, or of the first item.
  let first: Int

  /// Whether the first request has the number as well.
  let sendsFirst: Bool
  let totals: Totals<Body>

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    var request = request
    if let limitPlace, let limit = limit ?? size {
      request = try limitPlace.placing(limit.json, in: request)
    }
    let number = try number(of: cursor)
    guard cursor != nil || sendsFirst else {
      return place.isSegment ? try place.placing(nil, in: request) : request
    }
    return try place.placing(number.json, in: request)
  }

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    // Offsets go by what has come: a server that caps the limit loses nothing.
    let (next, isTooLarge) = try number(of: answer.cursor).addingReportingOverflow(
      unit == .pages ? 1 : answer.itemCount)
    guard !isTooLarge else {
      throw HTTPError(.misplacedCursor, "the number of the next page is beyond any list")
    }
    let pages = unit == .pages ? next - first : nil
    let end = try totals.end(after: answer, pages: pages, limit: answer.limit ?? size)
    var page =
      end.reason.map { NextPage.end($0) } ?? .cursor(HTTPCursor(.number(Decimal(next))))
    page.totalCount = end.total
    return page
  }

  private func number(of cursor: HTTPCursor?) throws(HTTPError) -> Int {
    guard let cursor else { return first }
    guard let number = cursor.value.count else {
      throw HTTPError(.misplacedCursor, "the cursor is none of this scheme: it is no number")
    }
    return number
  }
}
