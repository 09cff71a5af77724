// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The parts of a URI or of a reference to one, without its fragment (RFC 3986, appendix B).
package struct URIReference {
  private(set) var scheme: Substring?
  private(set) var authority: Substring?
  private(set) var path: Substring
  private(set) var query: Substring?

  /// Splits a text; every text is one.
  ///
  /// - Parameter text: The text.
  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), rest[..<colon].isScheme {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }
}

extension URIReference {
  /// The URL to request for a reference that a server sent, such as that of the next page.
  ///
  /// It is resolved by RFC 3986, section 5. Its bytes stay as they are, escapes as well, but for
  /// those that may not stand in a path or a query: they are escaped, once. The fragment is left
  /// out, and so are blanks at both ends.
  ///
  /// - Parameters:
  ///   - reference: The reference.
  ///   - base: Where it came from: the URL of the answer, after redirects.
  /// - Returns: The URL, whatever its origin: see ``OriginRule``.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/invalidURL`` if the reference is empty,
  ///   a URI template, not for HTTP, has a user name, or a host or character that no URL has.
  package static func resolve(
    _ reference: String, against base: URL
  ) throws(HTTPError) -> URL {
    let parts = URIReference(try checked(reference))
    var target = URIReference(base.absoluteString)
    if let scheme = parts.scheme {
      guard scheme.isEqual(ignoringCase: "http") || scheme.isEqual(ignoringCase: "https") else {
        throw invalid("has the scheme \"\(scheme.prefix(20))\"; http and https can be requested")
      }
      guard parts.authority != nil else { throw invalid("has no host") }
      target.scheme = scheme
    }
    if let authority = parts.authority {
      guard !authority.utf8.contains(UInt8(ascii: "@")) else {
        throw invalid("has a user name or a password in it; they are not sent")
      }
      (target.authority, target.path, target.query) = (authority, parts.path, parts.query)
    } else if !parts.path.isEmpty {
      target.path = target.merged(with: parts.path)
      target.query = parts.query
    } else if parts.query != nil {
      target.query = parts.query
    } else {
      throw invalid("is empty: it would be the same page again")
    }
    return try target.url()
  }

  /// The reference without blanks around it, if it has nothing in it that no URL has.
  private static func checked(_ reference: String) throws(HTTPError) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let front = reference.utf8.drop(while: isSpace)
    let count = front.reversed().drop { isSpace($0) }.count
    let trimmed = front.prefix(count)
    guard !trimmed.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw invalid("has control characters in it")
    }
    guard !trimmed.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      throw invalid("is a URI template, with braces to be filled in; use a scheme that fills them")
    }
    return String(Substring(trimmed))
  }

  /// A relative path in place of what is behind the last slash of this one's path.
  private func merged(with reference: Substring) -> Substring {
    guard reference.utf8.first != UInt8(ascii: "/") else { return reference }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "/" + reference }
    return path[...slash] + reference
  }

  /// The URL that the parts make.
  private func url() throws(HTTPError) -> URL {
    guard let scheme, let authority,
      HTTPOrigin(scheme: scheme.lowercasedASCII, authority: authority) != nil
    else {
      throw Self.invalid("has a host or a port that is none; a host beyond ASCII must be encoded")
    }
    let path = path.removingDotSegments.percentEncoded(keepingEscapes: true, where: \.isPathByte)
    var text = "\(scheme)://\(authority)\(path)"
    if let query {
      let encoded = query.percentEncoded(keepingEscapes: true) {
        $0.isPathByte || $0 == UInt8(ascii: "?")
      }
      text += "?\(encoded)"
    }
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw Self.invalid("is no URL")
    }
    return url
  }

  private static func invalid(_ problem: String) -> HTTPError {
    HTTPError(.invalidURL, "the URL that the server sent \(problem)")
  }
}

extension Substring {
  /// Whether the text is a scheme (RFC 3986, section 3.1).
  fileprivate var isScheme: Bool {
    utf8.first?.isLetter == true
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  /// The path without `.` and `..` (RFC 3986, section 5.2.4); it begins with a slash or is empty.
  fileprivate var removingDotSegments: String {
    var kept: [Substring] = []
    let segments = parts(at: UInt8(ascii: "/"))
    for (index, segment) in segments.enumerated().dropFirst() {
      guard segment == "." || segment == ".." else {
        kept.append(segment)
        continue
      }
      if segment == ".." { _ = kept.popLast() }
      if index == segments.count - 1 { kept.append("") }
    }
    return kept.isEmpty ? "" : "/" + kept.joined(separator: "/")
  }
}
