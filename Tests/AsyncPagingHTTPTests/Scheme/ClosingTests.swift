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

@Suite("Closing what the server keeps")
struct ClosingTests {
  private static let scheme = AnyScheme.cursor(in: "$.scroll", as: .body("$.scroll"))
    .closing { answer in
      guard let id = try? answer.value(at: "$.scroll")?.text else {
        return URLRequest("https://h.example/scroll/last", "DELETE")
      }
      return URLRequest("https://h.example/scroll/\(id)", "DELETE")
    }

  /// A server that goes on for as many pages, and a gate that its closing request comes to.
  private func server(pages: Int, failing: Bool = false, gate: Gate) -> StubTransport {
    StubTransport { request, number in
      if request.httpMethod == "DELETE" {
        try? await gate.pass()
        return .status(404)
      }
      if number > pages { return failing ? .status(400) : .json(#"{"items":[0]}"#) }
      return .json(#"{"items":[\#(number)],"scroll":"s\#(number)"}"#)
    }
  }

  private func source(_ server: StubTransport) -> HTTPPageSource<JSON> {
    HTTPPageSource(Self.scheme, URLRequest("https://h.example/x", "POST", body: "{}"), over: server)
  }

  private func deletions(_ server: StubTransport) -> [String] {
    server.requests.filter { $0.httpMethod == "DELETE" }.map { $0.url?.lastPathComponent ?? "" }
  }

  @Test("N49: at the end it is closed once, by the newest id")
  func end() async {
    let gate = Gate(isOpen: true)
    let server = server(pages: 2, gate: gate)
    let walk = await source(server).walk()
    #expect(walk.items == [1, 2, 0])
    #expect(deletions(server) == ["last"])
    #expect(
      server.requests.dropFirst().dropLast().map(\.bodyText) == [
        #"{"scroll":"s1"}"#, #"{"scroll":"s2"}"#,
      ])
  }

  @Test("N49: after an error it is closed when nobody can go on")
  func error() async throws {
    let gate = Gate(isOpen: true)
    let server = server(pages: 2, failing: true, gate: gate)
    var walk: Walk<JSON>? = await source(server).walk()
    #expect(walk?.error?.status == 400)
    #expect(deletions(server) == [])
    walk = nil
    try await gate.arrivals(1)
    #expect(deletions(server) == ["s2"])
  }

  @Test("N49 N57: after a break it is closed, and no page was asked for that was not wanted")
  func leaving() async throws {
    let gate = Gate(isOpen: true)
    let server = server(pages: 9, gate: gate)
    for try await _ in source(server).pages().limit(pages: 2) {}
    try await gate.arrivals(1)
    #expect(deletions(server) == ["s2"])
    #expect(server.requests.count == 3)
  }

  @Test("N49: a feed that is refreshed or dropped closes what its old walk had open")
  func feed() async throws {
    let gate = Gate(isOpen: true)
    let server = server(pages: 9, gate: gate)
    var feed: Feed<JSON, HTTPCursor>? = Feed(source(server))
    _ = try await feed?.loadNext()
    _ = try await feed?.refresh()
    try await gate.arrivals(1)
    #expect(deletions(server) == ["s1"])
    feed = nil
    try await gate.arrivals(2)
    #expect(deletions(server).count == 2)
  }

  @Test(
    "N49: a closing request that was cancelled with its task is sent again when the walk is gone")
  func cancelled() async throws {
    let gate = Gate()
    let server = server(pages: 1, gate: gate)
    let task = Task { await source(server).walk().items.count }
    try await gate.arrivals(1)
    task.cancel()
    _ = await task.value
    try await gate.arrivals(2)
    #expect(deletions(server) == ["last", "last"])
    await gate.open()
  }

  @Test("N49: what becomes of the closing request is told to nobody")
  func failing() async {
    struct Refused: Error {}
    let server = StubTransport { request, number in
      if request.httpMethod == "DELETE" { throw Refused() }
      return .json(#"{"items":[\#(number)]}"#)
    }
    let walk = await source(server).walk()
    #expect(walk.items == [1])
    #expect(walk.failure == nil)
  }
}
