// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The bytes that the text stands for: `%2B` is one of them.
  ///
  /// A `%` without two hexadecimal digits after it stands for itself.
  ///
  /// - Parameter plusIsBlank: Whether `+` is a blank, as in forms. Default: it is not.
  /// - Returns: The bytes, which need not be UTF-8.
  func percentDecodedBytes(plusIsBlank: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let decoded = rest.hexadecimalPrefix {
        result.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte == UInt8(ascii: "+") && plusIsBlank ? 0x20 : byte)
      }
    }
    return result
  }

  /// The text with every byte escaped that may not stay.
  ///
  /// - Parameters:
  ///   - keepingEscapes: Whether a `%` with two hexadecimal digits stays.
  ///   - stays: Which bytes stay.
  /// - Returns: The text, in ASCII if `stays` allows nothing else.
  func percentEncoded(keepingEscapes: Bool, where stays: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") ? keepingEscapes && rest.hexadecimalPrefix != nil : stays(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// What the first two bytes stand for, if both are hexadecimal digits.
  fileprivate var hexadecimalPrefix: UInt8? {
    let values = prefix(2).compactMap(\.hexadecimalValue)
    return values.count == 2 ? values[0] << 4 | values[1] : nil
  }
}

extension UInt8 {
  /// What it stands for as a hexadecimal digit.
  var hexadecimalValue: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = lowercasedASCII
    return (0x61...0x66).contains(letter) ? letter - 0x57 : nil
  }

  /// Whether it is unreserved in a URI (RFC 3986, section 2.3).
  var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }

  /// Whether it may stand in a path or, with `?`, in a query (RFC 3986, sections 3.3 and 3.4).
  var isPathByte: Bool { isUnreserved || "!$&'()*+,;=:@/".utf8.contains(self) }
}
