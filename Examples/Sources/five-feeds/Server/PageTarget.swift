// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a client asks for: path and query of its request.
struct PageTarget: Sendable {
  /// The highest number that is understood, so that nobody's sums overflow.
  private static let highest = 1_000_000

  let path: Substring
  private let query: [Substring: Substring]

  /// Reads a target; `nil` if it is none.
  init?(_ text: String) {
    let target = text.split(separator: "?", maxSplits: 1)
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
