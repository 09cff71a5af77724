// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reads JSON (RFC 8259) from bytes, or just what is at the end of a path in it.
///
/// Foundation's decoder is made for types; for values of any shape it takes forty times as long,
/// and a path would cost that for the whole body. This one skips what nobody asked for, keeps every
/// digit of a number that a `Decimal` holds, and reads to the end: a text that is cut short is an
/// error. Of several members of one name the last counts.
struct JSONReader {
  let bytes: [UInt8]
  private let nesting: Int
  var position = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - data: The bytes of one value, with blanks around it.
  ///   - nesting: How many levels of arrays and objects are read.
  init(_ data: Data, nesting: Int) {
    bytes = Array(data)
    self.nesting = nesting
  }

  /// Reads what is at the end of a path.
  ///
  /// - Parameter path: The path.
  /// - Returns: The value, or `nil` if the path leads nowhere.
  /// - Throws: ``JSONProblem`` if the bytes are no JSON.
  mutating func value(at path: JSONPath) throws(JSONProblem) -> JSON? {
    let found = try value(at: path.steps[...], depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw problem("something follows the value") }
    return found
  }
}

// MARK: - Values

extension JSONReader {
  private mutating func value(
    at steps: ArraySlice<JSONPath.Step>, depth: Int
  ) throws(JSONProblem) -> JSON? {
    guard let step = steps.first else { return try value(depth: depth) }
    skipBlanks()
    switch (step, peek) {
    case (.name(let name), UInt8(ascii: "{")?):
      var found: JSON?
      try members(depth: depth) { (reader, key) throws(JSONProblem) in
        guard key == name else { return try reader.skipValue(depth: depth + 1) }
        found = try reader.value(at: steps.dropFirst(), depth: depth + 1)
      }
      return found
    case (.position(let index), UInt8(ascii: "[")?):
      let start = position
      var count = 0
      var found: JSON?
      try elements(depth: depth) { (reader) throws(JSONProblem) in
        defer { count += 1 }
        guard count == index else { return try reader.skipValue(depth: depth + 1) }
        found = try reader.value(at: steps.dropFirst(), depth: depth + 1)
      }
      guard index < 0, count + index >= 0 else { return found }
      // From the end: now that it is known how many there are, once more from the start.
      position = start
      return try value(at: [.position(count + index)] + steps.dropFirst(), depth: depth)
    default:
      try skipValue(depth: depth)
      return nil
    }
  }

  private mutating func value(depth: Int) throws(JSONProblem) -> JSON {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{")?:
      var values: [String: JSON] = [:]
      try members(depth: depth) { (reader, key) throws(JSONProblem) in
        values[key] = try reader.value(depth: depth + 1)
      }
      return .object(values)
    case UInt8(ascii: "[")?:
      var values: [JSON] = []
      try elements(depth: depth) { (reader) throws(JSONProblem) in
        values.append(try reader.value(depth: depth + 1))
      }
      return .array(values)
    case UInt8(ascii: "\"")?: return .string(try text())
    case UInt8(ascii: "t")?:
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f")?:
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n")?:
      try word("null")
      return .null
    default: return .number(try number())
    }
  }

  private mutating func skipValue(depth: Int) throws(JSONProblem) {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{")?:
      try members(depth: depth, isSkipping: true) { (reader, _) throws(JSONProblem) in
        try reader.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "[")?:
      try elements(depth: depth) { (reader) throws(JSONProblem) in
        try reader.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "\"")?: try skipText()
    case UInt8(ascii: "t")?: try word("true")
    case UInt8(ascii: "f")?: try word("false")
    case UInt8(ascii: "n")?: try word("null")
    default: _ = try numeral()
    }
  }

  /// Reads an object, and lets the caller read each value.
  private mutating func members(
    depth: Int, isSkipping: Bool = false,
    _ read: (inout JSONReader, String) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    try list(until: UInt8(ascii: "}"), depth: depth) { (reader) throws(JSONProblem) in
      reader.skipBlanks()
      guard reader.peek == UInt8(ascii: "\"") else { throw reader.problem("a name is missing") }
      var name = ""
      if isSkipping { try reader.skipText() } else { name = try reader.text() }
      reader.skipBlanks()
      guard reader.take(UInt8(ascii: ":")) else { throw reader.problem("\":\" is missing") }
      try read(&reader, name)
    }
  }

  private mutating func elements(
    depth: Int, _ read: (inout JSONReader) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    try list(until: UInt8(ascii: "]"), depth: depth, read)
  }

  /// Reads things between brackets, with commas between them.
  private mutating func list(
    until end: UInt8, depth: Int, _ read: (inout JSONReader) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    guard depth < nesting else { throw problem("it is nested too deep") }
    position += 1
    skipBlanks()
    if take(end) { return }
    repeat {
      try read(&self)
      skipBlanks()
    } while take(UInt8(ascii: ","))
    guard take(end) else { throw problem("\",\" or the end of a list is missing") }
  }
}

/// Why bytes are no JSON, and where.
struct JSONProblem: Error, CustomStringConvertible {
  let description: String
}

extension JSON {
  /// Reads a value, or what is at the end of a path in it.
  ///
  /// - Parameters:
  ///   - data: The bytes; see RFC 8259.
  ///   - path: Where in it the value is. Default: all of it.
  ///   - nesting: How many levels of arrays and objects are read. Default: 512.
  /// - Returns: The value, or `nil` if the path leads nowhere.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/undecodableBody`` that says at which
  ///   byte the data is no JSON.
  public static func value(
    in data: Data, at path: JSONPath = "$", nesting: Int = 512
  ) throws(HTTPError) -> JSON? {
    var reader = JSONReader(data, nesting: nesting)
    do throws(JSONProblem) {
      return try reader.value(at: path)
    } catch {
      throw HTTPError(.undecodableBody, "the body is no JSON: \(error)")
    }
  }
}
