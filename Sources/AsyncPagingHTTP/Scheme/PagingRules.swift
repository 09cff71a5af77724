// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// How one API pages: how a cursor gets into a request, and what follows an answer.
///
/// ``PagingScheme`` has the usual ones. For an API that is like no other, write the two functions:
///
/// ```swift
/// struct LastIDRules: PagingRules {
///   func request(
///     for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
///   ) throws(HTTPError) -> URLRequest {
///     guard let cursor else { return request }
///     return try CursorPlace.query("after").placing(cursor.value, in: request)
///   }
///
///   func next(after answer: HTTPAnswer<[Message]>) throws(HTTPError) -> NextPage {
///     guard let last = answer.body.last else { return .end(.emptyPage) }
///     return .cursor(HTTPCursor(.string(last.id)))
///   }
/// }
///
/// let source = HTTPPageSource(PagingScheme(LastIDRules()), request: request, decoding: [Message].self)
/// ```
public protocol PagingRules<Body>: Sendable {
  /// What an answer's body is decoded as.
  associatedtype Body: Sendable

  /// The request for a page.
  ///
  /// - Parameters:
  ///   - cursor: Which page; `nil` for the first one.
  ///   - limit: How many items are wanted, or `nil` to leave it to the server.
  ///   - request: The request that the user gave.
  /// - Returns: What to send.
  /// - Throws: ``HTTPError`` if the cursor has no place in it, or is none of these rules'.
  func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest

  /// What follows an answer.
  ///
  /// - Parameter answer: The answer, decoded.
  /// - Returns: The next cursor or the end, and what the server says of the whole.
  /// - Throws: ``HTTPError`` if the answer contradicts itself. Its items are delivered all the
  ///   same; the error comes when the next page is asked for.
  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage

  /// The request that closes what the server keeps for the walk, such as a scroll context.
  ///
  /// The one after the newest answer is sent when the walk has come to its end, or when its last
  /// cursor is gone: after an error, or when nobody goes on.
  ///
  /// - Parameter answer: The answer, decoded.
  /// - Returns: What to send, or `nil`, which is the default.
  func closingRequest(after answer: HTTPAnswer<Body>) -> URLRequest?

  /// What an answer that could not be decoded says instead, such as errors where the data should
  /// be.
  ///
  /// - Parameter response: The answer.
  /// - Returns: The error to throw, or `nil` for that of the decoder, which is the default.
  func refusal(in response: HTTPResponse) -> HTTPError?

  /// The next cursor, where an answer tells it before its items are decoded.
  ///
  /// The page is asked for early with it, if ``HTTPOptions/overlapsDecoding`` says so; if it is
  /// another one than ``next(after:)`` finds, what came early is dropped.
  ///
  /// - Parameter response: The answer as it came.
  /// - Returns: The cursor; `nil` if it is not known yet, which is the default.
  func earlyCursor(in response: HTTPResponse) -> HTTPCursor?

  /// Statuses that are the end when they come for any page but the first.
  ///
  /// The default is none.
  var endStatuses: Set<Int> { get }
}

extension PagingRules {
  /// Nothing: most servers keep nothing for a walk.
  ///
  /// - Parameter answer: The answer, decoded.
  /// - Returns: Nothing.
  public func closingRequest(after answer: HTTPAnswer<Body>) -> URLRequest? { nil }

  /// Nothing but what the decoder says.
  ///
  /// - Parameter response: The answer.
  /// - Returns: Nothing.
  public func refusal(in response: HTTPResponse) -> HTTPError? { nil }

  /// Nothing: it is not known before the items are decoded.
  ///
  /// - Parameter response: The answer as it came.
  /// - Returns: Nothing.
  public func earlyCursor(in response: HTTPResponse) -> HTTPCursor? { nil }

  /// None.
  public var endStatuses: Set<Int> { [] }
}

/// An answer, decoded, with what led to it.
public struct HTTPAnswer<Body: Sendable>: Sendable {
  /// The body, decoded.
  public let body: Body

  /// How many items the server sent, before any were left out.
  public let itemCount: Int

  /// The answer as it came.
  public let response: HTTPResponse

  /// The request as it was sent.
  public let request: URLRequest

  /// What the page was asked with; `nil` for the first one.
  public let cursor: HTTPCursor?

  /// How many items were asked for, if that was said.
  public let limit: Int?

  /// How many items have come, these included.
  public var received: Int {
    // A cursor that was stored may hold any number.
    let (sum, isTooLarge) = max(cursor?.received ?? 0, 0).addingReportingOverflow(itemCount)
    return isTooLarge ? .max : sum
  }

  /// The value at the end of a path in the body.
  ///
  /// The body is read through for it, without decoding what is not asked for.
  ///
  /// - Parameter path: The path.
  /// - Returns: The value, or `nil` if the path leads nowhere.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/undecodableBody`` if the body is no
  ///   JSON.
  public func value(at path: JSONPath) throws(HTTPError) -> JSON? {
    try JSON.value(in: response.json, at: path)
  }
}

/// What follows a page.
public struct NextPage: Sendable, Hashable {
  /// What to ask with for the next page; `nil` at the end.
  public var cursor: HTTPCursor?

  /// What to ask with for the page before, if that can be asked for.
  public var previous: HTTPCursor?

  /// Why nothing follows, where ``cursor`` is `nil`.
  public var endReason: EndReason?

  /// How many items there are in all, if the server says so.
  public var totalCount: Int?

  /// More follows, from a cursor.
  ///
  /// - Parameter cursor: The cursor.
  /// - Returns: What follows.
  public static func cursor(_ cursor: HTTPCursor) -> Self { Self(cursor: cursor) }

  /// Nothing follows.
  ///
  /// - Parameter reason: Why. Default: there is no next cursor.
  /// - Returns: What follows.
  public static func end(_ reason: EndReason = .noNextCursor) -> Self { Self(endReason: reason) }

  private init(cursor: HTTPCursor? = nil, endReason: EndReason? = nil) {
    self.cursor = cursor
    self.endReason = endReason
  }
}
