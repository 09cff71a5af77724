// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("transports: requests and answers", .timeLimit(.minutes(10)))
struct TransportAnswerTests {
  @Test(
    "a GET has the fields it was given, and brings status, fields, body and URL",
    arguments: TransportKind.allCases)
  func get(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .ok("[1]", status: 203, ["X-Page: 7", "ETag: \"a\""]) }
    defer { server.stop() }
    var request = URLRequest(url: try server.url("/items"))
    request.setValue("Bearer x", forHTTPHeaderField: "Authorization")
    let response = try await kind.shared.response(to: request, bodyLimit: 3)
    #expect(response.status == 203)
    #expect(response.fields["x-page"] == "7")
    #expect(response.fields["ETag"] == "\"a\"")
    #expect(response.body == Data("[1]".utf8))
    #expect(response.url == request.url)
    let asked = try #require(server.requests.first)
    #expect(asked.method == "GET")
    #expect(asked.fields["Authorization"] == "Bearer x")
    #expect(asked.body.isEmpty)
  }

  @Test(
    "a POST brings its body and its type to the server", arguments: TransportKind.allCases,
    [2, 200_000])
  func post(over kind: TransportKind, size: Int) async throws {
    let server = try LoopbackServer { .ok("\($0.body.count)") }
    defer { server.stop() }
    var request = URLRequest(url: try server.url())
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(repeating: 0x31, count: size)
    let response = try await kind.shared.response(to: request, bodyLimit: 100)
    #expect(response.body == Data("\(size)".utf8))
    let asked = try #require(server.requests.first)
    #expect(asked.method == "POST")
    #expect(asked.fields.values(of: "Content-Type") == ["application/json"])
    #expect(asked.body == Array(repeating: 0x31, count: size))
  }

  @Test(
    "the target goes over the wire byte for byte",
    arguments: TransportKind.allCases,
    [
      "/", "/a?b", "/a%5bb%5D?c=%5b%5d", "/a?x=1+2&y=%2B%2f/&z==", "/a//b/c?",
      "/a%2Fb;v=1?q='()*",
      "/?cursor=eyJhIjoxfQ%3D%3D&cursor=x,y:z@",
    ])
  func target(over kind: TransportKind, text: String) async throws {
    let server = try LoopbackServer { _ in .ok() }
    defer { server.stop() }
    _ = try await kind.shared.response(to: URLRequest(url: server.url(text)), bodyLimit: 0)
    #expect(server.requests.map(\.target) == [text])
  }

  @Test("every line of a field arrives, in order", arguments: TransportKind.allCases)
  func repeatedLines(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in
      .ok("", ["Link: </2>; rel=next", "X-A: a", "Link: </9>; rel=last", "X-A: b"])
    }
    defer { server.stop() }
    let response = try await kind.shared.response(to: URLRequest(url: server.url()), bodyLimit: 0)
    #expect(response.fields["Link"] == "</2>; rel=next, </9>; rel=last")
    #expect(response.fields["x-a"] == "a, b")
  }

  @Test("an answer without a body is one", arguments: TransportKind.allCases, [204, 304, 200])
  func noBody(over kind: TransportKind, status: Int) async throws {
    let server = try LoopbackServer { _ in
      // A 304 may speak of the length that a 200 would have.
      status == 304
        ? .message(ServerMessage(status: 304, lines: ["Content-Length: 999"], framing: .none))
        : .message(ServerMessage(status: status, framing: status == 200 ? .length : .none))
    }
    defer { server.stop() }
    let response = try await kind.shared.response(to: URLRequest(url: server.url()), bodyLimit: 9)
    #expect(response.status == status)
    #expect(response.body.isEmpty)
  }

  @Test("a body in chunks comes whole", arguments: TransportKind.allCases)
  func chunks(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in
      .message(ServerMessage(parts: [Array("[1".utf8), Array(",2]".utf8)], framing: .chunked))
    }
    defer { server.stop() }
    let response = try await kind.shared.response(to: URLRequest(url: server.url()), bodyLimit: 5)
    #expect(response.body == Data("[1,2]".utf8))
  }

  @Test(
    "a redirect is not followed: it is the answer", arguments: TransportKind.allCases,
    [301, 302, 303, 307, 308])
  func redirect(over kind: TransportKind, status: Int) async throws {
    let server = try LoopbackServer { _ in .ok("moved", status: status, ["Location: /else?a=b"]) }
    defer { server.stop() }
    let request = URLRequest(url: try server.url("/here"))
    let response = try await kind.shared.response(to: request, bodyLimit: 9)
    #expect(response.status == status)
    #expect(response.fields["Location"] == "/else?a=b")
    #expect(response.body == Data("moved".utf8))
    #expect(response.url == request.url)
    #expect(server.requests.map(\.target) == ["/here"])
  }

  @Test(
    "a redirect that leads nowhere is an answer",
    arguments: TransportKind.allCases, [[], ["Location: http://["], ["Location:"]])
  func uselessRedirect(over kind: TransportKind, lines: [String]) async throws {
    let server = try LoopbackServer { _ in .ok("moved", status: 302, lines) }
    defer { server.stop() }
    let response = try await kind.shared.response(to: URLRequest(url: server.url()), bodyLimit: 9)
    #expect(response.status == 302)
  }

  @Test(
    "a 401 is an answer, whatever it challenges",
    arguments: TransportKind.allCases,
    [
      "Basic realm=\"a\"", "Basic", "Bearer", "Bearer realm=\"a\", error=\"invalid_token\"",
      "Digest realm=\"a\", nonce=\"b\"", "Negotiate", "", ",", "realm=",
    ])
  func challenge(over kind: TransportKind, text: String) async throws {
    let server = try LoopbackServer { _ in .ok("who?", status: 401, ["WWW-Authenticate: \(text)"]) }
    defer { server.stop() }
    let response = try await kind.shared.response(to: URLRequest(url: server.url()), bodyLimit: 9)
    #expect(response.status == 401)
    #expect(response.body == Data("who?".utf8))
    #expect(server.requests.count == 1)
  }

  @Test("neither cookies nor cached answers come back", arguments: TransportKind.allCases)
  func memory(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in
      .ok("a", ["Set-Cookie: a=b; Path=/", "Cache-Control: max-age=600", "ETag: \"a\""])
    }
    defer { server.stop() }
    for _ in 1...2 {
      _ = try await kind.shared.response(to: URLRequest(url: server.url()), bodyLimit: 9)
    }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.fields["Cookie"] == nil })
    #expect(server.requests.allSatisfy { $0.fields["If-None-Match"] == nil })
  }

  @Test("requests one after another share a connection", arguments: TransportKind.allCases)
  func oneConnection(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .ok("a") }
    defer { server.stop() }
    // One of its own: the session keeps few connections, and other tests have theirs.
    let transport = kind.make()
    for _ in 1...20 {
      _ = try await transport.response(to: URLRequest(url: server.url()), bodyLimit: 9)
    }
    #expect(server.requests.count == 20)
    #expect(server.connectionCount == 1)
  }

  @Test("50 requests at the same time each get their own answer", arguments: TransportKind.allCases)
  func many(over kind: TransportKind) async throws {
    let gate = ServerGate()
    let server = try LoopbackServer { request in
      .message(ServerMessage(parts: [Array(request.target.utf8)], gate: gate))
    }
    defer { server.stop() }
    try await withThrowingTaskGroup { group in
      for number in 1...50 {
        let url = try server.url("/\(number)")
        group.addTask {
          let response = try await kind.shared.response(to: URLRequest(url: url), bodyLimit: 9)
          return (number, String(decoding: response.body, as: UTF8.self))
        }
      }
      await server.arrivals(50)
      gate.open()
      for try await (number, body) in group { #expect(body == "/\(number)") }
    }
  }
}
