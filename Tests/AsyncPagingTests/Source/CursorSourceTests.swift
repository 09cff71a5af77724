// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources), .timeLimit(.minutes(10)))
struct CursorSourceTests {
  @Test(
    "F2 F7: a function of cursor and limit is a source; the end is a missing cursor",
    arguments: Way.allCases)
  func function(way: Way) async {
    let asked = Notebook<String?>()
    let source = CursorSource<Int, String> { cursor, _ in
      asked.note(cursor)
      return cursor == nil ? ([1, 2], "a") : ([3], nil)
    }
    let trace = await walk(source, way)
    #expect(trace.items == [1, 2, 3])
    #expect(trace.laneEnd == .noNextCursor)
    #expect(asked.entries == [nil, "a"])
  }

  @Test("a function that answers with a page can say everything that a page says")
  func pageFunction() async throws {
    let answer = Page<Int, String>(
      items: [1], next: "n", previous: "p", totalCount: 9, hasNext: true, endReason: .stopRule)
    let source = CursorSource { (_: String?, _) in answer }
    #expect(try await source.page(for: PageRequest()) == answer)
  }

  @Test(
    "the feed's limit outweighs the source's own, and what is still wanted outweighs both",
    arguments: [
      (own: nil, asked: nil, remaining: nil, size: nil),
      (nil, nil, 3, nil), (10, nil, nil, 10), (nil, 20, nil, 20), (10, 20, nil, 20),
      (10, nil, 3, 3), (10, 20, 3, 3), (10, nil, 30, 10), (10, nil, 0, 1), (1, nil, 1, 1),
    ] as [(own: Int?, asked: Int?, remaining: Int?, size: Int?)])
  func limits(own: Int?, asked: Int?, remaining: Int?, size: Int?) async throws {
    let sizes = Notebook<Int?>()
    let source = CursorSource<Int, String>(limit: own) { _, limit in
      sizes.note(limit)
      return ([], nil)
    }
    _ = try await source.page(for: PageRequest(limit: asked, remaining: remaining))
    #expect(sizes.entries == [size])
  }

  @Test("F9: with a limit the last request asks only for what is still wanted")
  func remainder() async {
    let sizes = Notebook<Int?>()
    let source = CursorSource<Int, Int>(limit: 3) { cursor, limit in
      sizes.note(limit)
      let start = cursor ?? 0
      let end = start + (limit ?? 0)
      return (Array(start..<end), end)
    }
    let trace = await collect(source.pages().limit(items: 7))
    #expect(trace.items == Array(0..<7))
    #expect(sizes.entries == [3, 3, 1])
    let rest = await collect(
      source.pages(after: trace.pages.last?.resumePoint).limit(items: 2))
    #expect(rest.items == [7, 8])
  }

  @Test("case 145: a server that cuts the limit is followed by its cursor", arguments: Way.allCases)
  func clampedLimit(way: Way) async {
    let source = CursorSource<Int, Int>(limit: 1000) { cursor, _ in
      let start = cursor ?? 0
      return (Array(start..<(start + 100)), start == 200 ? nil : start + 100)
    }
    let trace = await walk(source, way)
    #expect(trace.items == Array(0..<300))
    #expect(trace.laneEnd == .noNextCursor)
  }

  @Test("a source made of a closure gets the whole request")
  func closure() async throws {
    let request = PageRequest(
      cursor: "c", direction: .previous, limit: 4, remaining: 3, attempt: 2, generation: 1)
    let asked = Notebook<PageRequest<String>>()
    let source = ClosureSource<Int, String> { request in
      asked.note(request)
      return Page(items: [1])
    }
    #expect(try await source.page(for: request).items == [1])
    #expect(asked.entries == [request])
  }

  @Test("what the function throws is thrown")
  func throwing() async {
    let source = CursorSource<Int, String> { _, _ -> Page<Int, String> in throw Offline() }
    await #expect(throws: Offline.self) { try await source.page(for: PageRequest()) }
  }
}
