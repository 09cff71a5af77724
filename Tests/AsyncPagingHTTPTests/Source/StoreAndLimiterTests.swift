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

@Suite("A walk with a store and a limiter")
struct StoreAndLimiterTests {
  private static let request = URLRequest("https://h.example/x", fields: ["Authorization": "a"])

  private struct Token: HTTPCredentials {
    var text: String
    func authorize(_ request: URLRequest) -> URLRequest {
      var request = request
      request.setValue(text, forHTTPHeaderField: "Authorization")
      return request
    }
    func refresh(after refused: URLRequest) -> Bool { false }
  }

  /// Two pages with tags, and a 304 to whoever has them.
  private static func server() -> StubTransport {
    StubTransport { request, _ in
      let isSecond = request.url?.query() == "page=2"
      let tag = isSecond ? "\"two\"" : "\"one\""
      if request.value(forHTTPHeaderField: "If-None-Match") == tag {
        return .status(304, "", ["ETag": tag])
      }
      return isSecond
        ? .json("[2]", ["ETag": tag])
        : .json("[1]", ["ETag": tag, "Link": "<?page=2>; rel=next"])
    }
  }

  private func source(_ server: StubTransport, _ options: HTTPOptions) -> HTTPPageSource<JSON> {
    HTTPPageSource(.linkHeader(), Self.request, items: "$", options, over: server)
  }

  @Test("a second walk over pages that have not changed costs 304s, and gives the same items")
  func unchanged() async {
    var options = HTTPOptions()
    options.store = MemoryPageStore()
    let server = Self.server()
    let first = await source(server, options).walk()
    let second = await source(server, options).walk()
    #expect(first.items == [1, 2])
    #expect(second.items == [1, 2])
    #expect(second.end == .noNextCursor)
    #expect(
      server.requests.map { $0.value(forHTTPHeaderField: "If-None-Match") } == [
        nil, nil, "\"one\"", "\"two\"",
      ])
  }

  @Test("N92: a body that could not be read is not stored: it would come back with every 304")
  func broken() async {
    var options = HTTPOptions()
    options.store = MemoryPageStore()
    let server = StubTransport { request, number in
      if request.value(forHTTPHeaderField: "If-None-Match") != nil {
        return .status(304, "", ["ETag": "\"one\""])
      }
      return .json(number == 1 ? "[1" : "[1]", ["ETag": "\"one\""])
    }
    let first = await source(server, options).walk()
    #expect(first.error?.code == .undecodableBody)
    let second = await source(server, options).walk()
    #expect(second.items == [1])
  }

  @Test("N39: what one user's credentials brought is not shown to another")
  func users() async {
    var options = HTTPOptions()
    options.store = MemoryPageStore()
    let server = Self.server()
    for user in ["a", "b"] {
      options.credentials = Token(text: user)
      #expect(await source(server, options).walk().items == [1, 2])
    }
    #expect(server.requests.allSatisfy { $0.value(forHTTPHeaderField: "If-None-Match") == nil })
  }

  @Test("N110 case 100: with nothing left of the quota, the next page waits until the reset")
  func learning() async throws {
    let clock = ManualClock()
    var options = HTTPOptions()
    options.limiter = RateLimiter(clock: clock)
    let server = StubTransport(
      .json("[1]", ["RateLimit": #""p";r=0;t=30"#, "Link": "<?page=2>; rel=next"]), .json("[2]"))
    let source = source(server, options)
    async let walk = source.walk()
    #expect(try await clock.nextSleep() == .seconds(30))
    #expect(server.requests.count == 1)
    await clock.advance(by: .seconds(30))
    #expect(await walk.items == [1, 2])
  }

  @Test("N112: pages wait for the user's own limit, by the key that the user says")
  func ownLimit() async throws {
    let clock = ManualClock()
    var options = HTTPOptions()
    let limiter = RateLimiter(.perSecond(1), clock: clock)
    options.limiter = limiter
    options.limiterKey = { _ in "mine" }
    let source = source(Self.server(), options)
    async let walk = source.walk()
    #expect(try await clock.nextSleep() == .seconds(1))
    let waiting = await limiter.waitingCount(for: "mine")
    #expect(waiting == 1)
    await clock.advance(by: .seconds(1))
    #expect(await walk.items == [1, 2])
  }

  @Test("N100: a limiter that would hold a request too long is a typed error on that request")
  func tooLong() async {
    var options = HTTPOptions()
    options.limiter = RateLimiter(.perHour(1), longestWait: .seconds(1), clock: ManualClock())
    let walk = await source(Self.server(), options).walk()
    #expect(walk.items == [1])
    #expect(walk.error?.code == .limiterWaitTooLong)
    #expect(walk.error?.request == "GET https://h.example/x?page=…")
  }
}
