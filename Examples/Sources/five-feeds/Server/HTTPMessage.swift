// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a client asks for: the first line of its request.
struct HTTPRequest: Sendable {
  /// The most bytes that a request may have.
  static let longest = 8_192

  /// The highest number that is understood, so that nobody's sums overflow.
  private static let highest = 1_000_000

  let method: Substring
  let path: Substring
  private let query: [Substring: Substring]

  /// Reads a request without its body; `nil` if it is none.
  init?(_ text: String) {
    guard let line = text.split(separator: "\r\n").first else { return nil }
    let words = line.split(separator: " ")
    guard words.count == 3, words[2] == "HTTP/1.1" else { return nil }
    method = words[0]
    let target = words[1].split(separator: "?", maxSplits: 1)
    guard let path = target.first else { return nil }
    self.path = path
    var query: [Substring: Substring] = [:]
    for pair in target.dropFirst().joined().split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      query[parts[0]] = parts[1]
    }
    self.query = query
  }

  /// A number of the query, 0 or more.
  subscript(name: Substring) -> Int? {
    guard let number = query[name].flatMap({ Int($0) }), (0...Self.highest).contains(number) else {
      return nil
    }
    return number
  }
}

/// What the server answers.
struct HTTPReply: Sendable {
  var status = 200
  var headers: [String] = []
  var body = ""

  /// Whether the connection is given up after it.
  var isLast = false

  /// The reply as it is sent.
  var bytes: [UInt8] {
    let connection = isLast ? "close" : "keep-alive"
    let head =
      [
        "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Not OK")",
        "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
        "Connection: \(connection)",
      ] + headers
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }
}
