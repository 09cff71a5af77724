// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Dispatch

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The transport over `URLSession`, on every platform.
///
/// It keeps one session as long as it lives: share it, so that connections are used again.
///
/// **When a task is cancelled**, its caller leaves at once with `CancellationError`, whatever the
/// session does. On Apple platforms the request is then cancelled as well. On Linux it is
/// *abandoned*: `URLSession` there deadlocks or crashes when requests are cancelled in numbers
/// (swift-corelibs-foundation, issue 5412). The same goes for a request that is over its time.
///
/// An abandoned request holds one connection until the server has answered, has sent more than the
/// limit of the body, closes the connection, or is silent for the request's time-out in whole
/// seconds; what it brings is dropped as it comes. There are never more of them on a host than
/// connections are allowed; the rest waits in the session, no longer than the time-out.
///
/// **What Linux does not tell**: lines of the same field arrive as one, joined by `", "`, and of
/// lines whose names differ in case, such as `Link` and `link`, some may be lost; a field with
/// bytes that are no UTF-8 fails the request; a redirect without a usable `Location` has no body.
/// Dots in a path, such as `/a/./b`, are resolved before it is sent.
public final class URLSessionTransport: HTTPTransport, Sendable {
  /// The transport for everybody who needs no other.
  public static let shared = URLSessionTransport()

  private let session: URLSession
  private let router: ExchangeRouter
  private let clock = AlarmClock()
  private let resourceTimeout: Duration

  #if !canImport(Darwin)
    private let starter = DispatchQueue(label: "URLSessionTransport.starter")
  #endif

  /// Creates a transport with a session of its own.
  ///
  /// Cookies, caches, and stored credentials of the configuration are turned off.
  ///
  /// - Parameters:
  ///   - configuration: How the session connects; it is copied. Default: an ephemeral one, on Linux
  ///     with 64 connections a host, because abandoned requests hold some.
  ///   - resourceTimeout: The longest time for one answer, from the request to the last byte.
  ///     Default: a minute.
  public init(
    configuration: URLSessionConfiguration? = nil, resourceTimeout: Duration = .seconds(60)
  ) {
    self.resourceTimeout = min(resourceTimeout, .longestWait)
    let own = configuration?.copy() as? URLSessionConfiguration ?? Self.defaultConfiguration
    own.urlCache = nil
    own.requestCachePolicy = .reloadIgnoringLocalCacheData
    own.httpCookieStorage = nil
    own.httpCookieAcceptPolicy = .never
    own.httpShouldSetCookies = false
    own.urlCredentialStorage = nil
    own.timeoutIntervalForResource = self.resourceTimeout / .seconds(1)
    router = ExchangeRouter()
    session = URLSession(configuration: own, delegate: router, delegateQueue: nil)
  }

  #if canImport(Darwin)
    // Without it the session would stay for ever. Not on Linux: there it goes with its last
    // request, and to end one is reported to crash (swift-corelibs-foundation, issue 4791).
    deinit { session.finishTasksAndInvalidate() }
  #endif

  private static var defaultConfiguration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    #if !canImport(Darwin)
      configuration.httpMaximumConnectionsPerHost = 64
    #endif
    return configuration
  }

  /// Sends one request.
  ///
  /// It returns as soon as the task was cancelled; what becomes of the request, see
  /// ``URLSessionTransport``.
  ///
  /// - Parameters:
  ///   - request: What to send; its `timeoutInterval` is the longest time without news.
  ///   - bodyLimit: The most bytes that the body of the answer may have.
  /// - Returns: The answer, whatever its status; a redirect is an answer.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/invalidURL``,
  ///   ``HTTPError/Code/bodyTooLarge``, ``HTTPError/Code/timedOut`` or
  ///   ``HTTPError/Code/noAnswer``; `CancellationError` when the task was cancelled.
  @concurrent
  public func response(to request: URLRequest, bodyLimit: Int) async throws -> HTTPResponse {
    try Task.checkCancellation()
    guard let url = request.url, url.isForHTTP else { throw HTTPError.notForHTTP }
    let answer = PartialAnswer(to: request, at: url, bodyLimit: bodyLimit)
    let (events, exchange) = Exchange.begin(answer)
    let idle = request.secondsWithoutNews
    let alarm = ExchangeAlarm(
      idle: .seconds(idle), total: resourceTimeout, of: exchange, by: clock)
    defer {
      alarm.turnOff()
      exchange.leave()
    }
    let request = request.withTimeout(idle.rounded(.up))
    #if canImport(Darwin)
      let task = start(request, exchange)
      // CI does not build this. It runs in the caller's task and not in its cancellation handler,
      // where the runtime holds a lock of the task that the session's callbacks may want.
      defer { task.cancel() }
    #else
      // To make a task waits for the session's thread, which a server can keep busy. So not this
      // thread waits, of which there are few, but one of our own; unless there is no other request,
      // so that nothing can keep the session busy, and another thread would only have to be woken.
      if router.beginAlone() {
        _ = start(request, exchange)
      } else {
        starter.async { [self] in
          guard !exchange.isLeft else { return }
          router.begin()
          _ = start(request, exchange)
        }
      }
    #endif
    do {
      return try await Self.outcome(of: exchange, in: events, before: alarm)
    } catch {
      // Who was cancelled hears of that, whatever else has happened.
      try Task.checkCancellation()
      throw error
    }
  }

  /// Reads events until there is an answer, or none to come.
  private static func outcome(
    of exchange: Exchange, in events: AsyncStream<Exchange.Event>, before alarm: ExchangeAlarm
  ) async throws(HTTPError) -> HTTPResponse {
    for await event in events {
      switch event {
      case .outcome(let outcome): return try outcome.get()
      // Without time to measure there is an outcome, and it comes next.
      case .alarm: if let news = exchange.lastNews { try alarm.check(lastNews: news) }
      }
    }
    throw HTTPError(.noAnswer, "the session ended without an answer", retryAdvice: .retry)
  }

  private func start(_ request: URLRequest, _ exchange: Exchange) -> URLSessionTask {
    let task = session.dataTask(with: request)
    task.delegate = exchange
    task.resume()
    return task
  }
}

extension URLRequest {
  /// The request with another time-out: on Linux the session takes whole seconds only, and half a
  /// second for none.
  fileprivate func withTimeout(_ seconds: TimeInterval) -> URLRequest {
    var request = self
    request.timeoutInterval = seconds
    return request
  }
}
