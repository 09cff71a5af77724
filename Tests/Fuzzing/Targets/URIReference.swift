// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AsyncPagingHTTP

/// The base, then the reference.
///
/// - What comes out can be requested: for HTTP, with a host, without fragment and user.
/// - Everybody reads the same host and port out of it.
/// - It leads to itself.
/// - A query that is legal keeps its bytes.
func check(_ input: FuzzInput) {
  guard let base = base(input[0]) else { return }
  let reference = input[1]
  guard let url = try? AsyncPagingHTTP.URIReference.resolve(reference, against: base) else {
    return
  }
  let text = url.absoluteString
  guard let origin = HTTPOrigin(url) else { fatalError("broken: \(text) has no origin") }
  require(!text.utf8.contains(UInt8(ascii: "#")), "\(text) has a fragment")
  require(url.user() == nil && url.password() == nil, "\(text) has a user")
  require(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text) has odd bytes")
  checkParsers(url, origin)
  guard let again = try? AsyncPagingHTTP.URIReference.resolve(text, against: base) else {
    fatalError("broken: \(text) is refused")
  }
  requireSame(again.absoluteString, text, "not what it leads to")
  let query = reference.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }
  if query.allSatisfy({ $0.isPathByte || $0 == UInt8(ascii: "?") }), !query.isEmpty {
    requireSame(
      String(Substring(text.utf8.drop { $0 != UInt8(ascii: "?") })),
      String(Substring(query)), "the query changed")
  }
}

/// The base, if it could be the URL of an answer.
private func base(_ text: String) -> URL? {
  guard !text.isEmpty else { return URL(string: "https://a.example/b/c/d;p?q") }
  guard let url = URL(string: text, encodingInvalidCharacters: false), HTTPOrigin(url) != nil,
    url.user() == nil, !text.utf8.contains(UInt8(ascii: "@")) || text.contains("/@"),
    url.absoluteString == text
  else { return nil }
  return url
}

/// Requires Foundation's two parsers to see the origin that ours sees: a URL that is checked as one
/// host and sent to another would be a hole.
private func checkParsers(_ url: URL, _ origin: HTTPOrigin) {
  let host = origin.host.filter { $0 != "[" && $0 != "]" }
  requireSame(url.host()?.lowercased() ?? "", host, "URL has another host")
  require(url.port ?? origin.port == origin.port, "URL has the port \(url.port ?? -1)")
  guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
    fatalError("broken: URLComponents takes \(url.absoluteString) for none")
  }
  let other = (components.encodedHost ?? "").lowercased().filter { $0 != "[" && $0 != "]" }
  requireSame(other, host, "URLComponents has another host")
  require(
    components.port ?? origin.port == origin.port,
    "URLComponents has the port \(components.port ?? -1)")
}
