// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Schemes in which a token goes from the answer into the next request.
extension ExaminedAnswer {
  /// Tokens whose parameter is certain: by a convention, or because the request has it.
  var cursorCandidates: [Candidate] {
    let conventions = [
      slack, kubernetes, xSearch, xList, reddit, airtable, notion, stripeSearch, openAI, stripe,
      objectStore, awsToken, dynamoDB, cosmos, pageToken,
    ]
    return conventions.compactMap { $0 } + requestedTokens
  }

  /// A token at the end of names that goes to a parameter.
  private func token(
    _ names: String..., to parameter: String, of api: String, hasMore: JSONPath? = nil,
    zeroIsEnd: Bool = false, items: ItemPlace? = nil
  ) -> Candidate {
    let path = JSONPath(names: names)
    return Candidate(
      rule: .cursor(.json(path), place(parameter), hasMore: hasMore, zeroIsEnd: zeroIsEnd),
      reason: "\(path) is there, the token that \(api) wants as \(parameter)", items: items)
  }

  private var slack: Candidate? {
    guard value("ok")?.flag != nil, value("response_metadata", "next_cursor") != nil else {
      return nil
    }
    return token("response_metadata", "next_cursor", to: "cursor", of: "Slack")
  }

  private var kubernetes: Candidate? {
    guard hasText("apiVersion"), hasText("kind"), value("metadata", "continue") != nil else {
      return nil
    }
    return token("metadata", "continue", to: "continue", of: "Kubernetes")
  }

  /// X, version 2; a page without results has no list at all.
  private var xSearch: Candidate? {
    guard value("meta", "result_count") != nil, value("meta", "next_token") != nil else {
      return nil
    }
    return token(
      "meta", "next_token", to: "pagination_token", of: "X",
      items: ItemPlace(path: "$.data", rules: .mayBeMissing))
  }

  /// X, version 1.1; zero is the end.
  private var xList: Candidate? {
    guard value("next_cursor") != nil, value("next_cursor_str") != nil else { return nil }
    return token("next_cursor_str", to: "cursor", of: "X 1.1", zeroIsEnd: true)
  }

  private var reddit: Candidate? {
    guard value("kind") == "Listing", value("data", "after") != nil else { return nil }
    return token("data", "after", to: "after", of: "Reddit")
  }

  private var airtable: Candidate? {
    guard case .array? = value("records"), case .string? = value("offset") else { return nil }
    return token("offset", to: "offset", of: "Airtable")
  }

  private var notion: Candidate? {
    guard value("object") == "list", value("results") != nil, value("has_more")?.flag != nil,
      value("next_cursor") != nil
    else { return nil }
    return token(
      "next_cursor", to: "start_cursor", of: "Notion", hasMore: "$.has_more")
  }

  private var stripeSearch: Candidate? {
    guard value("object") == "search_result", value("has_more")?.flag != nil else { return nil }
    return token("next_page", to: "page", of: "Stripe's search", hasMore: "$.has_more")
  }

  private var openAI: Candidate? {
    guard value("object") == "list", value("has_more")?.flag != nil, value("first_id") != nil,
      value("last_id") != nil
    else { return nil }
    return token("last_id", to: "after", of: "OpenAI", hasMore: "$.has_more")
  }

  private var stripe: Candidate? {
    guard value("object") == "list", value("has_more")?.flag != nil, case .array? = value("data"),
      value("last_id") == nil, value("next_cursor") == nil
    else { return nil }
    return Candidate(
      rule: .keyset("$.data[-1].id", place("starting_after"), hasMore: "$.has_more"),
      reason: "$.object is \"list\" beside $.has_more, as Stripe has it: the last id goes on")
  }

  private var objectStore: Candidate? {
    guard value("IsTruncated")?.flag != nil,
      value("NextContinuationToken") != nil || value("KeyCount") != nil
    else { return nil }
    return token(
      "NextContinuationToken", to: "continuation-token", of: "S3", hasMore: "$.IsTruncated")
  }

  private var awsToken: Candidate? {
    guard value("NextToken") != nil else { return nil }
    return token("NextToken", to: "NextToken", of: "AWS")
  }

