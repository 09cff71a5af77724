// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Changes the query of a URL, and nothing else of it: every other byte stays.
package enum QueryEditor {
  /// Sets, replaces or removes a parameter.
  ///
  /// It takes the place of the first one of its name; others of the name go, because a URL that
  /// pages has one position.
  ///
  /// - Parameters:
  ///   - name: The name, not encoded; in the URL it may be encoded in any way.
  ///   - value: The value, not encoded; `nil` removes the parameter.
  ///   - url: The URL.
  /// - Returns: The URL with the parameter.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/invalidURL`` if no URL comes of it.
  package static func setting(
    _ name: String, to value: String?, in url: URL
  ) throws(HTTPError) -> URL {
    try edited(url) { $0.set(name, to: value) }
  }

  /// Adds the parameters that another URL has and this one has not.
  ///
  /// - Parameters:
  ///   - other: The other URL.
  ///   - url: The URL.
  /// - Returns: The URL with all of them, each as the other one wrote it.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/invalidURL`` if no URL comes of it.
  package static func addingMissing(
    from other: URL, to url: URL
  ) throws(HTTPError) -> URL {
    let others = FormText(split(other).query ?? "")
    return try edited(url) { $0.addMissing(from: others) }
  }

  /// The first value of a parameter, decoded.
  ///
  /// - Parameters:
  ///   - name: The name, not encoded.
  ///   - url: The URL.
  /// - Returns: The value; `nil` if there is none.
  package static func value(of name: String, in url: URL) -> String? {
    FormText(split(url).query ?? "").value(of: name)
  }

  private static func edited(
    _ url: URL, by change: (inout FormText) -> Void
  ) throws(HTTPError) -> URL {
    let (head, query, fragment) = split(url)
    var form = FormText(query ?? "")
    let before = form.text
    change(&form)
    guard form.text != before else { return url }
    let text = "\(head)\(form.text.isEmpty ? "" : "?")\(form.text)\(fragment)"
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw HTTPError(.invalidURL, "the URL of the request cannot be changed: it is none")
    }
    return url
  }

  /// What is before the query, the query, and the fragment with its `#`.
  private static func split(_ url: URL) -> (head: Substring, query: Substring?, fragment: Substring)
  {
    let text = url.absoluteString[...]
    let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let front = text[..<hash]
    guard let mark = front.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return (front, nil, text[hash...])
    }
    return (front[..<mark], front[front.utf8.index(after: mark)...], text[hash...])
  }
}
