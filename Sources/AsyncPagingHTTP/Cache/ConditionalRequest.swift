// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A request that asks for a page only if it is no longer what is stored.
///
/// ```swift
/// let key = ConditionalRequest.key(for: request)
/// let conditional = ConditionalRequest(request, stored: await store.stored(for: key))
/// let answer = try await transport.response(to: conditional.request, bodyLimit: limit)
/// switch try conditional.resolve(answer) {
/// case .use(let response, let page): …        // `page` is to be stored, if there is one
/// case .sendAgain: …                          // the request as it was
/// }
/// ```
///
/// What an answer says about rate limits is learnt from the answer itself and not from the page
/// that a 304 is turned into.
package struct ConditionalRequest: Sendable {
  /// What becomes of an answer.
  package enum Outcome: Sendable, Hashable {
    /// The answer, or the stored one in its place, and what is to be stored.
    case use(HTTPResponse, store: StoredPage?)

    /// The server means another version than the stored one: send the request without the
    /// condition.
    case sendAgain
  }

  /// The request with the condition, if there is one.
  package let request: URLRequest

  /// What the condition is about.
  private let stored: StoredPage?

  /// Whether the user has set a condition, about which only the user knows.
  private let isForeign: Bool

  /// Adds a condition to a request, unless it has one.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - stored: What is stored for it, if anything is.
  package init(_ request: URLRequest, stored: StoredPage?) {
    isForeign = Self.conditions.contains { request.value(forHTTPHeaderField: $0) != nil }
    guard let stored, !isForeign, Self.isCacheable(request) else {
      self.request = request
      self.stored = nil
      return
    }
    var request = request
    if let tag = stored.entityTag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    if let date = stored.lastModified {
      request.setValue(date, forHTTPHeaderField: "If-Modified-Since")
    }
    // The store is ours: one in between would answer from memory what is asked of the server.
    request.cachePolicy = .reloadIgnoringLocalCacheData
    self.request = request
    self.stored = stored
  }

  /// Whether an answer may be stored (RFC 9111, section 3).
  ///
  /// - Parameter response: The answer.
  /// - Returns: Whether it is a 200 to a GET, has a validator, depends on nothing outside of the
  ///   key, and neither side has forbidden it.
  package func mayStore(_ response: HTTPResponse) -> Bool {
    response.status == 200 && !isForeign && Self.isCacheable(request)
      && !response.fields.forbidStorage && StoredPage(response) != nil
      && !response.fields.listMembers(of: "Vary").contains {
        $0 == "*" || Self.excluded.contains($0.lowercased())
      }
  }

  /// Turns a 304 into the stored answer with the fields that are new.
  ///
  /// - Parameter response: The answer to ``request``.
  /// - Returns: What becomes of it.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/status`` for a 304 that nothing stored
  ///   belongs to.
  package func resolve(_ response: HTTPResponse) throws(HTTPError) -> Outcome {
    guard response.status == 304 else {
      return .use(response, store: mayStore(response) ? StoredPage(response) : nil)
    }
    guard let stored else {
      var error = HTTPError(
        .status,
        isForeign
          ? "the answer to a condition of your own has no page in it: leave conditions to the store"
          : "the server says that the page has not changed, but no condition was sent")
      error.status = 304
      throw error
    }
    guard stored.isSame(as: response) else { return .sendAgain }
    let page = stored.response.updated(by: response)
    let isForbidden = response.fields.forbidStorage
    return .use(page, store: isForbidden ? nil : StoredPage(page))
  }
}

// MARK: - Rules

extension ConditionalRequest {
  private static let conditions = [
    "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
  ]

  /// Fields of requests that differ each time and select nothing, in small letters.
  private static let excluded: Set<String> = [
    "traceparent", "tracestate", "x-request-id", "x-correlation-id", "date", "idempotency-key",
    "cache-control", "pragma", "content-length",
  ]

  private static func isCacheable(_ request: URLRequest) -> Bool {
    guard (request.httpMethod ?? "GET") == "GET", request.httpBodyStream == nil else {
      return false
    }
    let control = request.value(forHTTPHeaderField: "Cache-Control") ?? ""
    return !(["Cache-Control": control] as HTTPFields).forbidStorage
  }

  /// The key under which the answer to a request is stored.
  ///
  /// All that may select the answer goes into it: method, URL without its fragment, body, and every
  /// field but those that differ each time. So whatever `Vary` names is part of it, and two users,
  /// who have different credentials in whichever field, have different keys. It is a digest and
  /// holds no secret; like every digest it lets somebody who has it and knows the rest try guesses
  /// at a weak one.
  ///
  /// - Parameter request: The request, without a condition of the store.
  /// - Returns: 64 hexadecimal digits.
  package static func key(for request: URLRequest) -> String {
    let address = request.url?.absoluteString.prefix { $0 != "#" } ?? ""
    var parts = [Array((request.httpMethod ?? "GET").utf8), Array(address.utf8)]
    let fields = (request.allHTTPHeaderFields ?? [:]).map { ($0.key.lowercased(), $0.value) }
    for (name, value) in fields.sorted(by: { $0 < $1 }) where !excluded.contains(name) {
      parts += [Array(name.utf8), Array(value.utf8)]
    }
    parts.append(Array(request.httpBody ?? Data()))
    // Each part is preceded by its length, so that no two lists of parts are the same bytes.
    return SHA256.hexDigest(of: parts.flatMap { Array("\($0.count):".utf8) + $0 })
  }
}

extension StoredPage {
  /// Whether a 304 is about this page: the tag that it has, if it has one, is the page's (RFC 9111,
  /// section 4.3.4), weak or not, as the server compares them for `If-None-Match`.
  fileprivate func isSame(as response: HTTPResponse) -> Bool {
    guard let other = response.fields["ETag"], !other.isEmpty else { return true }
    guard let entityTag else { return false }
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(entityTag) == opaque(other)
  }
}

extension HTTPResponse {
  /// Fields of a 304 that say nothing about the stored body, in small letters: those of the message
  /// and the connection, and those that were used up when the body was decoded (RFC 9111, section
  /// 3.2).
  private static let kept: Set<String> = [
    "content-length", "content-encoding", "content-range", "transfer-encoding", "connection",
    "keep-alive", "te", "trailer", "upgrade", "proxy-connection", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization",
  ]

  /// The answer with the fields, and the address, of a 304 in place of its own.
  fileprivate func updated(by news: HTTPResponse) -> HTTPResponse {
    let kept = Self.kept.union(news.fields.listMembers(of: "Connection").map { $0.lowercased() })
    let changed = news.fields.lines.filter { !kept.contains($0.name.lowercased()) }
    let names = Set(changed.map { $0.name.lowercased() })
    let old = fields.lines.filter { !names.contains($0.name.lowercased()) }
    var page = self
    page.fields = HTTPFields(old + changed)
    page.url = news.url
    return page
  }
}

extension HTTPFields {
  /// Whether `Cache-Control` says `no-store`.
  fileprivate var forbidStorage: Bool {
    listMembers(of: "Cache-Control").contains {
      $0.prefix { $0 != "=" && $0 != " " }.isEqual(ignoringCase: "no-store")
    }
  }

  /// The members of a list, those of all lines; a comma inside of quotes divides nothing.
  fileprivate func listMembers(of name: String) -> [String] {
    var members: [String] = []
    var member = ""
    var (isQuoted, isEscaped) = (false, false)
    for character in (self[name] ?? "").unicodeScalars {
      if character == ",", !isQuoted {
        members.append(member)
        member = ""
        continue
      }
      member.unicodeScalars.append(character)
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
    }
    return (members + [member]).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
