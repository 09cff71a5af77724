// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AsyncPagingHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `Content-Range`, then a position, a number of items, and a status.
///
/// - A range that is read ends below the largest number, and its total is not negative.
/// - What follows an answer is no position before the one that was asked for.
func check(_ input: FuzzInput) {
  let range = try? AsyncPagingHTTP.ContentRange(input[0], unit: "items")
  if let last = range?.last { require(last >= 0 && last < .max, "the last one is \(last)") }
  require(range?.total ?? 0 >= 0, "\(range?.total ?? 0) in all")
  guard let url = URL(string: "https://a.example/"), let start = Int(input[1]), start >= 0 else {
    return
  }
  let scheme = PagingScheme<Int>.range(size: 100)
  let cursor = HTTPCursor(.number(Decimal(start)))
  guard
    let request = try? scheme.request(
      for: cursor, limit: Int(input[2]), basedOn: URLRequest(url: url))
  else { return }
  let response = HTTPResponse(
    status: Int(input[3]) ?? 206, fields: input[0].isEmpty ? [:] : ["Content-Range": input[0]],
    url: url)
  let answer = HTTPAnswer(
    body: 0, itemCount: max(Int(input[2]) ?? 1, 0) % 10_000, response: response, request: request,
    cursor: cursor, limit: nil)
  guard let next = try? scheme.next(after: answer) else { return }
  require(next.totalCount ?? 0 >= 0, "\(next.totalCount ?? 0) in all")
  if let position = next.cursor {
    require(position.value.count ?? -1 >= 0, "the next position is \(position.value)")
    require(
      (try? scheme.request(for: position, limit: 1, basedOn: request)) != nil || start > 0,
      "\(position.value) cannot be asked for")
  }
}
