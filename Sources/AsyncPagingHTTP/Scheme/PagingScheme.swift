// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// How an API pages, as a value.
///
/// ```swift
/// .linkHeader()
/// .cursor(in: \Envelope.meta.next, as: .query("cursor"))
/// .offset(start: "skip", limit: "limit", total: \.total)
/// ```
///
/// `Body` is what an answer is decoded as: a type of your own, into which key paths lead, or
/// ``JSONEnvelope`` for an API without one, into which ``JSONPath``s lead.
public struct PagingScheme<Body: Sendable>: PagingRules {
  private let rules: any PagingRules<Body>

  /// Creates a scheme from rules of your own.
  ///
  /// - Parameter rules: The rules.
  public init(_ rules: some PagingRules<Body>) {
    self.rules = rules
  }

  /// The request for a page, by the rules.
  ///
  /// - Parameters:
  ///   - cursor: Which page; `nil` for the first one.
  ///   - limit: How many items are wanted, or `nil` to leave it to the server.
  ///   - request: The request that the user gave.
  /// - Returns: What to send.
  /// - Throws: ``HTTPError``, as the rules do.
  public func request(
    for cursor: HTTPCursor?, limit: Int?, basedOn request: URLRequest
  ) throws(HTTPError) -> URLRequest {
    try rules.request(for: cursor, limit: limit, basedOn: request)
  }

  /// What follows an answer, by the rules.
  ///
  /// - Parameter answer: The answer, decoded.
  /// - Returns: The next cursor or the end.
  /// - Throws: ``HTTPError``, as the rules do.
  public func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    try rules.next(after: answer)
  }

  /// The request that closes what the server keeps for the walk, by the rules.
  ///
  /// - Parameter answer: The answer, decoded.
  /// - Returns: What to send, or `nil`.
  public func closingRequest(after answer: HTTPAnswer<Body>) -> URLRequest? {
    rules.closingRequest(after: answer)
  }

  /// What an answer that could not be decoded says instead, by the rules.
  ///
  /// - Parameter response: The answer.
  /// - Returns: The error to throw, or `nil` for that of the decoder.
  public func refusal(in response: HTTPResponse) -> HTTPError? {
    rules.refusal(in: response)
  }

  /// Statuses that are the end when they come for any page but the first, by the rules.
  public var endStatuses: Set<Int> { rules.endStatuses }

  /// The next cursor, where an answer tells it before its items are decoded, by the rules.
  ///
  /// - Parameter response: The answer as it came.
  /// - Returns: The cursor; `nil` if it is not known yet.
  public func earlyCursor(in response: HTTPResponse) -> HTTPCursor? {
    rules.earlyCursor(in: response)
  }
}
