// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads the value of a header field from left to right.
///
/// What `Link` (RFC 8288) and the structured fields (RFC 9651) have in common: members with commas
/// between them, parameters after semicolons, texts in double quotes. Every byte is looked at a
/// small number of times, whatever the value is.
package struct FieldScanner {
  /// How many bytes were looked at so far: what tests hold against the length.
  package private(set) var work = 0

  private let bytes: [UInt8]
  private var position = 0

  /// Whether a quote was found that is not closed; then none of the later ones is.
  private var quotesAreOver = false

  /// Creates a scanner at the beginning of a value.
  ///
  /// - Parameter text: The value.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The byte at the position; `nil` at the end.
  mutating func peek() -> UInt8? {
    work += 1
    return position < bytes.count ? bytes[position] : nil
  }

  /// Steps over a byte, if it is the one at the position.
  ///
  /// - Parameter byte: The byte.
  /// - Returns: Whether it is.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Steps over bytes, and gives them as text.
  ///
  /// - Parameter belongs: Which bytes.
  /// - Returns: The text; empty if there was none.
  mutating func run(while belongs: (UInt8) -> Bool) -> String {
    let start = position
    while let byte = peek(), belongs(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Steps over blanks and tabs.
  mutating func skipBlanks() {
    while let byte = peek(), byte.isBlank { position += 1 }
  }

  /// Steps over what is left of a member, up to the comma after it.
  mutating func skipMember() {
    while let byte = peek(), byte != .comma {
      if byte == .quote { _ = quoted() } else { position += 1 }
    }
  }

  /// Steps over `<…>`, and gives what is between.
  ///
  /// - Returns: The text; `nil` if the bracket is not closed, or if another opens first. Then the
  ///   position is behind the first bracket.
  mutating func bracketed() -> String? {
    guard take(.less) else { return nil }
    let start = position
    let text = run { $0 != .greater && $0 != .less }
    guard take(.greater) else {
      position = start
      return nil
    }
    return text
  }

  /// Steps over a text in double quotes, and gives it without its quotes and backslashes.
  ///
  /// - Returns: The text; `nil` if the quote is not closed. Then the position is behind the quote.
  mutating func quoted() -> String? {
    guard take(.quote) else { return nil }
    guard !quotesAreOver else { return nil }
    let start = position
    var text: [UInt8] = []
    while let byte = peek() {
      position += 1
      if byte == .quote { return String(decoding: text, as: UTF8.self) }
      if byte != .backslash {
        text.append(byte)
      } else if let escaped = peek() {
        text.append(escaped)
        position += 1
      }
    }
    quotesAreOver = true
    position = start
    return nil
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let backslash = UInt8(ascii: "\\")

  /// Whether it is a blank or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether it is one of the ten ASCII digits.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is an ASCII letter.
  var isLetter: Bool { (0x61...0x7A).contains(lowercasedASCII) }

  /// Whether it may stand in a token (RFC 9110, section 5.6.2).
  var isTokenByte: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

extension StringProtocol {
  /// The text with small letters in place of ASCII capitals.
  var lowercasedASCII: String { String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self) }

  /// The parts of the text between ASCII separators.
  ///
  /// - Parameters:
  ///   - separator: The separator, as a byte: no character that combines with it hides it.
  ///   - maxSplits: How often to split at most. Default: at every separator.
  ///   - omittingEmpty: Whether empty parts are left out. Default: they are not.
  /// - Returns: The parts.
  func parts(
    at separator: UInt8, maxSplits: Int = .max, omittingEmpty: Bool = false
  ) -> [Substring] {
    Substring(self).utf8
      .split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty)
      .map { Substring($0) }
  }
}
