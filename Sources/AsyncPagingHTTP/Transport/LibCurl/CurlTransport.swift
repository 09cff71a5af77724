// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging

  #if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
  #else
    public import Foundation
  #endif

  /// The transport over the system's libcurl: it is there with the package trait `LibCurl` only.
  ///
  /// It needs less time and far less of the processor than ``URLSessionTransport`` on Linux. It
  /// keeps one thread, which owns all connections, as long as it lives: share it, so that
  /// connections are used again. With TLS it speaks HTTP/2 where the server does, many requests on
  /// one connection.
  ///
  /// **When a task is cancelled**, its caller leaves at once with `CancellationError`, and the
  /// transfer is ended: the connection is closed, or with HTTP/2 its stream reset.
  ///
  /// **Fields** arrive line by line, as the server sent them; a value that is no UTF-8 is taken as
  /// Latin-1. Fields after the body (trailers) are dropped. `Content-Length`, `Transfer-Encoding`
  /// and `Expect` of a request are the transport's own.
  ///
  /// **A body** that is compressed arrives as it was before, unless the request has an
  /// `Accept-Encoding` of its own; the limit counts what arrives. A body to send is `httpBody`; a
  /// stream is refused.
  ///
  /// **Nothing from outside**: no cookies, no `.netrc`, no stored credentials; a URL with a user or
  /// a password is refused. Proxies are those of the environment, as with the command `curl`
  /// (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), unless they are turned off.
  ///
  /// A request on a connection that the server has closed meanwhile is sent again by libcurl, once,
  /// when no byte of an answer has come.
  public final class CurlTransport: HTTPTransport, Sendable {
    /// The transport for everybody who needs no other.
    public static let shared = CurlTransport()

    private let mailbox: CurlMailbox
    private let fieldLimit: Int
    private let resourceTimeout: Duration
    private let usesProxies: Bool

    /// Creates a transport with a thread and connections of its own.
    ///
    /// - Parameters:
    ///   - connectionsPerHost: The most connections to one host, and the most that are kept; what
    ///     is more waits, no longer than the request's time-out. Default: 64.
    ///   - fieldLimit: The most bytes of an answer's header fields, with their names; what is more
    ///     ends the transfer. Default: 256 KiB.
    ///   - resourceTimeout: The longest time for one answer, from the request to the last byte.
    ///     Default: a minute.
    ///   - usesProxies: Whether the proxies of the environment are used. Default: they are.
    public init(
      connectionsPerHost: Int = 64, fieldLimit: Int = 256 << 10,
      resourceTimeout: Duration = .seconds(60), usesProxies: Bool = true
    ) {
      self.fieldLimit = fieldLimit
      self.resourceTimeout = min(resourceTimeout, .longestWait)
      self.usesProxies = usesProxies
      let mailbox = CurlMailbox()
      self.mailbox = mailbox
      // It holds the mailbox and not the transport, whose end is the end of the thread.
      let thread = Thread {
        CurlLoop(mailbox, connectionsPerHost: connectionsPerHost).run()
      }
      thread.name = "CurlTransport"
      thread.start()
    }

    deinit { mailbox.close() }

    /// Sends one request.
    ///
    /// It returns as soon as the task was cancelled; the transfer is ended then.
    ///
    /// - Parameters:
    ///   - request: What to send; its `timeoutInterval` is the longest time without news.
    ///   - bodyLimit: The most bytes that the body of the answer may have.
    /// - Returns: The answer, whatever its status; a redirect is an answer.
    /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/invalidURL``,
    ///   ``HTTPError/Code/bodyTooLarge``, ``HTTPError/Code/fieldsTooLarge``,
    ///   ``HTTPError/Code/timedOut`` or ``HTTPError/Code/noAnswer``; `CancellationError` when the
    ///   task was cancelled.
    @concurrent
    public func response(to request: URLRequest, bodyLimit: Int) async throws -> HTTPResponse {
      try Task.checkCancellation()
      var order = try CurlRequest(request)
      order.bodyLimit = bodyLimit
      order.fieldLimit = fieldLimit
      order.total = resourceTimeout
      order.usesProxies = usesProxies
      let (outcomes, exchange) = CurlExchange.begin(order)
      mailbox.post(exchange)
      for await outcome in outcomes {
        do {
          return try outcome.get()
        } catch {
          // Who was cancelled hears of that, whatever else has happened.
          try Task.checkCancellation()
          throw error
        }
      }
      mailbox.leave(exchange)
      throw CancellationError()
    }
  }
#endif
