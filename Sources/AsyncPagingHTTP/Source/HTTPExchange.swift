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
  let options: HTTPOptions

  /// Where the user's own request goes; credentials and fields go there and nowhere else.
  let home: URL

  /// Sends a request and follows redirects; after a 401 once more with new credentials.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, whatever its status; a 304 has become the page that was kept.
  /// - Throws: ``HTTPError``, or `CancellationError`.
  @concurrent
  func response(to request: URLRequest) async throws -> HTTPResponse {
    let first = try await followed(request)
    guard first.status == 401, let credentials = options.credentials else { return first }
    do {
      guard try await credentials.refresh(after: request) else { return first }
    } catch {
      try Task.checkCancellation()
      throw HTTPError(
        .unauthorized, "new credentials could not be had", underlying: error
      ).about(first, request, options)
    }
    return try await followed(request)
  }

  /// Sends a request without waiting for its turn, and drops the answer.
  @concurrent
  func sendAndForget(_ request: URLRequest) async {
    guard let request = try? await outgoing(request) else { return }
    _ = try? await transport.response(to: request, bodyLimit: options.limits.body)
  }

  private func followed(_ request: URLRequest) async throws -> HTTPResponse {
    var request = request
    for _ in 0...max(options.redirectLimit, 0) {
      let response = try await sent(request)
      guard let target = try redirect(of: response, to: request) else { return response }
      request = target
    }
    throw HTTPError(
      .redirectRefused, "more than \(options.redirectLimit) redirects; the server goes in circles?"
    ).about(request)
  }

  /// Sends one request when its turn has come.
  private func sent(_ request: URLRequest) async throws -> HTTPResponse {
    guard let url = request.url else {
      throw HTTPError(.invalidURL, "the request has no URL").about(request)
    }
    let condition = await ConditionalRequest(request, store: options.store)
    let outgoing = try await outgoing(condition.request)
    let key = options.limiterKey(url)
    try await options.limiter?.acquire(for: key)
    let response: HTTPResponse
    do {
      response = try await transport.response(to: outgoing, bodyLimit: options.limits.body)
    } catch {
      throw try lost(error, request)
    }
    if let limiter = options.limiter { await report(response, to: limiter, for: key) }
    do throws(HTTPError) {
      try options.limits.check(response.fields)
      return try await condition.resolved(response)
    } catch {
      throw error.about(response, request, options)
    }
  }

  /// The request as it goes out: with credentials at home, without anything private elsewhere.
  private func outgoing(_ request: URLRequest) async throws -> URLRequest {
    guard let url = request.url, HTTPOrigin(url) == HTTPOrigin(home) else {
      return request.withoutPrivateFields
    }
    return try await options.credentials?.authorize(request) ?? request
  }

  private func report(
    _ response: HTTPResponse, to limiter: RateLimiter, for key: String
  ) async {
    let now = options.now()
    await limiter.learn(from: RateLimitFields.states(in: response.fields, now: now), for: key)
    if response.isRateLimited {
      let wait = RateLimitFields.wait(in: response.fields, now: now)
      await limiter.throttled(for: key, retryAfter: wait)
    }
  }

  /// The error of a request without an answer.
  ///
  /// - Throws: `CancellationError` when the task was cancelled: whatever the transport made of it.
  private func lost(_ error: any Error, _ request: URLRequest) throws -> HTTPError {
    try Task.checkCancellation()
    var failure =
      error as? HTTPError
      ?? HTTPError(
        .noAnswer, "there was no answer; see the underlying error", retryAdvice: .retry,
        underlying: error)
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
