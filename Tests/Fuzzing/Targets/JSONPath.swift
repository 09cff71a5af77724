// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AsyncPagingHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A path, then a JSON value.
///
/// - The description is read as the same path, and so is the path with all names in quotes.
/// - What is put at a place in the body of a request is found there.
/// - A JSON value that is written is read as the same.
func check(_ input: FuzzInput) {
  let root = json(input.lines(from: 1).joined(separator: "\n"))
  if let root, let written = try? JSONEncoder().encode(root) {
    require(json(String(decoding: written, as: UTF8.self)) == root, "\(root) is read as another")
    _ = (root.text, root.count, root.flag)
  }
  guard let path = try? AsyncPagingHTTP.JSONPath(input[0]) else { return }
  require((try? JSONPath(path.description)) == path, "\(path) is read as another path")
  require((try? JSONPath(path.quoted))?.steps == path.steps, "\(path.quoted) is not \(path)")
  if let root { _ = path.value(in: root) }
  // A deeper one would make a body that a source does not read.
  guard let url = URL(string: "https://a.example/"), (1...50).contains(path.steps.count) else {
    return
  }
  var request = URLRequest(url: url)
  request.httpBody = try? JSONEncoder().encode(root ?? [:])
  let value: JSON = ["cursor": [1, "\u{1F600}"]]
  guard let placed = try? CursorPlace.body(path).placing(value, in: request) else { return }
  let body = placed.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? ""
  require(
    json(body).flatMap { path.value(in: $0) } == value, "what was put at \(path) is not in \(body)")
}

/// The value that a text is, if a source would read it.
private func json(_ text: String) -> JSON? {
  let data = Data(text.utf8)
  guard (try? HTTPLimits().check(nesting: data)) != nil else { return nil }
  return try? JSONDecoder().decode(JSON.self, from: data)
}

extension AsyncPagingHTTP.JSONPath {
  /// The path with its names in quotes.
  fileprivate var quoted: String {
    "$"
      + steps.map { step in
        switch step {
        case .position(let position): return "[\(position)]"
        case .name(let name):
          let escaped = name.unicodeScalars
            .map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
          return "['\(escaped)']"
        }
      }.joined()
  }
}
