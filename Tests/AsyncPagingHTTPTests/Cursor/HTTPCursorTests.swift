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

@Suite("A cursor over HTTP")
struct HTTPCursorTests {
  @Test(
    "N48: encoded and decoded it is the same, to the last digit and byte",
    arguments: [
      JSON.null, true, "", "a\u{0}\u{1F600}\"\\/", -1, .number(Decimal(UInt64.max)),
      .number(Decimal(string: "0.1000000000000000000000000000000000001") ?? 0),
      [1, [2, ["k": .null]], "3"], ["a": ["b": 1_909_699_624_467_843_944]],
    ])
  func coding(value: JSON) throws {
    let cursor = HTTPCursor(value, received: 42)
    let data = try JSONEncoder().encode(cursor)
    let copy = try JSONDecoder().decode(HTTPCursor.self, from: data)
    #expect(copy == cursor)
    #expect(copy.value.text == value.text)
    #expect(copy.received == 42)
  }

  @Test("N48: the largest number of 64 bits is written with all its digits")
  func digits() throws {
    let data = try JSONEncoder().encode(HTTPCursor(.number(Decimal(UInt64.max))))
    #expect(String(decoding: data, as: UTF8.self).contains("18446744073709551615"))
    let point = ResumePoint(
      cursor: HTTPCursor(.number(Decimal(UInt64.max))), consumedCount: 0, index: 1, fingerprint: "",
      isAtEnd: false)
    let copy = try JSONDecoder().decode(
      ResumePoint<HTTPCursor>.self, from: JSONEncoder().encode(point))
    #expect(copy.cursor?.value.text == "18446744073709551615")
  }

  @Test("a point before a page that cannot be asked for never leads to the first page")
  func broken() async throws {
    let server = StubTransport(
      .json(
        #"{"data":{"c":{"nodes":[1],"pageInfo":{"hasNextPage":true,"endCursor":null}}}}"#))
    let source = HTTPPageSource(
      .graphQL(connection: "$.data.c"), URLRequest("https://h.example/x", "POST", body: "{}"),
      items: "$.data.c.nodes", over: server)
    let walk = await source.walk()
    #expect(walk.items == [1])
    let point = try JSONDecoder().decode(
      ResumePoint<HTTPCursor>.self,
      from: JSONEncoder().encode(#require(walk.pages.last).resumePoint))
    let rest = await source.walk(after: point)
    #expect(rest.error?.code == .inconsistent)
    #expect(server.requests.count == 1)
  }

  @Test("two cursors are equal when they ask for the same, however many items came before")
  func equality() {
    #expect(HTTPCursor("a", received: 1) == HTTPCursor("a", received: 2))
    #expect(Set([HTTPCursor("a", received: 1), HTTPCursor("a", received: 2)]).count == 1)
    #expect(HTTPCursor("1") != HTTPCursor(1))
  }

  @Test("N121: neither its description nor a dump of it, of a page or of a point says what it is")
  func secrecy() {
    let cursor = HTTPCursor(["secret": "secret"])
    let page = Page(items: [1], next: cursor, previous: cursor)
    let point = ResumePoint(
      cursor: cursor, consumedCount: 0, index: 0, fingerprint: "", isAtEnd: false)
    let request = PageRequest(cursor: cursor, limit: nil)
    for value in [cursor, page, point, request, NextPage.cursor(cursor)] as [Any] {
      var text =
        "\(value)" + String(reflecting: value)
        + String(describing: Mirror(reflecting: value).children.map(\.value))
      dump(value, to: &text)
      #expect(!text.contains("secret"))
    }
  }
}
