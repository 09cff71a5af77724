// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SchemeRule {
  /// The code that says the same.
  var code: String {
    switch self {
    case .linkHeader: ".linkHeader()"
    case .nextURL(let path): ".nextURL(in: \(path.code))"
    case .cursor(let field, let place, let hasMore, let zeroIsEnd):
      call(
        "cursor", "in: \(field.code)", "as: \(place.code)",
        zeroIsEnd ? "marks: CursorMarks(zero: .end)" : nil, hasMore.map { "hasMore: \($0.code)" })
    case .keyset(let path, let place, let hasMore):
      call(
        "keyset", "after: CursorToken(in: \(path.code), as: \(place.code))",
        hasMore.map { "hasMore: \($0.code)" })
    case .graphQL(let connection, let variable):
      call(
        "graphQL", "connection: \(connection.code)",
        variable == "after" ? nil : "variable: \(variable.literal)")
    case .range(let unit, let size):
      call("range", unit == "items" ? nil : "unit: \(unit.literal)", "size: \(size)")
    case .pageNumber(let counting):
      call(
        "pageNumber", counting.placeCode(label: nil),
        counting.first == 1 ? nil : "first: \(counting.first)", counting.limitCode,
        counting.totalCode, counting.totalPages.map { "totalPages: \($0.code)" },
        counting.hasMoreCode)
    case .offset(let counting):
      call(
        "offset", counting.placeCode(label: "start"), counting.limitCode,
        counting.first == 0 ? nil : "first: \(counting.first)", counting.totalCode,
        counting.hasMoreCode)
    }
  }

  private func call(_ name: String, _ arguments: String?...) -> String {
    ".\(name)(\(arguments.compactMap { $0 }.joined(separator: ", ")))"
  }
}

extension SchemeRule.Counting {
  fileprivate func placeCode(label: String?) -> String {
    guard case .query(let name) = place else { return "as: \(place.code)" }
    return (label.map { "\($0): " } ?? "") + name.literal
  }

  /// A limit is in the same part of the request as the number, and is written as that is.
  fileprivate var limitCode: String? {
    guard case .query(let name)? = limit else { return limit.map { "limit: \($0.code)" } }
    return "limit: \(name.literal)"
  }

  fileprivate var totalCode: String? { total.map { "total: \($0.code)" } }

  fileprivate var hasMoreCode: String? { hasMore.map { "hasMore: \($0.code)" } }
}

extension SchemeRule.Field {
  fileprivate var code: String {
    switch self {
    case .json(let path): path.code
    case .header(let name): ".header(\(name.literal))"
    }
  }
}

extension SchemeRule.Place {
  fileprivate var code: String {
    switch self {
    case .query(let name): ".query(\(name.literal))"
    case .header(let name): ".header(\(name.literal))"
    case .form(let name): ".form(\(name.literal))"
    case .body(let path): ".body(\(path.code))"
    }
  }
}

extension JSONPath {
  /// The path as a literal.
  var code: String { description.literal }
}

extension ItemRules {
  /// The rules as code; `nil` for none.
  var code: String? {
    let names = [
      contains(.mayBeMissing) ? ".mayBeMissing" : nil,
      contains(.mayBeUndecodable) ? ".mayBeUndecodable" : nil,
    ].compactMap { $0 }
    return names.count > 1 ? "[\(names.joined(separator: ", "))]" : names.first
  }
}

extension String {
  /// The text as a literal of Swift; nothing in it can end the literal or begin an interpolation.
  var literal: String {
    let escaped = unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: "\(scalar)"
      }
    }
    return "\"\(escaped.joined())\""
  }
}
