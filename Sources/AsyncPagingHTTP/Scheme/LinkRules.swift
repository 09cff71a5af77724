// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rules for servers that say where the next page is: in a `Link` field, or in the body.
///
/// The cursor is the whole URL, requested as the server wrote it.
struct LinkRules<Body: Sendable>: PagingRules {
  /// A URL in an answer, which may not be decoded yet; `nil` if there is none.
  typealias Finder = @Sendable (HTTPResponse, Body?) throws(HTTPError) -> URL?

  let next: Finder
  let previous: Finder?

  /// Whether parameters of the user's request that the next URL lacks are added to it.
  let carriesOver: Bool

  /// Whether the URL can only be found in a decoded body.
  let needsBody: Bool

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    guard let cursor else { return request }
    let next = try CursorPlace.url.placing(cursor.value, in: request)
    // What the query of the request says, such as a key, is for its own origin.
    guard carriesOver, let first = request.url, let url = next.url,
      HTTPOrigin(url) == HTTPOrigin(first)
    else { return next }
    var carried = next
    carried.url = try QueryEditor.addingMissing(from: first, to: url)
    return carried
  }

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    var page =
      try next(answer.response, answer.body).map { NextPage.cursor(HTTPCursor($0)) } ?? .end()
    // Nobody may want to go back: a broken link there costs nothing.
    page.previous = (try? previous?(answer.response, answer.body)).map { HTTPCursor($0) }
    return page
  }

  func earlyCursor(in response: HTTPResponse) -> HTTPCursor? {
    needsBody ? nil : (try? next(response, nil)).map { HTTPCursor($0) }
  }
}

extension HTTPCursor {
  /// The cursor that is a whole URL.
  fileprivate init(_ url: URL) { self.init(.string(url.absoluteString)) }
}

extension PagingScheme {
  /// The URL of the next page in a `Link` header field (RFC 8288).
  ///
  /// - Parameters:
  ///   - relation: What the link to the next page is called. Default: `next`.
  ///   - carriesOver: Whether parameters of the first request that the next URL lacks are added to
  ///     it, for servers that lose them; not to one of another origin. Default: no, it is requested
  ///     byte for byte.
  /// - Returns: The scheme.
  public static func linkHeader(relation: String = "next", carriesOver: Bool = false) -> Self {
    let find: @Sendable (String) -> LinkRules<Body>.Finder = { relation in
      { (response, _) throws(HTTPError) in
        let header = LinkHeader(response.fields.values(of: "Link"))
        guard let target = header.target(of: relation) else { return nil }
        return try URIReference.resolve(target, against: response.url)
      }
    }
    return Self(
      LinkRules(
        next: find(relation), previous: find("prev"), carriesOver: carriesOver, needsBody: false))
  }

  /// The URL of the next page in the body, or in a header field.
  ///
  /// A reference without a host is resolved against the URL that the answer came from. Where the
  /// value is an object, its member `href` counts.
  ///
  /// - Parameters:
  ///   - field: Where the URL is; a text literal is a path into JSON.
  ///   - base: Where the URL is that relative ones belong to. Default: that of the answer.
  ///   - prefix: Where a text is that simply goes before the URL, which is not how URLs are
  ///     resolved but what some servers want. Default: nowhere.
  ///   - carriesOver: Whether parameters of the first request that the next URL lacks are added to
  ///     it. Default: no, it is requested byte for byte.
  /// - Returns: The scheme.
  public static func nextURL(
    in field: AnswerField<Body>, relativeTo base: AnswerField<Body>? = nil,
    prefix: AnswerField<Body>? = nil, carriesOver: Bool = false
  ) -> Self {
    let find: LinkRules<Body>.Finder = { (response, body) throws(HTTPError) in
      guard var text = try field.reference(in: response, body) else { return nil }
      if let prefix = try prefix?.reference(in: response, body) { text = prefix + text }
      var origin = response.url
      if let base = try base?.reference(in: response, body) {
        origin = try URIReference.resolve(base, against: origin)
      }
      return try URIReference.resolve(text, against: origin)
    }
    let needsBody = [field, base, prefix].contains { $0?.needsBody == true }
    return Self(
      LinkRules(next: find, previous: nil, carriesOver: carriesOver, needsBody: needsBody))
  }

  /// The URL of the next page in a body of your own type.
  ///
  /// - Parameters:
  ///   - url: Finds the URL: a key path, or a function.
  ///   - carriesOver: Whether parameters of the first request that the next URL lacks are added to
  ///     it. Default: no, it is requested byte for byte.
  /// - Returns: The scheme.
  public static func nextURL(
    in url: @escaping @Sendable (Body) -> some JSONRepresentable, carriesOver: Bool = false
  ) -> Self {
    nextURL(in: .body(url), carriesOver: carriesOver)
  }
}

extension AnswerField {
  /// The reference that the field holds; nothing, `null` and an empty text are none.
  fileprivate func reference(
    in response: HTTPResponse, _ body: Body?
  ) throws(HTTPError) -> String? {
    switch try read(response, body) {
    case nil, .null?, .string("")?, .bool(false)?: return nil
    case .string(let text)?: return text
    case .object(let members)?:
      guard case .string(let text)? = members["href"] else { return nil }
      return text.isEmpty ? nil : text
    default: throw HTTPError(.inconsistent, "\(name) is no URL")
    }
  }
}
