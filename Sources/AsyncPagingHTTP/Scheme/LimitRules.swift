// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rules that also say how many items are wanted.
private struct LimitRules<Body: Sendable>: WrappingRules {
  let base: PagingScheme<Body>
  let place: CursorPlace
  let size: Int?

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    guard let limit = limit ?? size else {
      return try base.request(for: cursor, limit: nil, basedOn: request)
    }
    // First: a next URL replaces the request's, and gets nothing added.
    let limited = try place.placing(limit.json, in: request)
    return try base.request(for: cursor, limit: limit, basedOn: limited)
  }
}

extension PagingScheme {
  /// This scheme, saying how many items are wanted on a page.
  ///
  /// A next URL is requested as it is: there the number is in the first request alone.
  ///
  /// - Parameters:
  ///   - place: Where the number goes.
  ///   - size: The number when the feed does not say. Default: what the server likes.
  /// - Returns: The scheme.
  public func limit(as place: CursorPlace, size: Int? = nil) -> Self {
    if let size { precondition(size >= 1, "size is \(size), must be 1 or more") }
    return Self(LimitRules(base: self, place: place, size: size))
  }
}
