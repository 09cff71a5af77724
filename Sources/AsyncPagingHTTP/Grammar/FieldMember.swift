// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A parameter of a member of a header field, such as `rel="next"`.
public struct FieldParameter: Sendable, Hashable {
  /// The name, in small letters, because names compare without regard to case.
  public let name: String

  /// The value, without quotes; `nil` where there is a name alone.
  public let value: String?
}

/// A member of a structured field: `name`, `name=value` or `"name"`, and its parameters.
struct FieldMember {
  var name: String
  var value: String?
  var parameters: [FieldParameter]

  /// The value of the first parameter of a name.
  ///
  /// - Parameter name: The name, in small letters.
  subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}

extension FieldScanner {
  /// Reads the parameters of a member, up to the comma behind them.
  ///
  /// Blanks around `;` and `=` are skipped, and so are parameters without a name: `;;`.
  ///
  /// - Returns: The parameters; `nil` if something else stands between them.
  mutating func parameters() -> [FieldParameter]? {
    var parameters: [FieldParameter] = []
    while true {
      skipBlanks()
      guard let byte = peek(), byte != .comma else { return parameters }
      guard take(.semicolon) else { return nil }
      skipBlanks()
      let name = run(while: \.isTokenByte).lowercasedASCII
      guard !name.isEmpty else { continue }
      var value: String?
      skipBlanks()
      if take(.equals) {
        value = self.value()
        guard value != nil else { return nil }
      }
      parameters.append(FieldParameter(name: name, value: value))
    }
  }

  /// Reads the members of a structured field; malformed ones are left out.
  ///
  /// - Parameter limit: The most members to read.
  /// - Returns: The members.
  mutating func members(limit: Int) -> [FieldMember] {
    var members: [FieldMember] = []
    while peek() != nil, members.count < limit {
      if let member = member() { members.append(member) }
      skipMember()
      _ = take(.comma)
    }
    return members
  }

  private mutating func member() -> FieldMember? {
    skipBlanks()
    let name = peek() == .quote ? quoted() : run { $0.isTokenByte || $0 == UInt8(ascii: "/") }
    guard let name, !name.isEmpty else { return nil }
    var value: String?
    skipBlanks()
    if take(.equals) {
      value = self.value()
      guard value != nil else { return nil }
    }
    return parameters().map { FieldMember(name: name, value: value, parameters: $0) }
  }

  /// Reads a value: in quotes, or up to a blank, a semicolon or a comma.
  private mutating func value() -> String? {
    skipBlanks()
    guard peek() != .quote else { return quoted() }
    return run { !$0.isBlank && $0 != .semicolon && $0 != .comma }
  }
}
