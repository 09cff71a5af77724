// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The header field lines of a message, in order.
///
/// Names compare without regard to case (RFC 9110, section 5.1). Lines of the same name stay apart,
/// because not every field may be joined and parsed as one.
public struct HTTPFields: Sendable, Hashable {
  /// One line.
  public struct Line: Sendable, Hashable {
    /// The name, as it was written.
    public var name: String

    /// The value, without the blanks around it.
    public var value: String

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: Its value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The lines, in the order in which they came.
  public private(set) var lines: [Line]

  /// Creates fields from lines.
  ///
  /// - Parameter lines: The lines, in order. Default: none.
  public init(_ lines: [Line] = []) {
    self.lines = lines
  }

  /// Adds a line after those that are there.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the field.
  public mutating func append(_ value: String, for name: String) {
    lines.append(Line(name: name, value: value))
  }

  /// The values of a field's lines, in order.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: One value for each line.
  public func values(of name: String) -> [String] {
    lines.filter { $0.name.isEqual(ignoringCase: name) }.map(\.value)
  }

  /// The value of a field, its lines joined by commas (RFC 9110, section 5.3); `nil` if there is
  /// none.
  ///
  /// - Parameter name: The name of the field.
  public subscript(name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields from names and values.
  ///
  /// - Parameter elements: The lines, in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Line(name: $0.0, value: $0.1) })
  }
}

extension HTTPFields: CustomStringConvertible {
  /// The names alone: values may be secrets.
  public var description: String { lines.map(\.name).joined(separator: ", ") }
}

extension StringProtocol {
  /// Whether two texts are equal but for the case of ASCII letters.
  func isEqual(ignoringCase other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital; everything else as it is.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
