// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One value that goes from an answer into the next request.
public struct CursorToken<Body: Sendable>: Sendable {
  let field: AnswerField<Body>
  let place: CursorPlace

  /// Creates a token.
  ///
  /// - Parameters:
  ///   - field: Where it is in an answer.
  ///   - place: Where it goes in a request.
  public init(in field: AnswerField<Body>, as place: CursorPlace) {
    self.field = field
    self.place = place
  }

  /// Creates a token that is a value in the body.
  ///
  /// - Parameters:
  ///   - value: Finds it: a key path, or a function.
  ///   - place: Where it goes in a request.
  public init(
    in value: @escaping @Sendable (Body) -> some JSONRepresentable, as place: CursorPlace
  ) {
    self.init(in: .body(value), as: place)
  }
}

/// Rules for servers that hand out what they want to be given back: one token or several.
struct CursorRules<Body: Sendable>: PagingRules {
  let tokens: [CursorToken<Body>]
  let marks: CursorMarks
  let hasMore: AnswerField<Body>?

  /// Whether the tokens are the key of the last item: they must be there on every page with items,
  /// and so must the flag, if there is one.
  var isKeyset = false

  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    guard let cursor else { return try first(request) }
    guard case .array(let values) = cursor.value, values.count == tokens.count else {
      throw HTTPError(.misplacedCursor, "the cursor is none of this scheme")
    }
    var request = request
    for (token, value) in zip(tokens, values) {
      // What is not there is not sent, and what an earlier page set is taken away.
      request = try token.place.placing(value == .null ? nil : value, in: request)
    }
    return request
  }

  /// A place in the path is left out at the start; what else the user's request says stays.
  private func first(_ request: URLRequest) throws(HTTPError) -> URLRequest {
    var request = request
    for token in tokens where token.place.isSegment {
      request = try token.place.placing(nil, in: request)
    }
    return request
  }

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    let flag = try hasMore?.flag(in: answer)
    if flag == false { return .end(.flag) }
    if isKeyset, hasMore != nil, flag == nil {
      throw HTTPError(.inconsistent, "\(hasMore?.name ?? "") is missing, which tells the end")
    }
    if isKeyset, flag == nil, answer.itemCount == 0 { return .end(.emptyPage) }
    guard let cursor = try cursor(in: answer.response, answer.body) else {
      guard flag == true || isKeyset else { return .end() }
      throw HTTPError(
        .inconsistent,
        """
        more follows by \(flag == true ? hasMore?.name ?? "" : "the items on the page"), and \
        \(tokens.map(\.field.name).joined(separator: ", ")) gives nothing to ask for it
        """)
    }
    return .cursor(cursor)
  }

  func earlyCursor(in response: HTTPResponse) -> HTTPCursor? {
    // The key of the last item needs items, and a flag is asked first.
    guard !isKeyset, !tokens.contains(where: \.field.needsBody), hasMore?.needsBody != true,
      (try? hasMore?.flag(in: response, nil)) != .some(false)
    else { return nil }
    return try? cursor(in: response, nil)
  }

  /// The tokens in an answer; `nil` if there is none.
  private func cursor(in response: HTTPResponse, _ body: Body?) throws(HTTPError) -> HTTPCursor? {
    var values: [JSON] = []
    for token in tokens {
      let value = try token.field.read(response, body)
      values.append(try marks.cursor(in: value, of: token.field.name) ?? .null)
    }
    return values.contains { $0 != .null } ? HTTPCursor(.array(values)) : nil
  }
}

extension PagingScheme {
  /// A token in the body or a header field, which goes into the next request.
  ///
  /// - Parameters:
  ///   - field: Where the token is; a text literal is a path into JSON.
  ///   - place: Where it goes.
  ///   - marks: What `null`, nothing, an empty text and zero mean. Default: the end, but for zero.
  ///   - hasMore: A flag beside it, which counts more: `false` is the end although there is a
  ///     token, and `true` without one is an error. Default: none.
  /// - Returns: The scheme.
  public static func cursor(
    in field: AnswerField<Body>, as place: CursorPlace, marks: CursorMarks = CursorMarks(),
    hasMore: AnswerField<Body>? = nil
  ) -> Self {
    Self(
      CursorRules(
        tokens: [CursorToken(in: field, as: place)], marks: marks, hasMore: hasMore))
  }

  /// A token in the body, which goes into the next request.
  ///
  /// - Parameters:
  ///   - value: Finds the token: a key path, or a function.
  ///   - place: Where it goes.
  ///   - marks: What `nil`, an empty text and zero mean. Default: the end, but for zero.
  ///   - hasMore: A flag beside it, which counts more. Default: none.
  /// - Returns: The scheme.
  public static func cursor(
    in value: @escaping @Sendable (Body) -> some JSONRepresentable, as place: CursorPlace,
    marks: CursorMarks = CursorMarks(), hasMore: (@Sendable (Body) -> Bool?)? = nil
  ) -> Self {
    cursor(
      in: .body(value), as: place, marks: marks, hasMore: hasMore.map { flag in .body(flag) })
  }

  /// Several tokens that move together.
  ///
  /// One that is missing is left out of the next request; it is the end when all are.
  ///
  /// - Parameters:
  ///   - tokens: The tokens; at least one.
  ///   - marks: What `null`, nothing, an empty text and zero mean. Default: the end, but for zero.
  ///   - hasMore: A flag beside them, which counts more. Default: none.
  /// - Returns: The scheme.
  public static func cursors(
    _ tokens: CursorToken<Body>..., marks: CursorMarks = CursorMarks(),
    hasMore: AnswerField<Body>? = nil
  ) -> Self {
    precondition(!tokens.isEmpty, "there is no token, must be one at least")
    return Self(CursorRules(tokens: tokens, marks: marks, hasMore: hasMore))
  }

  /// The key of the last item.
  ///
  /// It ends with an empty page, or by the flag if there is one. Where several items can have the
  /// same key, take several that are different together, such as a date and an id, with
  /// ``keyset(after:hasMore:)``.
  ///
  /// - Parameters:
  ///   - key: Finds the key of the last item: `\.data.last?.id`.
  ///   - place: Where it goes.
  ///   - hasMore: A flag which tells the end instead of an empty page. Default: none.
  /// - Returns: The scheme.
  public static func keyset(
    after key: @escaping @Sendable (Body) -> some JSONRepresentable, as place: CursorPlace,
    hasMore: (@Sendable (Body) -> Bool?)? = nil
  ) -> Self {
    keyset(
      after: CursorToken(in: .body(key), as: place), hasMore: hasMore.map { flag in .body(flag) })
  }

  /// The key of the last item, in several parts.
  ///
  /// - Parameters:
  ///   - parts: The parts: where each is, such as `"$.data[-1].id"`, and where it goes.
  ///   - hasMore: A flag which tells the end instead of an empty page. Default: none.
  /// - Returns: The scheme.
  public static func keyset(
    after parts: CursorToken<Body>..., hasMore: AnswerField<Body>? = nil
  ) -> Self {
    precondition(!parts.isEmpty, "there is no part of a key, must be one at least")
    return Self(
      CursorRules(tokens: parts, marks: CursorMarks(), hasMore: hasMore, isKeyset: true))
  }
}
