// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Names and values as `application/x-www-form-urlencoded` writes them: in a query or in a body.
///
/// What is not changed keeps its bytes: `%2b`, `+`, empty pairs and their order.
package struct FormText {
  private var pairs: [Substring]

  /// The pairs with `&` between them.
  package var text: String { pairs.joined(separator: "&") }

  /// Splits a text.
  ///
  /// - Parameter text: The text; every one is a form.
  package init(_ text: some StringProtocol) {
    pairs = text.isEmpty ? [] : text.parts(at: UInt8(ascii: "&"))
  }

  /// Sets a value in place of the first one of its name, or at the end; others of the name go.
  ///
  /// A decoder of forms gets exactly the value back: everything is escaped but letters, digits and
  /// `-._~`, in names `$` as well.
  ///
  /// - Parameters:
  ///   - name: The name, not encoded. The one that is there may be encoded in any way.
  ///   - value: The value, not encoded; `nil` removes the name.
  package mutating func set(_ name: String, to value: String?) {
    var rest = value?.percentEncoded(keepingEscapes: false, where: \.isUnreserved)
    var result: [Substring] = []
    for pair in pairs {
      if !Self.is(name, thatOf: pair) {
        result.append(pair)
      } else if let value = rest.take() {
        result.append("\(Self.rawName(of: pair))=\(value)")
      }
    }
    if let value = rest {
      let name = name.percentEncoded(keepingEscapes: false) {
        $0.isUnreserved || $0 == UInt8(ascii: "$")
      }
      result.append("\(name)=\(value)")
    }
    pairs = result
  }

  /// Adds the pairs of another form whose names are not in this one.
  ///
  /// - Parameter other: The other form.
  package mutating func addMissing(from other: FormText) {
    let names = Set(pairs.map(Self.name))
    pairs += other.pairs.filter { !$0.isEmpty && !names.contains(Self.name(of: $0)) }
  }

  /// The first value of a name, decoded.
  ///
  /// - Parameter name: The name, not encoded.
  /// - Returns: The value; `nil` if there is none, or if it is no UTF-8.
  package func value(of name: String) -> String? {
    guard let pair = pairs.first(where: { Self.is(name, thatOf: $0) }) else { return nil }
    let value = pair.utf8.dropFirst(Self.rawName(of: pair).utf8.count + 1)
    return String(
      validating: Substring(value).percentDecodedBytes(plusIsBlank: true), as: UTF8.self)
  }

  private static func rawName(of pair: Substring) -> Substring {
    Substring(pair.utf8.prefix { $0 != UInt8(ascii: "=") })
  }

  /// The name as bytes: texts that merely look the same are different names.
  private static func name(of pair: Substring) -> [UInt8] {
    rawName(of: pair).percentDecodedBytes(plusIsBlank: true)
  }

  private static func `is`(_ name: String, thatOf pair: Substring) -> Bool {
    Self.name(of: pair).elementsEqual(name.utf8)
  }
}

extension FormText {
  /// The form in the body of a request.
  ///
  /// - Parameter body: The body; `nil` and an empty one are empty forms.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/misplacedCursor`` if it is no text.
  package init(body: Data?) throws(HTTPError) {
    guard let text = String(validating: body ?? Data(), as: UTF8.self) else {
      throw HTTPError(.misplacedCursor, "the body of the request is no form: it is not UTF-8")
    }
    self.init(text)
  }

  /// The form as the body of a request.
  package var body: Data { Data(text.utf8) }
}
