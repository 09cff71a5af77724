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

@Suite("Ranges")
struct RangeTests {
  private static let x = "https://h.example/x"

  private static func part(_ range: String?, _ items: String, status: Int = 206) -> HTTPResponse {
    .status(status, items, range.map { ["Content-Range": $0] } ?? [:])
  }

  private func walk(_ answers: [HTTPResponse], size: Int = 2) async -> (
    ranges: [String], walk: Walk<JSON>
  ) {
    let server = StubTransport { _, number in
      number <= answers.count ? answers[number - 1] : .status(599)
    }
    let walk = await HTTPPageSource(
      .range(size: size), URLRequest(Self.x), items: "$", over: server
    ).walk()
    return (server.requests.map { $0.value(forHTTPHeaderField: "Range") ?? "" }, walk)
  }

  @Test("each range follows what the server says it sent, up to the total")
  func total() async {
    let (ranges, walk) = await walk([
      Self.part("items 0-1/3", "[1,2]"), Self.part("items 2-2/3", "[3]"),
    ])
    #expect(ranges == ["items=0-1", "items=2-3"])
    #expect(walk.items == [1, 2, 3])
    #expect(walk.end == .totalReached)
    #expect(walk.pages.map(\.totalCount) == [3, 3])
  }

  @Test("N25: a server that sends less than asked loses nothing, with or without a total")
  func capped() async {
    let (ranges, walk) = await walk(
      [
        Self.part("items 0-1/*", "[1,2]"), Self.part("ITEMS 2-2/*", "[3]"), Self.part(nil, "[4]"),
        Self.part(nil, "", status: 416),
      ], size: 100)
    #expect(ranges == ["items=0-99", "items=2-101", "items=3-102", "items=4-103"])
    #expect(walk.items == [1, 2, 3, 4])
    #expect(walk.end == .flag)
  }

  @Test("a server without ranges sends all at once, and a 200 with one goes on")
  func plain() async {
    let (ranges, all) = await walk([Self.part(nil, "[1,2,3]", status: 200)])
    #expect(ranges.count == 1)
    #expect(all.items == [1, 2, 3])
    #expect(all.end == .noNextCursor)
    let more = await walk([
      Self.part("items 0-1/3", "[1,2]", status: 200), Self.part("items 2-2/3", "[3]", status: 200),
    ])
    #expect(more.walk.items == [1, 2, 3])
  }

  @Test("an empty list is empty, and a 416 to the first range that says nothing else is an error")
  func nothing() async {
    let none = await walk([Self.part("items */0", "[]", status: 200)]).walk
    #expect(none.items == [])
    #expect(none.end == .emptyPage)
    let empty = await walk([Self.part("items */0", "", status: 416)]).walk
    #expect(empty.end == .flag)
    let error = await walk([Self.part("items */7", "", status: 416)]).walk
    #expect(error.error?.code == .status)
    #expect(error.error?.status == 416)
  }

  @Test(
    "a Content-Range that is none is an error after the page",
    arguments: [
      "bytes 0-1/3", "items", "items 0-1", "items 1-0/3", "items a-b/3", "items 0-1/x",
      "items 0-9223372036854775807/*", "items 0-99999999999999999999/*", "items -1/3", "",
    ])
  func junk(range: String) async {
    let (ranges, walk) = await walk([Self.part(range, "[1,2]")])
    #expect(ranges.count == 1)
    #expect(walk.items == [1, 2])
    #expect(walk.error?.code == .inconsistent)
  }

  @Test("a later range that is answered with everything is an error, and never a quiet end")
  func ignored() async {
    let (_, walk) = await walk([
      Self.part("items 0-1/*", "[1,2]"), Self.part(nil, "[1,2,3]", status: 200),
    ])
    #expect(walk.end == nil)
    #expect(walk.error?.code == .inconsistent)
  }
}
