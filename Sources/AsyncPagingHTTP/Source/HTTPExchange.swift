// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything between a request and its answer: credentials, rate, conditions, redirects.
struct HTTPExchange: Sendable {
  let transport: any HTTPTransport
  var options: HTTPOptions

  /// Where the user's own request goes; credentials and fields go there and nowhere else.
  let home: URL

  /// What went out last, and what came back.
  struct Answered: Sendable {
    /// The request with its credentials: what an answer may say back and nobody is to read.
    let request: URLRequest

    /// The answer.
    let response: HTTPResponse

    /// What is to be stored once the answer has proved to be a page, and under which key.
    fileprivate let stored: (page: StoredPage, key: String)?
  }

  /// Sends a request and follows redirects; after a 401 once more with new credentials.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, whatever its status; a 304 has become the page that was kept.
  /// - Throws: ``HTTPError``, or `CancellationError`.
  @concurrent
  func answer(to request: URLRequest) async throws -> Answered {
    let first = try await followed(request)
    // What another origin says of credentials that it was not given means nothing.
    guard first.response.status == 401, HTTPOrigin(first.response.url) == HTTPOrigin(home),
      let credentials = options.credentials
    else { return first }
    do {
      guard try await credentials.refresh(after: first.request) else { return first }
    } catch {
      try Task.checkCancellation()
      throw HTTPError(
        .unauthorized, "new credentials could not be had", underlying: error
      ).about(request).about(first.response, first.request, options)
    }
    return try await followed(request)
  }

  /// Stores the page of an answer, if there is a store and it may.
  ///
  /// It is for answers that were read: a body that is none would come back with every 304.
  func keep(_ answered: Answered) async {
    guard let stored = answered.stored else { return }
    await options.store?.store(stored.page, for: stored.key)
  }

  /// Sends a request without waiting for its turn, and drops the answer.
  @concurrent
  func sendAndForget(_ request: URLRequest) async {
    guard let request = try? await outgoing(request) else { return }
    _ = try? await transport.response(to: request, bodyLimit: options.limits.body)
  }

  private func followed(_ request: URLRequest) async throws -> Answered {
    var request = request
    for _ in 0...max(options.redirectLimit, 0) {
      let answered = try await sent(request)
      guard let target = try redirect(of: answered, to: request) else { return answered }
      request = target
    }
    throw HTTPError(
      .redirectRefused, "more than \(options.redirectLimit) redirects; the server goes in circles?"
    ).about(request)
  }

  /// Sends one request when its turn has come; asks only for what has changed, if there is a store.
  private func sent(_ request: URLRequest) async throws -> Answered {
    let outgoing = try await outgoing(request)
    guard let store = options.store else {
      let response = try await answer(to: outgoing, for: request)
      return Answered(request: outgoing, response: response, stored: nil)
    }
    let key = ConditionalRequest.key(for: outgoing)
    let conditional = ConditionalRequest(outgoing, stored: await store.stored(for: key))
    let first = try await answer(to: conditional.request, for: request)
    var outcome = try resolved(first, by: conditional, outgoing, request)
    var response = first
    if case .sendAgain = outcome {
      response = try await answer(to: outgoing, for: request)
      let plain = ConditionalRequest(outgoing, stored: nil)
      outcome = try resolved(response, by: plain, outgoing, request)
    }
    guard case .use(let whole, let page) = outcome else {
      return Answered(request: outgoing, response: response, stored: nil)
    }
    return Answered(request: outgoing, response: whole, stored: page.map { ($0, key) })
  }

  private func resolved(
    _ response: HTTPResponse, by condition: ConditionalRequest, _ outgoing: URLRequest,
    _ request: URLRequest
  ) throws(HTTPError) -> ConditionalRequest.Outcome {
    do throws(HTTPError) {
      return try condition.resolve(response)
    } catch {
      throw error.about(request).about(response, outgoing, options)
    }
  }

  /// Waits for the limiter, sends a request as it is, and tells the limiter what the answer says.
  ///
  /// - Parameters:
  ///   - outgoing: What to send.
  ///   - request: The request without credentials, for errors.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``HTTPError``, or `CancellationError`.
  private func answer(
    to outgoing: URLRequest, for request: URLRequest
  ) async throws -> HTTPResponse {
    guard let url = outgoing.url else {
      throw HTTPError(.invalidURL, "the request has no URL").about(request)
    }
    let key = options.limiterKey(url)
    do {
      try await options.limiter?.acquire(for: key)
      let response = try await transport.response(
        to: outgoing, bodyLimit: options.limits.body)
      if let limiter = options.limiter { await report(response, to: limiter, for: key) }
      try options.limits.check(response.fields)
      guard response.body.count <= options.limits.body else {
        throw HTTPLimits.bodyTooLarge(limit: options.limits.body)
      }
      return response
    } catch {
      throw try lost(error, request)
    }
  }

  /// The request as it goes out: with credentials at home, without anything private elsewhere.
  private func outgoing(_ request: URLRequest) async throws -> URLRequest {
    guard let url = request.url, HTTPOrigin(url) == HTTPOrigin(home) else {
      return request.withoutPrivateFields
    }
    guard let credentials = options.credentials else { return request }
    do {
      return try await credentials.authorize(request)
    } catch {
      try Task.checkCancellation()
      if let error = error as? HTTPError { throw error.about(request) }
      throw HTTPError(
        .unauthorized, "there are no credentials to ask with", underlying: error
      ).about(request)
    }
  }

  private func report(
    _ response: HTTPResponse, to limiter: RateLimiter, for key: String
  ) async {
    let now = options.now()
    await limiter.learn(from: response.fields.rateLimits(now: now), for: key)
    if response.isRateLimited(now: now) {
      let wait = response.fields.serverWait(for: response.status, now: now)
      await limiter.throttled(for: key, retryAfter: wait)
    }
  }

  /// The error of a request without an answer.
  ///
  /// - Throws: `CancellationError` when the task was cancelled: whatever the transport made of it.
  private func lost(_ error: any Error, _ request: URLRequest) throws -> HTTPError {
    try Task.checkCancellation()
    var failure = error as? HTTPError ?? HTTPError(transport: error)
    let isLost = failure.code == .noAnswer || failure.code == .timedOut
    if isLost, !options.retriesLostAnswers, failure.mayHaveReachedServer {
      failure.retryAdvice = .never
    }
    return failure.about(request)
  }
}

extension HTTPError {
  /// Whether a request without an answer may have had an effect.
  fileprivate var mayHaveReachedServer: Bool {
    guard let code = (underlying as? URLError)?.code else { return true }
    return ![.cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet]
      .contains(code)
  }
}
