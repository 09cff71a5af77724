// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Pages of an HTTP API.
///
/// ```swift
/// let repositories = HTTPPageSource(.linkHeader(), request: request, decoding: [Repository].self)
///
/// let orders = HTTPPageSource(
///   .cursor(in: \Envelope.meta.next, as: .query("cursor")), request: request, items: \Envelope.data)
///
/// let rows = HTTPPageSource(
///   .offset(start: "skip", limit: "limit", total: "$.total"), request: request,
///   items: "$.rows", of: Row.self)
/// ```
///
/// It is a value, shares nothing but its transport and what its options hold, and answers the same
/// request with the same page as long as the server does. Bodies are decoded in the task that loads
/// the page, off any actor. What it throws is an ``HTTPError``, or a `CancellationError` when the
/// task was cancelled; a body that is cut short is an error and never the end. Where a page has
/// items and what it says of the next one makes no sense, the items come first and the error after
/// them.
public struct HTTPPageSource<Item: Sendable>: PageSource {
  /// What the scheme asks with.
  public typealias Cursor = HTTPCursor

  /// What one answer came to.
  struct Reading: Sendable {
    var items: [Item]

    /// How many items have come from the server, on this page and before.
    var received: Int
    var next: NextPage

    /// What closes that which the server keeps for the walk.
    var closing: URLRequest?
  }

  /// What is done when the server does not know a cursor any more.
  struct Restarts: Sendable {
    var limit = 0
    var key: @Sendable (Item) -> JSON? = { _ in nil }
  }

  let compose: @Sendable (HTTPCursor?, Int?) throws(HTTPError) -> URLRequest
  let bodies: BodyReader<Item>
  let earlyCursor: @Sendable (HTTPResponse) -> HTTPCursor?
  private(set) var exchange: HTTPExchange

  /// The user's own request.
  let base: URLRequest
  let endStatuses: Set<Int>
  private(set) var restarts = Restarts()

  var options: HTTPOptions { exchange.options }

  /// Creates a source whose answers are decoded by a function of your own, such as for XML.
  ///
  /// - Parameters:
  ///   - scheme: How the API pages.
  ///   - request: The request for the first page, without any parameter of paging. It must have a
  ///     URL for HTTP.
  ///   - options: How the source behaves.
  ///   - transport: What sends requests. Default: one session that all sources share.
  ///   - decode: Makes the body from an answer. A `DecodingError` makes an
  ///     ``HTTPError/Code/undecodableBody``, any other error ``HTTPError/Code/rejected``.
  ///   - items: Finds the items in the body.
  public init<Body: Sendable>(
    _ scheme: PagingScheme<Body>, request: URLRequest, options: HTTPOptions = HTTPOptions(),
    transport: any HTTPTransport = URLSessionTransport.shared,
    decode: @escaping @Sendable (HTTPResponse) throws -> Body,
    items: @escaping @Sendable (Body) -> [Item]
  ) {
    self.init(scheme, request, options, transport, decode: decode) { body in
      let items = items(body)
      return (items, items.count)
    }
  }

  /// Creates a source that counts what the server sent apart from what is kept of it.
  init<Body: Sendable>(
    _ scheme: PagingScheme<Body>, _ request: URLRequest, _ options: HTTPOptions,
    _ transport: any HTTPTransport, decode: @escaping @Sendable (HTTPResponse) throws -> Body,
    items: @escaping @Sendable (Body) -> (kept: [Item], count: Int)
  ) {
    guard let home = request.url, HTTPOrigin(home) != nil else {
      preconditionFailure("the request has no URL for HTTP")
    }
    base = request
    exchange = HTTPExchange(transport: transport, options: options, home: home)
    endStatuses = options.endStatuses.union(scheme.endStatuses)
    compose = { cursor, limit throws(HTTPError) in
      try scheme.request(for: cursor, limit: limit, basedOn: request)
    }
    earlyCursor = { scheme.earlyCursor(in: $0) }
    bodies = BodyReader { response in
      let body: Body
      do {
        body = try decode(response)
      } catch {
        throw scheme.refusal(in: response) ?? error
      }
      let (kept, count) = items(body)
      return { sent, cursor, limit throws(HTTPError) in
        let answer = HTTPAnswer(
          body: body, itemCount: count, response: response, request: sent, cursor: cursor,
          limit: limit)
        var reading = Reading(
          items: kept, received: answer.received, next: .end(),
          closing: scheme.closingRequest(after: answer))
        do throws(HTTPError) {
          reading.next = try scheme.next(after: answer)
        } catch {
          // The items are good: they come first, and then the error.
          guard !kept.isEmpty else { throw error }
          reading.next = .cursor(HTTPCursor(failure: error))
        }
        return reading
      }
    }
  }

  /// This source, starting over when the server does not know a cursor any more.
  ///
  /// Items that were delivered before are left out, by their keys; all keys of a walk are kept for
  /// that. Items that were removed on the server meanwhile stay delivered.
  ///
  /// - Parameters:
  ///   - limit: How often one walk may start over. Default: once.
  ///   - key: What tells items apart.
  /// - Returns: The source that starts over.
  public func restarting(
    atMost limit: Int = 1, by key: @escaping @Sendable (Item) -> some JSONRepresentable
  ) -> Self {
    var source = self
    source.restarts = Restarts(limit: max(limit, 0)) { key($0).json }
    return source
  }

  /// This source, sending its requests when a limiter lets them go.
  ///
  /// - Parameter limiter: The limiter, which other sources may share; see ``HTTPOptions/limiter``.
  /// - Returns: The source that waits its turn.
  public func rateLimited(by limiter: RateLimiter) -> Self {
    var source = self
    source.exchange.options.limiter = limiter
    return source
  }

  /// Asks for one page.
  ///
  /// - Parameter request: Which page.
  /// - Returns: The page, with the cursor of the one that follows.
  /// - Throws: ``HTTPError``, or `CancellationError` when the task was cancelled.
  @concurrent
  public func page(for request: PageRequest<HTTPCursor>) async throws -> Page<Item, HTTPCursor> {
    try request.cursor?.check()
    do {
      return try await page(
        at: request.cursor, request, memory: request.cursor?.memory ?? WalkMemory(),
        restarts: request.cursor?.restarts ?? 0)
    } catch let error as HTTPError where error.code == .cursorExpired {
      guard let cursor = request.cursor, cursor.restarts < restarts.limit else { throw error }
      return try await page(
        at: nil, request, memory: cursor.memory ?? WalkMemory(), restarts: cursor.restarts + 1)
    }
  }
}
