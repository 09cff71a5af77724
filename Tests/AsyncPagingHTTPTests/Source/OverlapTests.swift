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

@Suite("Decoding while the next page comes", .timeLimit(.minutes(10)))
struct OverlapTests {
  private static let pages = [
    "{\"items\": [1, 2], \"next\": \"a\"}", "{\"items\": [3], \"next\": \"b\"}", "{\"items\": [4]}",
  ]

  private func source(_ transport: StubTransport, overlaps: Bool = true) throws -> HTTPPageSource<
    Int
  > {
    var options = HTTPOptions()
    options.overlapsDecoding = overlaps
    let url = try #require(URL(string: "http://127.0.0.1/items"))
    return HTTPPageSource(
      .cursor(in: "$.next", as: .query("cursor")), request: URLRequest(url: url), items: "$.items",
      of: Int.self, options: options, transport: transport)
  }

  @Test("the pages are the same and in order, each asked for once", arguments: [true, false])
  func order(overlaps: Bool) async throws {
    let transport = StubTransport { _, number in
      number <= Self.pages.count ? .json(Self.pages[number - 1]) : .status(599)
    }
    var items: [Int] = []
    for try await page in try source(transport, overlaps: overlaps).pages() { items += page.items }
    #expect(items == [1, 2, 3, 4])
    #expect(
      transport.urls == [
        "http://127.0.0.1/items", "http://127.0.0.1/items?cursor=a",
        "http://127.0.0.1/items?cursor=b",
      ])
  }

  @Test("the next page is asked for although nobody wants it yet, and no page behind it")
  func early() async throws {
    let asked = Gate(isOpen: true)
    let transport = StubTransport { _, number in
      try await asked.pass()
      return .json(Self.pages[number - 1])
    }
    var iterator = try source(transport).pages().makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1, 2])
    try await asked.arrivals(2)
    #expect(transport.urls.count == 2)
    #expect(try await iterator.next()?.items == [3])
  }

  @Test("N57 N118: whoever leaves takes the early request along")
  func leaving() async throws {
    let held = Gate()
    let isCancelled = Gate()
    let transport = StubTransport { _, number in
      guard number > 1 else { return .json(Self.pages[0]) }
      do {
        try await held.pass()
      } catch {
        try await isCancelled.pass(ignoringCancellation: true)
        throw error
      }
      return .json(Self.pages[1])
    }
    await isCancelled.open()
    do {
      var iterator = try source(transport).pages().makeAsyncIterator()
      #expect(try await iterator.next()?.items == [1, 2])
      try await held.arrivals(1)
    }
    try await isCancelled.arrivals(1)
    #expect(transport.urls.count == 2)
  }

  @Test("N75 N118: a cancelled caller leaves, and the page can be asked for again")
  func cancelled() async throws {
    let held = Gate()
    let transport = StubTransport { _, number in
      if number == 2 { try await held.pass() }
      return .json(Self.pages[min(number, 3) - 1 == 2 ? 1 : number - 1])
    }
    let source = try source(transport)
    let first = try await source.page(for: PageRequest())
    try await held.arrivals(1)
    let request = PageRequest(cursor: first.next)
    let caller = Task { try await source.page(for: request) }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(try await source.page(for: request).items == [3])
  }

  @Test("an early answer that failed is the failure of the page that it is of, and no sooner")
  func failure() async throws {
    let transport = StubTransport { _, number in
      number == 2 ? .status(503) : .json(Self.pages[number == 1 ? 0 : 1])
    }
    let source = try source(transport)
    let first = try await source.page(for: PageRequest())
    #expect(first.items == [1, 2])
    let request = PageRequest(cursor: first.next)
    await #expect(throws: HTTPError.self) { try await source.page(for: request) }
    let again = PageRequest(cursor: first.next, attempt: 2)
    #expect(try await source.page(for: again).items == [3])
  }

  @Test("case 154: a cursor that can be used once is not used up before its page is wanted")
  func usableOnce() async throws {
    let transport = StubTransport { _, number in
      number <= Self.pages.count ? .json(Self.pages[number - 1]) : .status(599)
    }
    var options = HTTPOptions()
    options.overlapsDecoding = true
    options.retriesLostAnswers = false
    let url = try #require(URL(string: "http://127.0.0.1/items"))
    let source = HTTPPageSource(
      .cursor(in: "$.next", as: .query("cursor")), request: URLRequest(url: url),
      items: "$.items", of: Int.self, options: options, transport: transport)
    let first = try await source.page(for: PageRequest())
    // Another try does not take what came early: that would be a third request.
    let request = PageRequest(cursor: first.next, attempt: 2)
    #expect(try await source.page(for: request).items == [3])
    #expect(transport.urls.count == 2)
  }

  @Test("a page that came early is decoded before it is wanted, and once")
  func decoding() async throws {
    let decoded = Milestones(0)
    let source = try bodySource { response in
      decoded.add()
      return try JSONDecoder().decode(Envelope.self, from: response.body)
    }
    let first = try await source.page(for: PageRequest())
    #expect(first.items == [1, 2])
    try await decoded.reach(2)
    let second = try await source.page(for: PageRequest(cursor: first.next))
    #expect(second.items == [3])
    #expect(try await source.page(for: PageRequest(cursor: second.next)).items == [4])
    #expect(decoded.value == 3)
  }

  @Test("what another source has decoded early is not taken for its own")
  func anotherSource() async throws {
    let plain = try bodySource { try JSONDecoder().decode(Envelope.self, from: $0.body) }
    let negative = try bodySource { response in
      var envelope = try JSONDecoder().decode(Envelope.self, from: response.body)
      envelope.items = envelope.items.map(-)
      return envelope
    }
    let first = try await plain.page(for: PageRequest())
    #expect(try await negative.page(for: PageRequest(cursor: first.next)).items == [-3])
  }

  private struct Envelope: Decodable {
    var items: [Int]
  }

  private func bodySource(
    _ decode: @escaping @Sendable (HTTPResponse) throws -> Envelope
  ) throws -> HTTPPageSource<Int> {
    var options = HTTPOptions()
    options.overlapsDecoding = true
    let url = try #require(URL(string: "http://127.0.0.1/items"))
    let transport = StubTransport { request, _ in
      let cursors = ["cursor=a": 1, "cursor=b": 2]
      return .json(Self.pages[request.url?.query().flatMap { cursors[$0] } ?? 0])
    }
    return HTTPPageSource(
      .cursor(in: "$.next", as: .query("cursor")), request: URLRequest(url: url),
      options: options, transport: transport, decode: decode, items: { $0.items })
  }
}
