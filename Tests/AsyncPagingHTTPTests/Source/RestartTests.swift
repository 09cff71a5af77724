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

@Suite("Cursors that expire")
struct RestartTests {
  private static let request = URLRequest("https://h.example/x")
  private static let scheme = AnyScheme.cursor(in: "$.next", as: .query("c"))

  private func source(_ server: StubTransport, _ options: HTTPOptions = HTTPOptions())
    -> HTTPPageSource<JSON>
  {
    HTTPPageSource(Self.scheme, Self.request, options, over: server)
  }

  private func pages(_ requests: [URLRequest]) -> [String] {
    requests.map { $0.url?.query() ?? "start" }
  }

  @Test("N82 case 148: a walk starts over once, and leaves out what came before")
  func restart() async {
    let server = StubTransport(
      .json(#"{"items":[1,2],"next":"t1"}"#), .status(410),
      .json(#"{"items":[1,2,3],"next":"t1"}"#),
      .json(#"{"items":[2,4]}"#))
    let walk = await source(server).restarting { $0 }.walk()
    #expect(walk.pages.map(\.items) == [[1, 2], [3], [4]])
    #expect(walk.failure == nil)
    #expect(pages(server.requests) == ["start", "c=t1", "start", "c=t1"])
  }

  @Test(
    "N82 case 148 case 152: a cursor that expires each time is a typed error after one new start")
  func always() async {
    let server = StubTransport { request, _ in
      request.url?.query() == nil ? .json(#"{"items":[1,2],"next":"t1"}"#) : .status(410)
    }
    let walk = await source(server).restarting { $0 }
      .walk(retry: RetryPolicy(maxAttempts: 5, backoff: .constant(.zero)))
    #expect(walk.items == [1, 2])
    #expect(walk.error?.code == .cursorExpired)
    #expect(pages(server.requests) == ["start", "c=t1", "start", "c=t1"])
  }

  @Test("case 148 case 150: without a rule an expired cursor is a typed error, not tried again")
  func noRule() async {
    let server = StubTransport(.json(#"{"items":[1,2],"next":"t1"}"#), .status(410))
    let walk = await source(server).walk(
      retry: RetryPolicy(maxAttempts: 5, backoff: .constant(.zero)))
    #expect(walk.items == [1, 2])
    #expect(walk.error?.code == .cursorExpired)
    #expect(walk.end == nil)
    #expect(server.requests.count == 2)
  }

  @Test(
    "case 150 case 152: other statuses mean an expired cursor where that is said",
    arguments: [400, 404])
  func statuses(status: Int) async {
    var options = HTTPOptions()
    options.expiredCursorStatuses = [400, 404]
    let server = StubTransport(
      .json(#"{"items":[1],"next":"t"}"#), .status(status), .json(#"{"items":[1,2]}"#))
    let walk = await source(server, options).restarting { $0 }.walk()
    #expect(walk.items == [1, 2])
    let first = await source(StubTransport(.status(status)), options).restarting { $0 }.walk()
    #expect(first.error?.code == .status)
  }

  @Test("items without a key are never left out")
  func noKey() async {
    let server = StubTransport(
      .json(#"{"items":[null,1],"next":"t"}"#), .status(410), .json(#"{"items":[null,1,2]}"#))
    let walk = await source(server).restarting { $0 }.walk()
    #expect(walk.pages.map(\.items) == [[.null, 1], [.null, 2]])
  }

  @Test("a page that was not delivered does not count as delivered")
  func undelivered() async throws {
    let server = StubTransport(
      .json(#"{"items":[1],"next":"a"}"#), .json(#"{"items":[2],"next":"b"}"#), .status(410),
      .json(#"{"items":[1,2],"next":"c"}"#))
    let source = source(server).restarting { $0 }
    let first = try await source.page(for: PageRequest(cursor: nil, limit: nil))
    // The answer with 2 was lost on its way to whoever wanted it.
    _ = try await source.page(for: PageRequest(cursor: first.next, limit: nil))
    let second = try await source.page(for: PageRequest(cursor: first.next, limit: nil))
    #expect(second.items == [2])
  }

  @Test("case 148: a feed starts over as well, and refreshing it shows everything again")
  func feed() async throws {
    let server = StubTransport(
      .json(#"{"items":[1,2],"next":"t"}"#), .status(410), .json(#"{"items":[1,2,3]}"#),
      .json(#"{"items":[1,2,3]}"#))
    let feed = Feed(source(server).restarting { $0 })
    _ = try await feed.loadNext()
    #expect(try await feed.loadNext()?.items == [3])
    #expect(try await feed.refresh()?.items == [1, 2, 3])
  }
}
