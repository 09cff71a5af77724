// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A status that is no success.
///
/// A transport error is a `URLError`, a body that cannot be read a `DecodingError`: the three are
/// told apart by their types.
struct StatusError: RetryAdvising {
  let status: Int
  let retryAfter: Duration?

  /// Try again when the server is overloaded, and not before it asks for it.
  var retryAdvice: RetryAdvice {
    guard status == 429 || status >= 500 else { return .never }
    return retryAfter.map(RetryAdvice.retryAfter) ?? .retry
  }
}

/// Gets JSON over HTTP.
///
/// A caller that no longer waits leaves its request to run out: on Linux, cancelling a request of
/// `URLSession` can deadlock. What comes late is dropped by the feed.
final class WebClient: Sendable {
  private struct Flight {
    var requestCount = 0
    var landing: CheckedContinuation<Void, Never>?
  }

  private let session: URLSession
  private let base: URL
  private let flight = Mutex(Flight())

  /// Creates a client of a server on this machine.
  init?(port: UInt16) {
    guard let base = URL(string: "http://127.0.0.1:\(port)/") else { return nil }
    self.base = base
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 16
    session = URLSession(configuration: configuration)
  }

  /// The request for a path, for sources that are descriptions.
  func request(_ path: String) -> URLRequest { URLRequest(url: base.appending(path: path)) }

  /// Gets an answer, for the source that is written by hand.
  ///
  /// - Parameter path: The path and the query.
  /// - Returns: The decoded body.
  /// - Throws: `URLError`, ``StatusError`` or `DecodingError`; `CancellationError` if the task was
  ///   cancelled before anything was sent.
  func get<Answer: Decodable>(_ path: String) async throws -> Answer {
    guard let url = URL(string: path, relativeTo: base) else { throw URLError(.badURL) }
    try Task.checkCancellation()
    let (body, response) = try await load(url)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard response.statusCode == 200 else {
      let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
      throw StatusError(
        status: response.statusCode, retryAfter: seconds.map { .seconds($0) })
    }
    return try JSONDecoder().decode(Answer.self, from: body)
  }

  private func load(_ url: URL) async throws -> (Data, URLResponse) {
    flight.withLock { $0.requestCount += 1 }
    return try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: url) { [self] body, response, error in
        if let body, let response {
          continuation.resume(returning: (body, response))
        } else {
          continuation.resume(throwing: error ?? URLError(.unknown))
        }
        land()
      }.resume()
    }
  }

  private func land() {
    let landing = flight.withLock { flight in
      flight.requestCount -= 1
      return flight.requestCount == 0 ? flight.landing.take() : nil
    }
    landing?.resume()
  }

  /// Waits until the last request has run out, also those that nobody waits for any more.
  func finish() async {
    await withCheckedContinuation { continuation in
      let isDone = flight.withLock { flight in
        guard flight.requestCount > 0 else { return true }
        flight.landing = continuation
        return false
      }
      if isDone { continuation.resume() }
    }
    session.finishTasksAndInvalidate()
  }
}
