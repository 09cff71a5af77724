// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A way into a JSON value, such as `$.meta.next`, `$['@odata.nextLink']` or `$.data[-1].id`.
///
/// It is the part of RFC 9535 that leads to one value: names after a dot, names in brackets and
/// single or double quotes, and positions in brackets, negative ones from the end. A path without
/// `$` begins at the root as well: `meta.next`.
public struct JSONPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case name(String)
    case position(Int)
  }

  let steps: [Step]

  /// The text that it was made from.
  public let description: String

  /// Creates a path.
  ///
  /// - Parameter text: The path.
  /// - Throws: ``JSONPathError`` that says where the text is no path.
  public init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    steps = try parser.steps()
    description = text
  }
}

extension JSONPath {
  init(steps: [Step], description: String) {
    self.steps = steps
    self.description = description
  }
}

extension JSONPath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a path from a literal; one that is no path is a programmer's error and traps.
  ///
  /// - Parameter value: The path.
  public init(stringLiteral value: String) {
    do throws(JSONPathError) {
      try self.init(value)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension JSONPath {
  /// The value at the end of the path in another value.
  ///
  /// - Parameter root: Where the path begins.
  /// - Returns: The value, or `nil` if the path leads nowhere.
  public func value(in root: JSON) -> JSON? {
    steps.reduce(root) { value, step in
      switch (value, step) {
      case (.object(let members)?, .name(let name)): return members[name]
      case (.array(let elements)?, .position(let position)):
        let index = position < 0 ? elements.count + position : position
        return elements.indices.contains(index) ? elements[index] : nil
      default: return nil
      }
    }
  }
}

/// A text that is no path.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, at which character, and what to write instead.
  public let description: String
}

/// Reads a path, scalar by scalar as RFC 9535 has it: a mark that combines with a dot or a quote
/// does not hide it.
struct JSONPathParser {
  private let text: String
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    self.text = text
    rest = text[...].unicodeScalars
  }

  mutating func steps() throws(JSONPathError) -> [JSONPath.Step] {
    var steps: [JSONPath.Step] = []
    if rest.first == "$" {
      rest.removeFirst()
    } else if !rest.isEmpty, rest.first != "[" {
      steps.append(try plainName())
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case ".": steps.append(try plainName())
      case "[": steps.append(try bracketed())
      default: throw error("expected \".\" or \"[\"")
      }
    }
    return steps
  }

  /// A name up to the next dot or bracket.
  private mutating func plainName() throws(JSONPathError) -> JSONPath.Step {
    let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" && $0 != "\"" && $0 != "'" }
    guard !name.isEmpty else { throw error("expected a name; quote odd ones: ['a.b']") }
    rest = rest[name.endIndex...]
    return .name(String(name))
  }

  /// A name in quotes, or a position, and the bracket after it.
  private mutating func bracketed() throws(JSONPathError) -> JSONPath.Step {
    let step: JSONPath.Step
    if let quote = rest.first, quote == "'" || quote == "\"" {
      step = .name(try quoted(by: quote))
    } else {
      let digits = rest.prefix { $0 != "]" }
      guard let position = Int(Substring(digits)), digits.first != "+" else {
        throw error("expected a position or a name in quotes")
      }
      rest = rest[digits.endIndex...]
      step = .position(position)
    }
    guard rest.first == "]" else { throw error("expected \"]\"") }
    rest.removeFirst()
    return step
  }

  private mutating func quoted(by quote: Unicode.Scalar) throws(JSONPathError) -> String {
    rest.removeFirst()
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(name) }
      if scalar == "\\", let escaped = rest.popFirst() {
        name.append(escaped)
      } else {
        name.append(scalar)
      }
    }
    throw error("the quote is not closed")
  }

  private func error(_ problem: String) -> JSONPathError {
    let position = text.unicodeScalars.distance(from: text.startIndex, to: rest.startIndex) + 1
    return JSONPathError(
      description: "\"\(text)\" is no path: \(problem), at character \(position)")
  }
}
