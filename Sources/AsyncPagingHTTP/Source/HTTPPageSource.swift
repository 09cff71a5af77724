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
/// task was cancelled; a body that is cut short is an error and never the end.
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

  private let compose: @Sendable (HTTPCursor?, Int?) throws(HTTPError) -> URLRequest
  private let read: @Sendable (HTTPResponse, URLRequest, HTTPCursor?, Int?) throws -> Reading
  private let exchange: HTTPExchange
  private let endStatuses: Set<Int>
  private var restarts = Restarts()

  private var options: HTTPOptions { exchange.options }

  /// Creates a source whose answers are decoded by a function of your own, such as for XML.
  ///
  /// - Parameters:
  ///   - scheme: How the API pages.
  ///   - request: The request for the first page, without any parameter of paging. It must have a URL
  ///     for HTTP.
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
    exchange = HTTPExchange(transport: transport, options: options, home: home)
    endStatuses = options.endStatuses.union(scheme.endStatuses)
    compose = { cursor, limit throws(HTTPError) in
      try scheme.request(for: cursor, limit: limit, basedOn: request)
    }
    read = { response, sent, cursor, limit in
      let body = try decode(response)
      let (kept, count) = items(body)
      let answer = HTTPAnswer(
        body: body, itemCount: count, response: response, request: sent, cursor: cursor,
        limit: limit)
      return Reading(
        items: kept, received: answer.received, next: try scheme.next(after: answer),
        closing: scheme.closingRequest(after: answer))
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

  /// Asks for one page.
  ///
  /// - Parameter request: Which page.
  /// - Returns: The page, with the cursor of the one that follows.
  /// - Throws: ``HTTPError``, or `CancellationError` when the task was cancelled.
  @concurrent
  public func page(for request: PageRequest<HTTPCursor>) async throws -> Page<Item, HTTPCursor> {
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

extension HTTPPageSource {
  /// Asks for one page of a walk that has started over so many times.
  private func page(
    at cursor: HTTPCursor?, _ request: PageRequest<HTTPCursor>, memory: WalkMemory, restarts: Int
  ) async throws -> Page<Item, HTTPCursor> {
    let sent = try compose(cursor, request.limit)
    if let url = sent.url { try options.origins.check(url, from: exchange.home) }
    let response = try await exchange.response(to: sent)
    var reading: Reading
    do throws(HTTPError) {
      reading = try self.reading(response, sent, cursor, request)
    } catch {
      throw error.about(response, sent, options)
    }
    let isLast = reading.next.cursor == nil
    await remember(&reading, in: memory, restarts: restarts)
    if isLast { await memory.close() }
    return Page(
      items: reading.items,
      next: reading.next.cursor?.continuing(
        received: reading.received, memory: memory, restarts: restarts),
      previous: reading.next.previous?.continuing(received: 0, memory: memory, restarts: restarts),
      totalCount: reading.next.totalCount,
      endReason: isLast ? reading.next.endReason ?? .noNextCursor : nil)
  }

  /// What an answer comes to.
  private func reading(
    _ response: HTTPResponse, _ sent: URLRequest, _ cursor: HTTPCursor?,
    _ request: PageRequest<HTTPCursor>
  ) throws(HTTPError) -> Reading {
    if cursor != nil, endStatuses.contains(response.status) {
      return Reading(items: [], received: cursor?.received ?? 0, next: .end(.flag))
    }
    let isStart = cursor == nil
    if let error = response.statusError(
      attempt: request.attempt, isStart: isStart, options)
    {
      throw error
    }
    // The second time the same body would come again.
    let advice: RetryAdvice = request.attempt == 1 ? .retry : .never
    if response.body.isEmpty {
      guard response.isEnd(options.emptyAnswers) else {
        throw HTTPError(
          .emptyBody, "the answer has no body, which is no page; see HTTPOptions.emptyAnswers",
          retryAdvice: advice)
      }
      return Reading(items: [], received: cursor?.received ?? 0, next: .end(.emptyPage))
    }
    let reading: Reading
    do {
      try options.check(response)
      reading = try read(response, sent, cursor, request.limit)
    } catch let error as HTTPError {
      throw error
    } catch let error as DecodingError {
      throw HTTPError(
        .undecodableBody, error.place, retryAdvice: advice, underlying: error)
    } catch {
      throw HTTPError(.rejected, "the answer was turned down", underlying: error)
    }
    guard reading.items.count <= options.limits.items else {
      throw HTTPError(
        .tooManyItems,
        "the page has \(reading.items.count) items, \(options.limits.items) are allowed")
    }
    return reading
  }

  /// Notes the items of a page, and leaves those out that came before the walk started over.
  private func remember(
    _ reading: inout Reading, in memory: WalkMemory, restarts: Int
  ) async {
    if let closing = reading.closing {
      await memory.keep { [exchange] in await exchange.sendAndForget(closing) }
    }
    guard self.restarts.limit > 0 else { return }
    let keys = reading.items.map(self.restarts.key)
    let earlier = await memory.delivered(keys.compactMap { $0 }, inRound: restarts)
    reading.items = zip(reading.items, keys).filter { !earlier.contains($0.1 ?? .null) }.map(\.0)
  }
}

extension HTTPResponse {
  /// Whether an answer without a body is the end.
  fileprivate func isEnd(_ rule: HTTPOptions.EmptyAnswers) -> Bool {
    switch rule {
    case .byStatus: status == 204 || status == 205
    case .end: true
    case .fail: false
    }
  }
}

extension DecodingError {
  /// Where in a body decoding failed, and why; without what is there.
  fileprivate var place: String {
    let (context, problem): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
      case .typeMismatch(let type, let context): (context, "there is no \(type)")
      case .valueNotFound(let type, let context): (context, "there is null instead of \(type)")
      case .dataCorrupted(let context): (context, "it is cut short, or no such text")
      @unknown default: (Context(codingPath: [], debugDescription: ""), "it does not fit")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    return "the body could not be decoded: at $\(path.joined()) \(problem)"
  }
}
