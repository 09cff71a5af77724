// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A scheme as a value that can be compared, printed, and made into a ``PagingScheme``.
struct SchemeProposal: Sendable, Hashable {
  var rule: SchemeRule
  var items: ItemPlace

  /// The line of code that says the same.
  func code(itemType: String) -> String {
    let rules = items.rules.code.map { ", rules: \($0)" } ?? ""
    return "HTTPPageSource(\(rule.code), request: request, items: \(items.path.code), "
      + "of: \(itemType).self\(rules))"
  }
}

/// Where the items are, and what they may be like.
struct ItemPlace: Sendable, Hashable {
  var path: JSONPath
  var rules: ItemRules = []
}

/// How to ask for the next page.
enum SchemeRule: Sendable, Hashable {
  /// What is counted, by which parameter, from where on and until when.
  struct Counting: Sendable, Hashable {
    var place: Place
    var first: Int
    var limit: Place?
    var total: Field?
    var totalPages: Field?
    var hasMore: JSONPath?

    /// Where the answer repeats the number that it was asked with.
    var echo: JSONPath?
  }

  case linkHeader
  case nextURL(JSONPath)
  case cursor(Field, Place, hasMore: JSONPath? = nil, zeroIsEnd: Bool = false)
  case keyset(JSONPath, Place, hasMore: JSONPath? = nil)
  case graphQL(JSONPath, variable: String)
  case range(unit: String, size: Int)
  case pageNumber(Counting)
  case offset(Counting)

  /// A place in an answer.
  enum Field: Sendable, Hashable {
    case json(JSONPath)
    case header(String)
  }

  /// A place in a request.
  enum Place: Sendable, Hashable {
    case query(String)
    case header(String)
    case form(String)
    case body(JSONPath)
  }

  /// The kind of scheme.
  var kind: SchemeFinding.Kind {
    switch self {
    case .linkHeader: .linkHeader
    case .nextURL: .nextURL
    case .cursor: .cursor
    case .keyset: .keyset
    case .graphQL: .graphQL
    case .range: .range
    case .pageNumber: .pageNumber
    case .offset: .offset
    }
  }

  /// What goes into the next request, by its name; `nil` if the server sends the whole URL.
  ///
  /// A server may ignore it without a word.
  var parameter: String? {
    switch self {
    case .linkHeader, .nextURL: nil
    case .cursor(_, let place, _, _), .keyset(_, let place, _): place.name
    case .graphQL(_, let variable): variable
    case .range: "Range"
    case .pageNumber(let counting), .offset(let counting): counting.place.name
    }
  }

  /// Where the answer repeats the number that it was asked with.
  var echo: JSONPath? {
    switch self {
    case .pageNumber(let counting), .offset(let counting): counting.echo
    default: nil
    }
  }
}

extension SchemeRule {
  /// The scheme.
  func scheme<Body: Sendable>(for body: Body.Type = Body.self) -> PagingScheme<Body> {
    switch self {
    case .linkHeader: .linkHeader()
    case .nextURL(let path): .nextURL(in: .json(path))
    case .cursor(let field, let place, let hasMore, let zeroIsEnd):
      .cursor(
        in: field.field(), as: place.cursorPlace,
        marks: CursorMarks(zero: zeroIsEnd ? .end : .cursor), hasMore: hasMore.map { .json($0) })
    case .keyset(let path, let place, let hasMore):
      .keyset(
        after: CursorToken(in: .json(path), as: place.cursorPlace),
        hasMore: hasMore.map { .json($0) })
    case .graphQL(let connection, let variable):
      .graphQL(connection: connection, variable: variable)
    case .range(let unit, let size): .range(unit: unit, size: size)
    case .pageNumber(let counting):
      .pageNumber(
        as: counting.place.cursorPlace, first: counting.first,
        limit: counting.limit?.cursorPlace, total: counting.total?.field(),
        totalPages: counting.totalPages?.field(), hasMore: counting.hasMore.map { .json($0) })
    case .offset(let counting):
      .offset(
        as: counting.place.cursorPlace, limit: counting.limit?.cursorPlace,
        first: counting.first, total: counting.total?.field(),
        hasMore: counting.hasMore.map { .json($0) })
    }
  }
}

extension SchemeRule.Field {
  /// The place.
  func field<Body: Sendable>() -> AnswerField<Body> {
    switch self {
    case .json(let path): .json(path)
    case .header(let name): .header(name)
    }
  }
}

extension SchemeRule.Place {
  /// The place.
  var cursorPlace: CursorPlace {
    switch self {
    case .query(let name): .query(name)
    case .header(let name): .header(name)
    case .form(let name): .form(name)
    case .body(let path): .body(path)
    }
  }

  /// The name by which a person knows it.
  var name: String {
    switch self {
    case .query(let name), .header(let name), .form(let name): name
    case .body(let path): path.description
    }
  }
}