  private var dynamoDB: Candidate? {
    guard case .object? = value("LastEvaluatedKey"), case .object? = requestBody else {
      return nil
    }
    return token("LastEvaluatedKey", to: "ExclusiveStartKey", of: "DynamoDB")
  }

  private var cosmos: Candidate? {
    let name = "x-ms-continuation"
    guard response.fields[name] != nil else { return nil }
    return Candidate(
      rule: .cursor(.header(name), .header(name)),
      reason: "the field \(name) is there, which Cosmos DB wants back in the same field")
  }

  private var pageToken: Candidate? {
    guard value("nextPageToken") != nil else { return nil }
    return value("isLast")?.flag == nil
      ? token("nextPageToken", to: "pageToken", of: "Google (AIP-158)")
      : token("nextPageToken", to: "nextPageToken", of: "Jira")
  }
}

extension ExaminedAnswer {
  /// Names that tokens have; most do not say how the parameter is called.
  private static let tokenNames = [
    "next_cursor", "nextCursor", "next_token", "nextToken", "next_page_token", "nextPageToken",
    "next_marker", "NextMarker", "nextMarker", "next_page", "nextPage", "next_offset", "nextOffset",
    "next_max_id", "end_cursor", "endCursor", "cursor", "continuation", "continuation_token",
    "continuationToken", "bookmark", "scroll_id", "_scroll_id", "after", "last_id", "next",
    "LastEvaluatedKey",
  ]

  /// Tokens for which the request has a parameter of the same name, with or without `next` before
  /// it.
  private var requestedTokens: [Candidate] {
    tokens.compactMap { token in
      for name in Self.parameterNames(for: token.name) {
        // A value that merely repeats that of the request is no token for the next page.
        guard let (place, sent) = parameter(name), sent.text != token.value.text else { continue }
        return Candidate(
          rule: .cursor(.json(token.path), place),
          reason: "\(token.path) is there, and the request has the parameter \(name)")
      }
      return nil
    }
  }

  /// What looks like a token.
  private var tokens: [(path: JSONPath, name: String, value: JSON)] {
    containers.flatMap { container in
      Self.tokenNames.compactMap { name in
        let names = container + [name]
        switch value(names) {
        case nil, .object?, .array?, .bool?: return nil
        case let value?: return (JSONPath(names: names), name, value)
        }
      }
    }
  }

  private static func parameterNames(for name: String) -> [String] {
    for prefix in ["next_", "end_"] where name.hasPrefix(prefix) {
      return [String(name.dropFirst(prefix.count)), name]
    }
    for prefix in ["next", "end", "Next"] where name.hasPrefix(prefix) && name != prefix {
      let rest = name.dropFirst(prefix.count)
      return [rest.prefix(1).lowercased() + rest.dropFirst(), String(rest), name]
    }
    return name == "_scroll_id" ? ["scroll_id", name] : [name]
  }

  /// What was seen that says something about pages, and not enough.
  var hints: [String] {
    var hints = linkHints + connectionHints
    for token in tokens.prefix(3) {
      hints.append(
        token.value == .null
          ? "\(token.path) is null, which is the end, and does not say what goes there"
          : "\(token.path) may be a token, but which parameter it goes to is not said")
    }
    for name in ["has_more", "hasMore", "hasNextPage", "isLast", "is_last"] {
      if value(name)?.flag != nil { hints.append("$.\(name) says whether more follows") }
    }
    if case .array? = value("links") { hints.append("$.links is an array: read it by a function") }
    if value("paging", "cursors") != nil {
      hints.append("$.paging.cursors without $.paging.next is the last page for Facebook")
    }
    for container in containers {
      for name in Self.totalNames + ["count"] where value(container + [name])?.count != nil {
        let path = JSONPath(names: container + [name])
        hints.append("\(path) may say how many items there are: compare it with what came")
        return hints
      }
    }
    return hints
  }

  /// Names that the number of all items has; `count` is that of a page as often.
  static let totalNames = [
    "total", "total_count", "totalCount", "totalResults", "total_results", "totalItems",
    "total_items", "totalElements", "numFound", "nbHits",
  ]
}
