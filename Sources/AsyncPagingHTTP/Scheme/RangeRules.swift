// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rules for servers that are asked for a range of items (RFC 9110, section 14, with a unit of
/// their own).
struct RangeRules<Body: Sendable>: PagingRules {
  let unit: String
  let size: Int

  /// 416: the range begins behind the last item.
  var endStatuses: Set<Int> { [416] }

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    let start = try start(of: cursor)
    let (end, isTooLarge) = start.addingReportingOverflow(max(limit ?? size, 1) - 1)
    guard !isTooLarge else { throw Self.beyondAnyList }
    var request = request
    request.setValue("\(unit)=\(start)-\(end)", forHTTPHeaderField: "Range")
    return request
  }

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    let range = try ContentRange(answer.response.fields["Content-Range"], unit: unit)
    let start = try start(of: answer.cursor)
    // What the server says it sent counts, and else what came.
    let (sum, isTooLarge) = start.addingReportingOverflow(answer.itemCount)
    guard !isTooLarge else { throw Self.beyondAnyList }
    let next = range?.last.map { $0 + 1 } ?? sum
    var page: NextPage
    if answer.itemCount == 0 {
      page = .end(.emptyPage)
    } else if let total = range?.total, next >= total {
      page = .end(.totalReached)
    } else if range == nil, answer.response.status == 200 {
      guard start == 0 else {
        throw HTTPError(.inconsistent, "a later range was answered with 200, and without a range")
      }
      // A server that does not know ranges sends everything at once.
      page = .end()
    } else {
      page = .cursor(HTTPCursor(.number(Decimal(next))))
    }
    page.totalCount = range?.total
    return page
  }

  private static var beyondAnyList: HTTPError {
    HTTPError(.misplacedCursor, "the range lies beyond any list")
  }

  private func start(of cursor: HTTPCursor?) throws(HTTPError) -> Int {
    guard let cursor else { return 0 }
    guard let start = cursor.value.count else {
      throw HTTPError(.misplacedCursor, "the cursor is none of this scheme: it is no number")
    }
    return start
  }
}

/// A `Content-Range` field, such as `items 0-49/120` or `items 0-49/*`.
struct ContentRange {
  let last: Int?
  let total: Int?

  /// Reads a field; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - field: The value; `nil` if there is none.
  ///   - unit: The unit that it must have.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/inconsistent`` if it is no such range.
  init?(_ field: String?, unit: String) throws(HTTPError) {
    guard let field else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    let range = parts.count == 2 && parts[0].isEqual(ignoringCase: unit) ? parts[1] : ""
    let sides = range.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2, let total = Self.number(sides[1]) else { throw Self.problem(field) }
    self.total = total
    if sides[0] == "*" {
      last = nil
      return
    }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]) ?? nil,
      let last = Self.number(ends[1]) ?? nil, first <= last, last < .max
    else { throw Self.problem(field) }
    self.last = last
  }

  /// A number of digits; `.some(nil)` for `*`, `nil` for anything else.
  private static func number(_ text: Substring) -> Int?? {
    if text == "*" { return .some(nil) }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).map { .some($0) }
  }

  private static func problem(_ field: String) -> HTTPError {
    HTTPError(.inconsistent, "the field Content-Range is no range: \"\(field.prefix(40))\"")
  }
}

extension PagingScheme {
  /// Items by range, in the header fields `Range` and `Content-Range`.
  ///
  /// It ends when the total is reached, with an empty page, or with the status 416; a 416 to the
  /// first request is an empty list if it says that there are 0 in all, and an error if not.
  ///
  /// - Parameters:
  ///   - unit: What is counted. Default: `items`.
  ///   - size: How many items to ask for when the feed does not say, at least 1.
  /// - Returns: The scheme.
  public static func range(unit: String = "items", size: Int) -> Self {
    precondition(size >= 1, "size is \(size), must be 1 or more")
    return Self(RangeRules(unit: unit, size: size))
  }
}
