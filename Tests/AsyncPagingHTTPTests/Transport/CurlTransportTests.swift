// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging
  import AsyncPagingHTTP
  import Foundation
  import LoopbackServer
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @Suite("CurlTransport: what no session does", .timeLimit(.minutes(10)))
  struct CurlTransportTests {
    private let transport = CurlTransport.shared

    /// The error of a request.
    private func failure(
      of request: URLRequest, bodyLimit: Int = 1_000, over other: CurlTransport? = nil
    ) async throws -> HTTPError {
      try await #require(throws: HTTPError.self) {
        _ = try await (other ?? transport).response(to: request, bodyLimit: bodyLimit)
      }
    }

    @Test("fields come line by line, in the order and with the names of the server")
    func lines() async throws {
      let server = try LoopbackServer { _ in
        .ok("", ["Link: </2>", "X-A:", "link: </9>", " ; rel=last", "X-B:   b \t"])
      }
      defer { server.stop() }
      let response = try await transport.response(to: URLRequest(url: server.url()), bodyLimit: 0)
      #expect(
        response.fields.lines.map { "\($0.name)=\($0.value)" } == [
          "Content-Length=0", "Link=</2>", "X-A=", "link=</9> ; rel=last", "X-B=b",
        ])
    }

    @Test("the path goes over the wire with its dots")
    func dots() async throws {
      let server = try LoopbackServer { _ in .ok() }
      defer { server.stop() }
      let request = URLRequest(url: try server.url("/a/./b/../c"))
      _ = try await transport.response(to: request, bodyLimit: 0)
      #expect(server.requests.map(\.target) == ["/a/./b/../c"])
    }

    @Test(
      "case 68: a caller that is cancelled closes its connection, before the answer or within",
      arguments: ["/silent", "/endless"])
    func cancelled(target: String) async throws {
      let gate = ServerGate()
      let server = try LoopbackServer { request in
        .message(
          ServerMessage(
            parts: [[0x20]], framing: .endless, gate: request.target == "/silent" ? gate : nil))
      }
      defer { server.stop() }
      let request = URLRequest(url: try server.url(target))
      let caller = Task { try await transport.response(to: request, bodyLimit: .max) }
      await server.arrivals(1)
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      // The server notices when it writes.
      gate.open()
      await server.connectionsEnd()
    }

    @Test("header fields beyond the limit close the connection", arguments: [1, 20])
    func fieldLimit(count: Int) async throws {
      let line = "X-A: " + String(repeating: "a", count: 20_000 / count)
      let server = try LoopbackServer { _ in
        .message(
          ServerMessage(
            lines: Array(repeating: line, count: count), parts: [[0x20]], framing: .endless))
      }
      defer { server.stop() }
      let transport = CurlTransport(fieldLimit: 19_000)
      let error = try await failure(of: URLRequest(url: server.url()), over: transport)
      #expect(error.code == .fieldsTooLarge)
      #expect(error.retryAdvice == .never)
      await server.connectionsEnd()
    }

    @Test("the requests of a host never have more connections than allowed")
    func connectionLimit() async throws {
      let server = try LoopbackServer { _ in .ok("a") }
      defer { server.stop() }
      let transport = CurlTransport(connectionsPerHost: 2)
      let request = URLRequest(url: try server.url())
      try await withThrowingTaskGroup { group in
        for _ in 1...50 {
          group.addTask { try await transport.response(to: request, bodyLimit: 9).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(server.requests.count == 50)
      #expect(server.connectionCount <= 2)
    }

    @Test("a compressed body arrives as it was, and its limit counts what arrives")
    func compressed() async throws {
      // 1,000 times the letter a.
      let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0x4C, 0x1C, 0x05, 0xA3,
        0x60, 0x14, 0x0C, 0x77, 0x00, 0x00, 0x03, 0xDA, 0x38, 0x9A, 0xE8, 0x03, 0x00, 0x00,
      ]
      let server = try LoopbackServer { _ in
        .message(ServerMessage(lines: ["Content-Encoding: gzip"], parts: [packed]))
      }
      defer { server.stop() }
      var request = URLRequest(url: try server.url())
      let response = try await transport.response(to: request, bodyLimit: 1_000)
      #expect(response.body == Data(repeating: 0x61, count: 1_000))
      let error = try await failure(of: request, bodyLimit: 999)
      #expect(error.code == .bodyTooLarge)
      request.setValue("gzip", forHTTPHeaderField: "Accept-Encoding")
      let raw = try await transport.response(to: request, bodyLimit: 1_000)
      #expect(raw.body == Data(packed))
      #expect(server.requests.last?.fields["Accept-Encoding"] == "gzip")
    }

    @Test("libcurl adds nothing to a body")
    func post() async throws {
      let server = try LoopbackServer { _ in .ok() }
      defer { server.stop() }
      var request = URLRequest(url: try server.url())
      request.httpMethod = "POST"
      request.httpBody = Data(repeating: 0, count: 2_000_000)
      request.setValue("7", forHTTPHeaderField: "Content-Length")
      request.setValue("", forHTTPHeaderField: "X-Empty")
      _ = try await transport.response(to: request, bodyLimit: 0)
      request.httpBody = Data()
      _ = try await transport.response(to: request, bodyLimit: 0)
      #expect(server.requests.map(\.body.count) == [2_000_000, 0])
      for asked in server.requests {
        #expect(asked.fields["Content-Type"] == nil)
        #expect(asked.fields["Expect"] == nil)
        #expect(asked.fields["X-Empty"] == "")
      }
    }

    @Test("a HEAD has a length and no body")
    func head() async throws {
      let server = try LoopbackServer { _ in
        .message(ServerMessage(lines: ["Content-Length: 999"], framing: .none))
      }
      defer { server.stop() }
      var request = URLRequest(url: try server.url())
      request.httpMethod = "HEAD"
      let response = try await transport.response(to: request, bodyLimit: 9)
      #expect(response.fields["Content-Length"] == "999")
      #expect(response.body.isEmpty)
      #expect(server.requests.map(\.method) == ["HEAD"])
    }

    /// A change to a request that makes it one that cannot be sent.
    enum Flaw: CaseIterable {
      case lineEndInValue, lineEndInName, blankInMethod, stream, password

      func mark(_ request: inout URLRequest) {
        switch self {
        case .lineEndInValue: request.allHTTPHeaderFields = ["X-A": "a\r\nX-B: b"]
        case .lineEndInName: request.setValue("a", forHTTPHeaderField: "X-A: b\r\nX-B")
        case .blankInMethod: request.httpMethod = "GET /other"
        case .stream: request.httpBodyStream = InputStream(data: Data([0x61]))
        case .password:
          let text = request.url?.absoluteString.replacing("://", with: "://user:geheim@")
          request.url = text.flatMap { URL(string: $0) }
        }
      }
    }

    @Test("what would be another request on the wire is refused", arguments: Flaw.allCases)
    func unsendable(flaw: Flaw) async throws {
      let server = try LoopbackServer { _ in .ok() }
      defer { server.stop() }
      var request = URLRequest(url: try server.url())
      flaw.mark(&request)
      let error = try await failure(of: request)
      #expect(error.retryAdvice == .never)
      #expect(!"\(error)".contains("geheim"))
      #expect(server.requests.isEmpty)
    }

    @Test("who lets go of the transport closes its connections")
    func end() async throws {
      let server = try LoopbackServer { _ in .ok("a") }
      defer { server.stop() }
      for _ in 1...3 {
        let transport = CurlTransport()
        _ = try await transport.response(to: URLRequest(url: server.url()), bodyLimit: 9)
      }
      await server.connectionsEnd()
      #expect(server.connectionCount == 3)
    }
  }
#endif
