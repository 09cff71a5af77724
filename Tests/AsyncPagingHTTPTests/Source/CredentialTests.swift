// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Credentials")
struct CredentialTests {
  private struct Failure: Error {}

  /// Tokens by number; the first ones are too old.
  private final class Tokens: HTTPCredentials {
    let state = Locked((token: 0, refreshes: 0, refused: ""))
    let outcome: @Sendable () throws -> Bool

    init(_ outcome: @escaping @Sendable () throws -> Bool = { true }) {
      self.outcome = outcome
    }

    func authorize(_ request: URLRequest) throws -> URLRequest {
      var request = request
      request.setValue("token\(state.withLock { $0.token })", forHTTPHeaderField: "Authorization")
      return request
    }

    func refresh(after refused: URLRequest) throws -> Bool {
      state.withLock {
        $0.refreshes += 1
        $0.refused = refused.value(forHTTPHeaderField: "Authorization") ?? "nothing"
      }
      guard try outcome() else { return false }
      state.withLock { $0.token += 1 }
      return true
    }
  }

  private func server(accepting least: Int) -> StubTransport {
    StubTransport { request, _ in
      let token = request.value(forHTTPHeaderField: "Authorization")?.dropFirst(5) ?? ""
      return Int(token).map { $0 >= least } == true ? .json("[1]") : .status(401, "who?")
    }
  }

  private func walk(_ server: StubTransport, _ credentials: some HTTPCredentials) async -> Walk<
    JSON
  > {
    var options = HTTPOptions()
    options.credentials = credentials
    return await HTTPPageSource(
      .linkHeader(), URLRequest("https://h.example/x"), items: "$", options, over: server
    ).walk(retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.zero)))
  }

  @Test("N86: a 401 refreshes the credentials once, and the page is asked for again")
  func refresh() async {
    let tokens = Tokens()
    let server = server(accepting: 1)
    #expect(await walk(server, tokens).items == [1])
    #expect(server.requests.count == 2)
    #expect(tokens.state.withLock { $0.refreshes } == 1)
    // So whoever comes second can see that the token is a newer one already.
    #expect(tokens.state.withLock { $0.refused } == "token0")
  }

  @Test("N121: credentials that the server says back are in no error")
  func echo() async {
    struct Key: HTTPCredentials {
      func authorize(_ request: URLRequest) -> URLRequest {
        var request = request
        request.setValue("k3y-secret", forHTTPHeaderField: "X-Key")
        return request
      }
      func refresh(after refused: URLRequest) throws -> Bool { throw Failure() }
    }
    for status in [400, 401, 403] {
      let walk = await walk(StubTransport(.status(status, "no such key: k3y-secret")), Key())
      #expect(walk.error?.excerpt == "no such key: …")
      var options = HTTPOptions()
      options.credentials = Key()
      let error = await #expect(throws: HTTPError.self) {
        try await HTTPPageSource.detecting(
          request: URLRequest("https://h.example/x"), of: JSON.self, options: options,
          transport: StubTransport(.status(status, "no such key: k3y-secret")))
      }
      #expect(error?.excerpt == "no such key: …")
    }
  }

  @Test("N86: new credentials that are refused as well are an error, without another refresh")
  func refusedAgain() async {
    let tokens = Tokens()
    let server = server(accepting: 9)
    #expect(await walk(server, tokens).error?.code == .unauthorized)
    #expect(server.requests.count == 2)
    #expect(tokens.state.withLock { $0.refreshes } == 1)
  }

  @Test("N86: credentials that cannot be refreshed leave the 401 as it is")
  func cannotRefresh() async {
    let server = server(accepting: 1)
    let walk = await walk(server, Tokens { false })
    #expect(walk.error?.code == .unauthorized)
    #expect(walk.error?.excerpt == "who?")
    let failing = await self.walk(self.server(accepting: 1), Tokens { throw Failure() })
    #expect(failing.error?.code == .unauthorized)
    #expect(failing.error?.underlying is Failure)
    #expect(server.requests.count == 1)
  }

  @Test("credentials that cannot be had are a typed error, and nothing is sent")
  func cannotAuthorize() async {
    struct Locked: HTTPCredentials {
      func authorize(_ request: URLRequest) throws -> URLRequest { throw Failure() }
      func refresh(after refused: URLRequest) -> Bool { true }
    }
    let server = server(accepting: 0)
    let walk = await walk(server, Locked())
    #expect(walk.error?.code == .unauthorized)
    #expect(walk.error?.underlying is Failure)
    #expect(server.requests.isEmpty)
  }

  @Test("N39: a 401 of another origin refreshes nothing: it was given no credentials")
  func foreignRefusal() async {
    let tokens = Tokens()
    var options = HTTPOptions()
    options.credentials = tokens
    options.origins = .anywhere
    let server = StubTransport(
      .status(302, "", ["Location": "http://evil.example/"]), .status(401), .json("[1]"))
    let walk = await HTTPPageSource(
      .linkHeader(), URLRequest("https://h.example/x"), items: "$", options, over: server
    ).walk()
    #expect(walk.error?.code == .unauthorized)
    #expect(tokens.state.withLock { $0.refreshes } == 0)
  }
}
