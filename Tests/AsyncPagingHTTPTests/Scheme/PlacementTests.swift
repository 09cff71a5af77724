// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Where a cursor goes")
struct PlacementTests {
  private static let x = "https://h.example/x"

  private func requests(
    _ place: CursorPlace, _ request: URLRequest, token: String = #""a/b c""#
  ) async -> [URLRequest] {
    let server = StubTransport(
      .json(#"{"items":[1],"next":\#(token)}"#), .json(#"{"items":[2]}"#))
    let walk = await HTTPPageSource(
      .cursor(in: "$.next", as: place), request, over: server
    ).walk()
    #expect(walk.items == [1, 2])
    return server.requests
  }

  @Test("N40: a query keeps its other parameters byte for byte, and the old cursor goes")
  func query() async {
    let urls = await requests(.query("c"), URLRequest(Self.x + "?q=%2b+&c=old&&b#f")).map { $0.url }
    #expect(
      urls.map { $0?.absoluteString ?? "" } == [
        Self.x + "?q=%2b+&c=old&&b#f", Self.x + "?q=%2b+&c=a%2Fb%20c&&b#f",
      ])
  }

  @Test("N40: a header field")
  func header() async {
    let requests = await requests(.header("X-Next"), URLRequest(Self.x, fields: ["A": "b"]))
    #expect(requests.map { $0.value(forHTTPHeaderField: "X-Next") } == [nil, "a/b c"])
    #expect(requests.map { $0.value(forHTTPHeaderField: "A") } == ["b", "b"])
  }

  @Test("N40: a member of a JSON body, with the rest of it kept")
  func body() async {
    let body = #"{"a":[1,{"b":18446744073709551615}],"page":{"size":2,"after":"old"}}"#
    let requests = await requests(
      .body("$.page.after"), URLRequest(Self.x, "POST", body: body), token: #"{"k":1,"t":null}"#)
    #expect(
      requests.map(\.bodyText) == [
        body,
        #"{"a":[1,{"b":18446744073709551615}],"page":{"after":{"k":1,"t":null},"size":2}}"#,
      ])
    let none = await self.requests(.body("$.a['b c'].d"), URLRequest(Self.x, "POST"))
    #expect(none.last?.bodyText == #"{"a":{"b c":{"d":"a/b c"}}}"#)
  }

  @Test("N40: a field of a form")
  func form() async {
    let requests = await requests(.form("c"), URLRequest(Self.x, "POST", body: "q=a+b"))
    #expect(requests.map(\.bodyText) == ["q=a+b", "q=a+b&c=a%2Fb%20c"])
    #expect(
      requests.last?.value(forHTTPHeaderField: "Content-Type")
        == "application/x-www-form-urlencoded")
  }

  @Test("N40: a segment of the path, left out of the first request")
  func path() async {
    let requests = await requests(.path("cursor"), URLRequest("https://h.example/x/{cursor}?q=1"))
    #expect(
      requests.map { $0.url?.absoluteString ?? "" } == [
        "https://h.example/x?q=1", "https://h.example/x/a%2Fb%20c?q=1",
      ])
  }

  @Test("N40: the whole URL")
  func url() async {
    let requests = await requests(.url, URLRequest(Self.x), token: #""https://h.example/y?z=%7e""#)
    #expect(requests.last?.url?.absoluteString == "https://h.example/y?z=%7e")
  }

  @Test(
    "a cursor without a place is an error, after the page that gave it",
    arguments: [
      (CursorPlace.header("X"), #""a\r\nEvil: 1""#), (.path("c"), #""..""#), (.path("d"), #""x""#),
      (.url, #""http://[""#), (.url, "1"), (.body("$.a"), "1"),
    ])
  func misplaced(place: CursorPlace, token: String) async {
    let server = StubTransport(.json(#"{"items":[1],"next":\#(token)}"#))
    let request = URLRequest("https://h.example/x/{c}", "POST", body: "no JSON")
    let walk = await HTTPPageSource(
      .cursor(in: "$.next", as: place), request, over: server
    ).walk()
    let expected: HTTPError.Code = place == .url ? .invalidURL : .misplacedCursor
    #expect(walk.error?.code == expected)
    #expect(walk.items == (place == .path("d") ? [] : [1]))
  }

  @Test("N9: the key of the last item, in several parts, and any part of an item")
  func nested() async {
    let server = StubTransport(
      .json(#"{"items":[{"t":5,"k":{"id":"a"}},{"t":5,"k":{"id":"b"}}]}"#), .json(#"{"items":[]}"#))
    let walk = await HTTPPageSource(
      .keyset(
        after: CursorToken(in: "$.items[-1].t", as: .query("t")),
        CursorToken(in: "$.items[-1]['k'].id", as: .query("id"))),
      URLRequest(Self.x), over: server
    ).walk()
    #expect(walk.items.count == 2)
    #expect(server.urls == [Self.x, Self.x + "?t=5&id=b"])
  }

  @Test("case 107: a key that is missing beside items is an error and not the end")
  func missingKey() async {
    let server = StubTransport(.json(#"{"items":[{"id":1}]}"#))
    let walk = await HTTPPageSource(
      .keyset(after: CursorToken(in: "$.items[-1].uuid", as: .query("c"))), URLRequest(Self.x),
      over: server
    ).walk()
    #expect(walk.items.count == 1)
    #expect(walk.error?.code == .inconsistent)
    #expect(walk.error?.detail.contains("$.items[-1].uuid") == true)
  }

  @Test("N47: several tokens move together, and one that is not there is taken out")
  func several() async {
    let server = StubTransport(
      .json(#"{"items":[1],"a":"1","b":"2"}"#), .json(#"{"items":[2],"b":"3"}"#),
      .json(#"{"items":[3]}"#))
    let walk = await HTTPPageSource(
      .cursors(
        CursorToken(in: "$.a", as: .query("a")), CursorToken(in: "$.b", as: .header("B"))),
      URLRequest(Self.x + "?a=0"), over: server
    ).walk()
    #expect(walk.items == [1, 2, 3])
    #expect(server.urls == [Self.x + "?a=0", Self.x + "?a=1", Self.x])
    #expect(server.requests.map { $0.value(forHTTPHeaderField: "B") } == [nil, "2", "3"])
  }
}
