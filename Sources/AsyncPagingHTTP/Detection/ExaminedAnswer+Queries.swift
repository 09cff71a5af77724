// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Schemes in which the request's body is a query that must be ready to take a cursor.
extension ExaminedAnswer {
  /// A GraphQL connection, or Elasticsearch's `search_after`.
  var queryCandidates: [Candidate] { [connection, searchAfter].compactMap { $0 } }

  /// A connection whose cursor the query takes from a variable.
  private var connection: Candidate? {
    let connections = Self.connections(in: root)
    guard connections.count == 1, let names = connections.first, let variable else { return nil }
    let path = JSONPath(names: names)
    let lists = ["nodes", "edges"].map { names + [$0] }
    let list = lists.first { if case .array? = value($0) { true } else { false } }
    return Candidate(
      rule: .graphQL(path, variable: variable),
      reason:
        "\(path).pageInfo is there, and the query takes its cursor from the variable \(variable)",
      items: list.map { ItemPlace(path: JSONPath(names: $0)) })
  }

  /// What a query lacks whose answer has connections.
  var connectionHints: [String] {
    Self.connections(in: root).prefix(3).map { names in
      "\(JSONPath(names: names)).pageInfo is there: let the query take the cursor of one "
        + "connection from a variable, such as after: $after"
    }
  }

  /// Where there is a `pageInfo` that says whether more follows.
  private static func connections(in value: JSON, at names: [String] = []) -> [[String]] {
    guard case .object(let members) = value, names.count < 16 else { return [] }
    var found: [[String]] = []
    if case .object(let info)? = members["pageInfo"], info["hasNextPage"]?.flag != nil,
      info["endCursor"] != nil
    {
      found.append(names)
    }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      found += connections(in: member, at: names + [name])
    }
    return found
  }

  /// The only variable in an argument `after: $name` of the request's query.
  private var variable: String? {
    guard case .object(let members)? = requestBody, case .string(let query)? = members["query"]
    else { return nil }
    let names = Set(query.matches(of: /\bafter\s*:\s*\$([A-Za-z_][A-Za-z0-9_]*)/).map(\.1))
    return names.count == 1 ? names.first.map(String.init) : nil
  }

  /// Elasticsearch goes on after the last hit's sort values if the request sorts.
  private var searchAfter: Candidate? {
    guard case .array(let hits)? = value("hits", "hits"), case .object(let query)? = requestBody,
      query["sort"] != nil
    else { return nil }
    if let last = hits.last {
      guard case .object(let hit) = last, case .array? = hit["sort"] else { return nil }
    }
    return Candidate(
      rule: .keyset("$.hits.hits[-1].sort", .body("$.search_after")),
      reason: "$.hits.hits has sort values and the request sorts: search_after goes on",
      items: ItemPlace(path: "$.hits.hits"))
  }
}
