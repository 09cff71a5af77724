// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A JSON value whose numbers keep their digits.
///
/// Integers to 2^64 and decimals to 38 digits come out as they went in; 2.0 and 2 are equal, as RFC
/// 8259 leaves it open. Use it where an API has no type of its own.
public enum JSON: Sendable, Hashable {
  /// `null`.
  case null

  /// `true` or `false`.
  case bool(Bool)

  /// A number.
  case number(Decimal)

  /// A text.
  case string(String)

  /// Values in order.
  case array([JSON])

  /// Values by name.
  case object([String: JSON])
}

extension JSON: Codable {
  /// Decodes any value.
  ///
  /// - Parameter decoder: Where it is.
  /// - Throws: A `DecodingError` if it is a number beyond what a `Decimal` holds.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: MemberName.self) {
      var members: [String: JSON] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(JSON.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let string = try? container.decode(String.self) {
        self = .string(string)
      } else {
        self = .number(try container.decode(Decimal.self))
      }
    }
  }

  /// Encodes the value as itself.
  ///
  /// - Parameter encoder: Where to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool): try bool.encode(to: encoder)
    case .number(let number):
      // Not by itself: a decimal would write its parts, and only the encoder makes it a number.
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .string(let string): try string.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let members): try members.encode(to: encoder)
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a number.
  ///
  /// - Parameter value: The number.
  public init(integerLiteral value: Int) { self = .number(Decimal(value)) }

  /// Creates `true` or `false`.
  ///
  /// - Parameter value: Which.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an array.
  ///
  /// - Parameter elements: Its elements.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Creates an object; of several members of one name the last counts.
  ///
  /// - Parameter elements: Its members.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension JSON {
  /// The value as it is written in a query, a path or a header: a text without quotes, a number
  /// with all its digits, anything else as JSON with its names in order.
  public var text: String {
    switch self {
    case .string(let string): return string
    case .number(let number): return "\(number)"
    case .bool(let bool): return bool ? "true" : "false"
    case .null: return "null"
    case .array, .object:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  /// The whole number that it is, also as a text such as `"87"`; `nil` if it is none or negative.
  public var count: Int? {
    switch self {
    case .number(let number): Int("\(number)").flatMap { $0 >= 0 ? $0 : nil }
    case .string(let string) where string.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      Int(string)
    default: nil
    }
  }

  /// What it says as a flag, also as the text `"true"` or `"false"` in any case; `nil` if nothing.
  public var flag: Bool? {
    switch self {
    case .bool(let bool): bool
    case .string(let string) where string.isEqual(ignoringCase: "true"): true
    case .string(let string) where string.isEqual(ignoringCase: "false"): false
    default: nil
    }
  }
}

/// A value that stands for itself in JSON: what a key path into an answer may lead to.
public protocol JSONRepresentable: Sendable {
  /// The value in JSON; `nil` if there is none.
  var json: JSON? { get }
}

extension JSON: JSONRepresentable {
  /// The value itself.
  public var json: JSON? { self }
}

extension String: JSONRepresentable {
  /// A text.
  public var json: JSON? { .string(self) }
}

extension Bool: JSONRepresentable {
  /// `true` or `false`.
  public var json: JSON? { .bool(self) }
}

extension Int: JSONRepresentable {
  /// A number.
  public var json: JSON? { .number(Decimal(self)) }
}

extension Int64: JSONRepresentable {
  /// A number.
  public var json: JSON? { .number(Decimal(self)) }
}

extension UInt64: JSONRepresentable {
  /// A number.
  public var json: JSON? { .number(Decimal(self)) }
}

extension Decimal: JSONRepresentable {
  /// A number.
  public var json: JSON? { .number(self) }
}

extension URL: JSONRepresentable {
  /// The text of the URL.
  public var json: JSON? { .string(absoluteString) }
}

extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
  /// The value in JSON; `nil` if there is none.
  public var json: JSON? { self?.json }
}
