// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reads JSON (RFC 8259) from bytes, or just what is at the end of a path in it.
///
/// Foundation's decoder is made for types; for values of any shape it takes forty times as long, and
/// a path would cost that for the whole body. This one skips what nobody asked for, keeps every digit
/// of a number that a `Decimal` holds, and reads to the end: a text that is cut short is an error.
/// Of several members of one name the last counts.
struct JSONReader {
  private let bytes: [UInt8]
  private let nesting: Int
  private var position = 0

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
    case UInt8(ascii: "\"")?: _ = try rawText()
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
      if isSkipping { _ = try reader.rawText() } else { name = try reader.text() }
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

// MARK: - Words, numbers, texts

extension JSONReader {
  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func word(_ word: String) throws(JSONProblem) {
    for byte in word.utf8 {
      guard take(byte) else { throw problem("\"\(word)\" is not complete") }
    }
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  /// Reads a number without looking at its value.
  private mutating func numeral() throws(JSONProblem) -> ArraySlice<UInt8> {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let isZero = peek == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !isZero || count == 1 else { throw problem("there is no value") }
    if take(UInt8(ascii: ".")), digits() == 0 { throw problem("a number is not complete") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if digits() == 0 { throw problem("a number is not complete") }
    }
    return bytes[start..<position]
  }

  private mutating func number() throws(JSONProblem) -> Decimal {
    let text = String(decoding: try numeral(), as: UTF8.self)
    if let small = Int(text) { return Decimal(small) }
    guard let number = Decimal(string: text), !number.isNaN else {
      throw problem("a number is too large")
    }
    // More digits than a decimal has would be lost in silence.
    guard
      text.utf8.count(where: { $0 != UInt8(ascii: "-") }) <= 38
        || text.contains(where: { $0 == "." || $0 == "e" || $0 == "E" })
    else { throw problem("a number has more than 38 digits") }
    return number
  }

  /// Reads a text without looking into it.
  ///
  /// - Returns: What is between the quotes, and whether there are escapes in it.
  private mutating func rawText() throws(JSONProblem) -> (ArraySlice<UInt8>, hasEscapes: Bool) {
    position += 1
    let start = position
    var hasEscapes = false
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return (bytes[start..<position - 1], hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position += 1
      case ..<0x20: throw problem("a control character is in a text")
      default: break
      }
    }
    throw problem("a text is not complete")
  }

  private mutating func text() throws(JSONProblem) -> String {
    let (raw, hasEscapes) = try rawText()
    let end = position
    let plain = hasEscapes ? try unescaped(raw)[...] : raw
    position = end
    guard let text = String(validating: plain, as: UTF8.self) else {
      throw problem("a text is not UTF-8")
    }
    return text
  }

  /// The bytes of a text with its escapes replaced.
  private mutating func unescaped(_ raw: ArraySlice<UInt8>) throws(JSONProblem) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(raw.count)
    position = raw.startIndex
    while position < raw.endIndex {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      let escape = peek
      position += 1
      switch escape {
      case UInt8(ascii: "\"")?, UInt8(ascii: "\\")?, UInt8(ascii: "/")?: plain.append(escape ?? 0)
      case UInt8(ascii: "b")?: plain.append(0x08)
      case UInt8(ascii: "f")?: plain.append(0x0C)
      case UInt8(ascii: "n")?: plain.append(0x0A)
      case UInt8(ascii: "r")?: plain.append(0x0D)
      case UInt8(ascii: "t")?: plain.append(0x09)
      case UInt8(ascii: "u")?: plain += try scalar().utf8
      default: throw problem("there is no such escape")
      }
    }
    return plain
  }

  /// Reads the digits of an escaped character, and of the second half of a pair.
  private mutating func scalar() throws(JSONProblem) -> Character {
    var value = UInt32(try hexadecimal())
    if (0xD800...0xDBFF).contains(value) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw problem("half a pair") }
      let low = UInt32(try hexadecimal())
      guard (0xDC00...0xDFFF).contains(low) else { throw problem("half a pair") }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw problem("half a pair") }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(JSONProblem) -> UInt16 {
    let end = min(position + 4, bytes.count)
    let digits = bytes[position..<end]
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw problem("an escape is not complete") }
    position = end
    return value
  }

  private func problem(_ text: String) -> JSONProblem {
    JSONProblem(description: "\(text), at byte \(position)")
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
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/undecodableBody`` that says at which byte
  ///   the data is no JSON.
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
