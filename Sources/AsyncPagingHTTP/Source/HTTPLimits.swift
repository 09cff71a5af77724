// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How large an answer may be: what is larger is an error and not memory.
public struct HTTPLimits: Sendable, Hashable {
  /// The most bytes of a body.
  ///
  /// Default: 16 MiB.
  public var body: Int

  /// The most bytes of all header fields together.
  ///
  /// Default: 64 KiB.
  public var fields: Int

  /// The most items of a page.
  ///
  /// Default: 100,000.
  public var items: Int

  /// The most levels of arrays and objects in a body that is JSON.
  ///
  /// Default: 128.
  public var nesting: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - body: The most bytes of a body. Default: 16 MiB.
  ///   - fields: The most bytes of all header fields together. Default: 64 KiB.
  ///   - items: The most items of a page. Default: 100,000.
  ///   - nesting: The most levels of arrays and objects. Default: 128.
  public init(
    body: Int = 16 << 20, fields: Int = 64 << 10, items: Int = 100_000, nesting: Int = 128
  ) {
    self.body = body
    self.fields = fields
    self.items = items
    self.nesting = nesting
  }
}

extension HTTPLimits {
  /// Refuses a head that is too large.
  func check(_ fields: HTTPFields) throws(HTTPError) {
    let size = fields.lines.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard size <= self.fields else {
      throw HTTPError(
        .fieldsTooLarge, "the header fields have \(size) bytes, \(self.fields) are allowed")
    }
  }

  /// Refuses JSON that is nested too deep to be decoded safely.
  ///
  /// Brackets within texts do not count.
  func check(nesting json: Data) throws(HTTPError) {
    // To iterate over `Data` itself takes ten times as long.
    guard json.span.isNested(deeperThan: nesting) else { return }
    throw HTTPError(.nestedTooDeep, "the body is nested deeper than the \(nesting) levels allowed")
  }

  /// The error of a body that is too large.
  static func bodyTooLarge(limit: Int) -> HTTPError {
    HTTPError(
      .bodyTooLarge,
      "the body has more than the \(limit) bytes allowed; ask for fewer items, or raise the limit")
  }
}

extension Span<UInt8> {
  /// Whether there are more levels of brackets, outside of texts, than so many.
  fileprivate func isNested(deeperThan limit: Int) -> Bool {
    var depth = 0
    var index = 0
    while index < count {
      switch self[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""): index = endOfText(after: index)
      default: break
      }
      index += 1
    }
    return false
  }

  /// Where the quote is that ends a text; the end of all bytes if there is none.
  private func endOfText(after start: Int) -> Int {
    var index = start + 1
    while index < count, self[index] != UInt8(ascii: "\"") {
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }
}
