// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("transports: what is no answer", .timeLimit(.minutes(10)))
struct TransportFailureTests {
  /// The error of a request.
  private func failure(
    of request: URLRequest, bodyLimit: Int = 1_000, over transport: any HTTPTransport
  ) async throws -> HTTPError {
    try await #require(throws: HTTPError.self) {
      _ = try await transport.response(to: request, bodyLimit: bodyLimit)
    }
  }

  @Test(
    "N89: a body that is cut short is an error to try again",
    arguments: TransportKind.allCases,
    [
      ServerMessage(parts: [Array("[1,2]".utf8)], framing: .missing(10)),
      ServerMessage(parts: [], framing: .missing(1)),
      ServerMessage(parts: [Array("[1,2]".utf8)], framing: .chunkedWithoutEnd),
    ])
  func truncated(over kind: TransportKind, message: ServerMessage) async throws {
    let server = try LoopbackServer { _ in .message(message) }
    defer { server.stop() }
    let error = try await failure(of: URLRequest(url: server.url()), over: kind.shared)
    #expect(error.code == .noAnswer)
    #expect(error.retryAdvice == .retry)
  }

  @Test(
    "N89: a connection that is closed without an answer is an error to try again",
    arguments: TransportKind.allCases)
  func hangUp(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.stop() }
    let error = try await failure(of: URLRequest(url: server.url()), over: kind.shared)
    #expect(error.code == .noAnswer)
    #expect(error.retryAdvice == .retry)
  }

  @Test(
    "N89: a connection that is refused is an error to try again", arguments: TransportKind.allCases)
  func refused(over kind: TransportKind) async throws {
    let listener = try Socket.listening(backlog: 1)
    let port = try listener.port()
    listener.end()
    let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/")))
    let error = try await failure(of: request, over: kind.shared)
    #expect(error.code == .noAnswer)
    #expect(error.retryAdvice == .retry)
    #expect(
      kind != .urlSession || (error.underlying as? URLError)?.code == .cannotConnectToHost)
  }

  @Test("N90: a host that nobody knows is an error to try again", arguments: TransportKind.allCases)
  func unknownHost(over kind: TransportKind) async throws {
    let url = try #require(URL(string: "http://nobody.invalid/"))
    let error = try await failure(of: URLRequest(url: url), over: kind.shared)
    #expect(error.code == .noAnswer)
    #expect(error.retryAdvice == .retry)
  }

  @Test(
    "N89: a server that is silent for the request's time-out is timed out, and not sooner",
    arguments: TransportKind.allCases)
  func silent(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    var request = URLRequest(url: try server.url())
    request.timeoutInterval = 0.3
    var error: HTTPError?
    let time = try await ContinuousClock().measure {
      error = try await failure(of: request, over: kind.shared)
    }
    #expect(error?.code == .timedOut)
    #expect(error?.retryAdvice == .retry)
    #expect(time >= .milliseconds(300))
  }

  @Test(
    "N89: requests beside each other are timed out each at its own time",
    arguments: TransportKind.allCases)
  func manySilent(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let url = try server.url()
    let transport = kind.make()
    var patient = URLRequest(url: url)
    patient.timeoutInterval = 50
    let first = Task { [patient] in
      try await transport.response(to: patient, bodyLimit: 0)
    }
    await server.arrivals(1)
    let time = try await ContinuousClock().measure {
      try await withThrowingTaskGroup { group in
        for tenths in [4, 2, 3] {
          group.addTask {
            var request = URLRequest(url: url)
            request.timeoutInterval = Double(tenths) / 10
            let start = ContinuousClock.now
            let error = try await failure(of: request, over: transport)
            #expect(error.code == .timedOut)
            #expect(start.duration(to: .now) >= .milliseconds(tenths * 100))
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(time < .seconds(40))
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test("N89: a body that stops coming is timed out", arguments: TransportKind.allCases)
  func stalled(over kind: TransportKind) async throws {
    let gate = ServerGate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .message(ServerMessage(parts: [[0x5B], [0x5D]], partGate: gate))
    }
    defer { server.stop() }
    var request = URLRequest(url: try server.url())
    request.timeoutInterval = 0.2
    let error = try await failure(of: request, over: kind.shared)
    #expect(error.code == .timedOut)
    #expect(error.detail.contains("silent"))
  }

  @Test(
    "N89: an answer that never ends is timed out, however much news there is",
    arguments: TransportKind.allCases)
  func endless(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in
      .message(ServerMessage(parts: [[0x20]], framing: .endless))
    }
    defer { server.stop() }
    let transport = kind.make(resourceTimeout: .milliseconds(300))
    let error = try await failure(
      of: URLRequest(url: server.url()), bodyLimit: .max, over: transport)
    #expect(error.code == .timedOut)
    #expect(error.detail.contains("not complete"))
  }

  @Test(
    "a body that says that it is too large is refused by its head",
    arguments: TransportKind.allCases)
  func announced(over kind: TransportKind) async throws {
    let gate = ServerGate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .message(ServerMessage(parts: [[], Array(repeating: 0, count: 11)], partGate: gate))
    }
    defer { server.stop() }
    let error = try await failure(
      of: URLRequest(url: server.url()), bodyLimit: 10, over: kind.shared)
    #expect(error.code == .bodyTooLarge)
    #expect(error.retryAdvice == .never)
  }

  @Test(
    "a body that turns out too large is refused although it never ends",
    arguments: TransportKind.allCases)
  func growing(over kind: TransportKind) async throws {
    let gate = ServerGate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .message(
        ServerMessage(
          parts: [Array(repeating: 0, count: 11), [0]], framing: .chunked, partGate: gate))
    }
    defer { server.stop() }
    let error = try await failure(
      of: URLRequest(url: server.url()), bodyLimit: 10, over: kind.shared)
    #expect(error.code == .bodyTooLarge)
    #expect(error.detail.contains("10"))
  }

  @Test("a body beyond the limit closes its connection", arguments: TransportKind.allCases)
  func excessive(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in
      .message(ServerMessage(parts: [Array(repeating: 0, count: 11)], framing: .endless))
    }
    defer { server.stop() }
    let error = try await failure(
      of: URLRequest(url: server.url()), bodyLimit: 10, over: kind.shared)
    #expect(error.code == .bodyTooLarge)
    await server.connectionsEnd()
  }

  @Test(
    "a URL that is none for HTTP is refused without a request",
    arguments: TransportKind.allCases,
    ["ftp://127.0.0.1/a", "file:///etc/hosts", "data:text/plain,a", "http:///a", "/a"])
  func badURL(over kind: TransportKind, text: String) async throws {
    let url = try #require(URL(string: text))
    let error = try await failure(of: URLRequest(url: url), over: kind.shared)
    #expect(error.code == .invalidURL)
    #expect(error.retryAdvice == .never)
  }

  @Test("what is no TLS is not tried again", arguments: TransportKind.allCases)
  func noTLS(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .ok() }
    defer { server.stop() }
    let text = try server.url().absoluteString.replacing("http:", with: "https:")
    let url = try #require(URL(string: text))
    let error = try await failure(of: URLRequest(url: url), over: kind.shared)
    #expect(error.code == .noAnswer)
    #expect(error.retryAdvice == .never)
  }

  @Test("an error tells nothing of the URL but the host", arguments: TransportKind.allCases)
  func secrets(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .hangUp }
    defer { server.stop() }
    let error = try await failure(
      of: URLRequest(url: server.url("/a?key=geheim")), over: kind.shared)
    #expect(!"\(error) \(String(reflecting: error.underlying))".contains("geheim"))
  }

  @Test(
    "the session's errors have a meaning",
    arguments: [
      (.cancelled, .noAnswer, true), (.networkConnectionLost, .noAnswer, true),
      (.timedOut, .timedOut, true), (.badURL, .invalidURL, false),
      (.unsupportedURL, .invalidURL, false), (.serverCertificateUntrusted, .noAnswer, false),
      (.secureConnectionFailed, .noAnswer, false), (.unknown, .noAnswer, true),
    ] as [(URLError.Code, HTTPError.Code, Bool)])
  func meaning(of code: URLError.Code, is meaning: HTTPError.Code, isForRetry: Bool) {
    let error = HTTPError(transport: URLError(code))
    #expect(error.code == meaning)
    #expect(error.retryAdvice == (isForRetry ? .retry : .never))
  }

  @Test(
    "libcurl's words on TLS are understood",
    arguments: [
      ("SSL certificate problem: certificate has expired", false),
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", false),
      ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading", true),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to a:443", true),
      ("transfer closed with 27 bytes remaining to read", true),
    ])
  func words(text: String, isForRetry: Bool) {
    let error = HTTPError(
      transport: URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text]))
    #expect(error.detail.contains(text))
    #expect(error.retryAdvice == (isForRetry ? .retry : .never))
  }
}
