// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

/// The words of the command line, and what they can stand for.
struct Words {
  private var rest: ArraySlice<String>

  /// The option that is being read.
  private(set) var option = ""

  /// The value that was read for it, if it has one.
  private(set) var lastValue: String?

  /// The value after the option's `=`.
  private var inline: String?

  init(_ words: [String]) { rest = words[...] }

  /// The next word: an option without its value, or anything else.
  mutating func next() throws(UsageError) -> String? {
    if inline != nil { throw UsageError("\(option) takes no value") }
    lastValue = nil
    guard let word = rest.popFirst() else { return nil }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
      option = word
      return word
    }
    option = String(word[..<equals])
    inline = String(word[word.index(after: equals)...])
    return option
  }

  /// The value of the option.
  mutating func value() throws(UsageError) -> String {
    guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(option) needs a value")
    }
    inline = nil
    lastValue = value
    return value
  }

  /// A whole number.
  mutating func number(atLeast lowest: Int) throws(UsageError) -> Int {
    let text = try value()
    guard let number = Int(text), number >= lowest else {
      throw UsageError("\(option) is '\(text)', must be a whole number, \(lowest) or more")
    }
    return number
  }

  /// A path into JSON.
  mutating func path() throws(UsageError) -> JSONPath {
    try Self.path(try value(), of: option)
  }

  /// A place in an answer.
  mutating func field() throws(UsageError) -> Field {
    let text = try value()
    if let name = text.after("header:") { return .header(name) }
    return .json(try Self.path(text, of: option))
  }

  /// A place in a request.
  mutating func place() throws(UsageError) -> CursorPlace {
    try Self.place(try value(), of: option)
  }

  /// A time, such as `500ms`, `30s` or `5min`, longer than nothing.
  mutating func time() throws(UsageError) -> Duration {
    let text = try value()
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let units = ["ms": 0.001, "s": 1, "min": 60, "h": 3_600]
    guard let number = Double(digits), let scale = units[String(text.dropFirst(digits.count))],
      (0.001...31_536_000).contains(number * scale)
    else {
      throw UsageError("\(option) is '\(text)', must be a time such as 500ms, 30s, 5min or 1h")
    }
    return .seconds(number * scale)
  }

  /// A rate, such as `10/s`.
  mutating func rate() throws(UsageError) -> RateLimit {
    let text = try value()
    let parts = text.split(separator: "/", maxSplits: 1)
    let spans: [Substring: Duration] = [
      "s": .seconds(1), "min": .seconds(60), "h": .seconds(3_600),
    ]
    guard parts.count == 2, let count = Int(parts[0]), count >= 1, let span = spans[parts[1]] else {
      throw UsageError("\(option) is '\(text)', must be a rate such as 10/s, 300/min or 5000/h")
    }
    return RateLimit(count: count, per: span)
  }

  /// How many items a page, and where in the request that is said: `per_page=100`, or `100`.
  mutating func pageSize() throws(UsageError) -> PageSize {
    let text = try value()
    let end = text.lastIndex(of: "=")
    let digits = end.map { text[text.index(after: $0)...] } ?? text[...]
    guard let size = Int(digits), size >= 1 else {
      throw UsageError("\(option) is '\(text)', must be such as per_page=100")
    }
    return PageSize(
      place: try end.map { (end) throws(UsageError) in
        try Self.place(String(text[..<end]), of: option)
      }, size: size)
  }

  private static func path(_ text: String, of option: String) throws(UsageError) -> JSONPath {
    do throws(JSONPathError) {
      return try JSONPath(text)
    } catch {
      throw UsageError("\(option): \(error)")
    }
  }

  private static func place(_ text: String, of option: String) throws(UsageError) -> CursorPlace {
    if let name = text.after("header:") { return .header(name) }
    if let path = text.after("body:") { return .body(try Self.path(path, of: option)) }
    if let name = text.after("form:") { return .form(name) }
    if let name = text.after("path:") { return .path(name) }
    return .query(text.after("query:") ?? text)
  }
}

/// How many items a page.
struct PageSize: Sendable {
  /// Where in the request it is said, if the scheme does not know that by itself.
  var place: CursorPlace?
  var size: Int
}

extension String {
  /// What follows a prefix; `nil` if there is no such prefix, or nothing after it.
  fileprivate func after(_ prefix: String) -> String? {
    guard hasPrefix(prefix), count > prefix.count else { return nil }
    return String(dropFirst(prefix.count))
  }
}
