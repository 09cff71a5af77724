// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Rules around a scheme: what they do not say themselves, the scheme says.
protocol WrappingRules<Body>: PagingRules {
  /// The scheme inside.
  var base: PagingScheme<Body> { get }
}

extension WrappingRules {
  var endStatuses: Set<Int> { base.endStatuses }

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    try base.request(for: cursor, limit: limit, basedOn: request)
  }

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    try base.next(after: answer)
  }

  func refusal(in response: HTTPResponse) -> HTTPError? { base.refusal(in: response) }

  func earlyCursor(in response: HTTPResponse) -> HTTPCursor? { base.earlyCursor(in: response) }

  func closingRequest(after answer: HTTPAnswer<Body>) -> URLRequest? {
    base.closingRequest(after: answer)
  }
}
