// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rules for GraphQL connections (the Relay cursor connections specification).
struct ConnectionRules<Body: Sendable>: PagingRules {
  let connection: JSONPath
  let cursor: CursorPlace
  let limit: CursorPlace?
  let isBackwards: Bool

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    var request = request
    if let place = self.limit, let limit {
      request = try place.placing(limit.json, in: request)
    }
    guard let cursor else { return request }
    return try self.cursor.placing(cursor.value, in: request)
  }

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    // No more of the body is read than that: what is in the items is not the rules' business.
    guard case .object(let members)? = try answer.value(at: connection + "pageInfo") else {
      if let refusal = refusal(in: answer.response) { throw refusal }
      throw HTTPError(.inconsistent, "\(connection).pageInfo is missing; ask for it in the query")
    }
    guard let hasMore = members[isBackwards ? "hasPreviousPage" : "hasNextPage"]?.flag else {
      throw HTTPError(.inconsistent, "\(connection).pageInfo does not say whether more follows")
    }
    guard hasMore else { return .end(.flag) }
    switch members[isBackwards ? "startCursor" : "endCursor"] {
    case nil, .null?, .string("")?:
      throw HTTPError(
        .inconsistent, "\(connection).pageInfo says that more follows, and gives no cursor for it")
    case let cursor?: return .cursor(HTTPCursor(cursor))
    }
  }

  /// Errors in place of the connection; beside it they are about other parts of the query.
  func refusal(in response: HTTPResponse) -> HTTPError? {
    let json = response.json
    guard case .array(let errors)? = try? JSON.value(in: json, at: "$.errors"), !errors.isEmpty,
      (try? JSON.value(in: json, at: connection)) ?? .null == .null
    else { return nil }
    return HTTPError(
      .rejected, "the answer has no \(connection), and its errors say why: \(errors.count)")
  }
}

extension PagingScheme {
  /// A GraphQL connection: `pageInfo` with `hasNextPage` and `endCursor`.
  ///
  /// The request is the POST with the query and its variables. An answer with errors and without
  /// the connection is ``HTTPError/Code/rejected``.
  ///
  /// - Parameters:
  ///   - connection: The connection in the answer, such as `$.data.repository.issues`. Others in
  ///     the same answer are not looked at.
  ///   - variable: The variable for the cursor. Default: `after`, backwards `before`.
  ///   - limit: The variable for how many items are wanted. Default: none.
  ///   - backwards: Whether the pages before are asked for: `hasPreviousPage` and `startCursor`.
  ///     Default: no.
  /// - Returns: The scheme.
  public static func graphQL(
    connection: JSONPath, variable: String? = nil, limit: String? = nil, backwards: Bool = false
  ) -> Self {
    let name = variable ?? (backwards ? "before" : "after")
    return Self(
      ConnectionRules(
        connection: connection, cursor: .body(.variable(name)),
        limit: limit.map { .body(.variable($0)) }, isBackwards: backwards))
  }
}

extension JSONPath {
  /// The place of a variable in a GraphQL request.
  fileprivate static func variable(_ name: String) -> JSONPath { "$.variables" + name }

  /// The path that goes on to a member.
  fileprivate static func + (path: JSONPath, name: String) -> JSONPath {
    JSONPath(steps: path.steps + [.name(name)], description: "\(path).\(name)")
  }
}
