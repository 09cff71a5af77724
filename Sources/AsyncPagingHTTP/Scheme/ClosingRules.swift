// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Rules that also close what the server keeps for a walk.
private struct ClosingRules<Body: Sendable>: WrappingRules {
  let base: PagingScheme<Body>
  let closing: @Sendable (HTTPAnswer<Body>) -> URLRequest?

  func closingRequest(after answer: HTTPAnswer<Body>) -> URLRequest? { closing(answer) }
}

extension PagingScheme {
  /// This scheme, with a request that closes what the server keeps for a walk: a scroll, a point in
  /// time, a server-side cursor.
  ///
  /// The one made from the newest answer is sent once, when the walk has come to its end or nobody
  /// can go on any more: when the last cursor of the walk is gone. Pages hold their cursors, so who
  /// keeps pages keeps the walk open. What becomes of the request is told to nobody.
  ///
  /// ```swift
  /// let scheme = PagingScheme<Hits>.cursor(in: \.scrollID, as: .body("$.scroll_id"))
  ///   .closing { answer in
  ///     var request = URLRequest(url: scrollURL)
  ///     request.httpMethod = "DELETE"
  ///     request.httpBody = Data(#"{"scroll_id": "\#(answer.body.scrollID)"}"#.utf8)
  ///     return request
  ///   }
  /// ```
  ///
  /// - Parameter closing: Makes the request from an answer, or `nil` if nothing is kept.
  /// - Returns: The scheme.
  public func closing(
    with closing: @escaping @Sendable (HTTPAnswer<Body>) -> URLRequest?
  ) -> Self {
    Self(ClosingRules(base: self, closing: closing))
  }
}
