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
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in json {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard !isText else { continue }
        depth += 1
        guard depth <= nesting else {
          throw HTTPError(
            .nestedTooDeep, "the body is nested deeper than the \(nesting) levels allowed")
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText { depth -= 1 }
      default: break
      }
    }
  }

  /// The error of a body that is too large.
  static func bodyTooLarge(limit: Int) -> HTTPError {
    HTTPError(
      .bodyTooLarge,
      "the body has more than the \(limit) bytes allowed; ask for fewer items, or raise the limit")
  }
}
