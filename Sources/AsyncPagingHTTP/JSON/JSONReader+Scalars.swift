// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Words, numbers and texts.

extension JSONReader {
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func word(_ word: String) throws(JSONProblem) {
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
  mutating func numeral() throws(JSONProblem) -> ArraySlice<UInt8> {
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

  mutating func number() throws(JSONProblem) -> Decimal {
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
  mutating func rawText() throws(JSONProblem) -> (ArraySlice<UInt8>, hasEscapes: Bool) {
    let start = position + 1
    let hasEscapes = try skipText()
    return (bytes[start..<position - 1], hasEscapes)
  }

  /// Goes behind a text without looking into it.
  ///
  /// Most of a body is in its texts, so the position is written once.
  ///
  /// - Returns: Whether there are escapes in it.
  @discardableResult
  mutating func skipText() throws(JSONProblem) -> Bool {
    var hasEscapes = false
    var index = position + 1
    defer { position = index }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += 1
      case ..<0x20: throw problem("a control character is in a text", at: index)
      default: break
      }
    }
    throw problem("a text is not complete", at: index)
  }

  mutating func text() throws(JSONProblem) -> String {
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

  func problem(_ text: String, at position: Int? = nil) -> JSONProblem {
    JSONProblem(description: "\(text), at byte \(position ?? self.position)")
  }
}
