// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place in an answer where the server says something: in its body, or in a header field.
///
/// A text literal is a path into a body that is JSON:
///
/// ```swift
/// .pageNumber("page", totalPages: "$.meta.pages")
/// .pageNumber("page", totalPages: .header("X-WP-TotalPages"))
/// .cursor(in: .first(of: "$.nextToken", "$.nextToken2"), as: .query("token"))
/// ```
public struct AnswerField<Body: Sendable>: Sendable {
  /// What is there; `nil` if nothing.
  ///
  /// The body is `nil` as long as it is not decoded.
  let read: @Sendable (HTTPResponse, Body?) throws(HTTPError) -> JSON?

  /// Whether it can only be read from a decoded body.
  let needsBody: Bool

  /// What to call it in errors.
  let name: String

  init(
    _ name: String, needsBody: Bool = false,
    _ read: @escaping @Sendable (HTTPResponse, Body?) throws(HTTPError) -> JSON?
  ) {
    self.name = name
    self.needsBody = needsBody
    self.read = read
  }

  /// What is there in an answer; `nil` if nothing.
  func value(_ answer: HTTPAnswer<Body>) throws(HTTPError) -> JSON? {
    try read(answer.response, answer.body)
  }

  /// A value in the body.
  ///
  /// - Parameter value: Finds it: a key path, or a function.
  /// - Returns: The field.
  public static func body(
    _ value: @escaping @Sendable (Body) -> some JSONRepresentable
  ) -> Self {
    Self("the body's value", needsBody: true) { (_, body) throws(HTTPError) in
      body.flatMap { value($0).json }
    }
  }

  /// The value at the end of a path in a body that is JSON.
  ///
  /// - Parameter path: The path.
  /// - Returns: The field.
  public static func json(_ path: JSONPath) -> Self {
    Self(path.description) { (response, _) throws(HTTPError) in
      try JSON.value(in: response.json, at: path)
    }
  }

  /// A header field, as a text.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The field.
  public static func header(_ name: String) -> Self {
    Self("the field \(name)") { (response, _) throws(HTTPError) in
      response.fields[name].map { .string($0) }
    }
  }

  /// The first of several fields in which there is something else than `null`.
  ///
  /// - Parameter fields: The fields, in order.
  /// - Returns: The field.
  public static func first(of fields: Self...) -> Self {
    Self(
      fields.map(\.name).joined(separator: " or "), needsBody: fields.contains(where: \.needsBody)
    ) { (response, body) throws(HTTPError) in
      for field in fields {
        if let value = try field.read(response, body), value != .null { return value }
      }
      return nil
    }
  }
}

extension AnswerField {
  /// A flag the other way round, where a server says that a page is the last one:
  /// `hasMore: .not("$.isLast")`.
  ///
  /// - Parameter field: The flag.
  /// - Returns: The field; what is no flag stays as it is.
  public static func not(_ field: Self) -> Self {
    Self(field.name, needsBody: field.needsBody) { (response, body) throws(HTTPError) in
      let value = try field.read(response, body)
      return value?.flag.map { .bool(!$0) } ?? value
    }
  }
}

extension AnswerField: ExpressibleByStringLiteral {
  /// Creates a field from a path into a body that is JSON.
  ///
  /// - Parameter path: The path; one that is none is a programmer's error and traps.
  public init(stringLiteral path: String) { self = .json(JSONPath(stringLiteral: path)) }
}

extension AnswerField {
  /// What the field says as a flag.
  ///
  /// - Returns: The flag, or `nil` if there is nothing.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/inconsistent`` if it is no flag.
  func flag(in answer: HTTPAnswer<Body>) throws(HTTPError) -> Bool? {
    try flag(in: answer.response, answer.body)
  }

  /// What the field says as a flag, of an answer that may not be decoded yet.
  func flag(in response: HTTPResponse, _ body: Body?) throws(HTTPError) -> Bool? {
    guard let value = try read(response, body), value != .null else { return nil }
    guard let flag = value.flag else {
      throw HTTPError(.inconsistent, "\(name) is neither true nor false")
    }
    return flag
  }

  /// What the field says as a number of things.
  ///
  /// - Returns: The number, or `nil` if there is nothing, or a negative number for "unknown".
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/inconsistent`` if it is no whole
  ///   number.
  func count(in answer: HTTPAnswer<Body>) throws(HTTPError) -> Int? {
    guard let value = try value(answer), value != .null else { return nil }
    if let count = value.count { return count }
    if case .number(let number) = value, number < 0 { return nil }
    if case .string(let text) = value, text.hasPrefix("-"), Int(text) != nil { return nil }
    throw HTTPError(.inconsistent, "\(name) is no number of things")
  }
}
