// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources, .endOfData), .timeLimit(.minutes(10)))
struct KeysetSourceTests {
  private struct Row: Sendable, Hashable {
    struct Key: Hashable, Sendable {
      var time: Int
      var id: String
    }

    var key: Key

    init(_ time: Int, _ id: String) { key = Key(time: time, id: id) }
  }

  private static let rows = [Row(5, "a"), Row(5, "b"), Row(5, "c"), Row(4, "d")]

  /// The two rows after a key.
  private static func rows(after key: Row.Key?, _ count: Int?) -> [Row] {
    let start = rows.firstIndex { $0.key == key }.map { $0 + 1 } ?? 0
    return Array(rows[start...].prefix(count ?? .max))
  }

  @Test(
    "F3 case 107: a key of several fields is sent in full, so that equal times lose no row",
    arguments: Way.allCases)
  func compoundKey(way: Way) async {
    let asked = Notebook<Row.Key?>()
    let source = KeysetSource(after: \Row.key, limit: 2) { key, limit in
      asked.note(key)
      return Self.rows(after: key, limit)
    }
    let trace = await walk(source, way)
    #expect(trace.items == Self.rows)
    #expect(asked.entries == [nil, Self.rows[1].key, Self.rows[3].key])
    #expect(trace.laneEnd == .emptyPage)
  }

  @Test("F3 F4: a total ends with the page that reaches it", arguments: Way.allCases)
  func total(way: Way) async {
    let calls = Notebook<Row.Key?>()
    let source = KeysetSource(after: \Row.key, limit: 2) { key, limit in
      calls.note(key)
      return Batch(Self.rows(after: key, limit), totalCount: 4)
    }
    let trace = await walk(source, way)
    #expect(trace.items.count == 4)
    #expect(trace.laneEnd == .totalReached)
    #expect(calls.count == 2)
  }

  @Test("F3: a short page ends only where that rule was chosen", arguments: Way.allCases)
  func shortPage(way: Way) async {
    let source = KeysetSource(after: \Row.key, limit: 3, endRules: .shortPage) { key, limit in
      Self.rows(after: key, limit)
    }
    let trace = await walk(source, way)
    #expect(trace.items.count == 4)
    #expect(trace.pages.count == 2)
    #expect(trace.laneEnd == .shortPage)
  }

  @Test(
    "F5: a server that ignores the key goes in circles, and is found out", arguments: Way.allCases)
  func ignoredKey(way: Way) async {
    let source = KeysetSource(after: \Row.key) { _, _ in Self.rows }
    let trace = await walk(source, way)
    #expect(trace.error?.code == .cursorCycle)
    #expect(trace.pages.count == 2)
  }

  @Test(
    "F7: more behind an empty first page is an error: there is no key to ask with",
    arguments: Way.allCases)
  func emptyFirstPage(way: Way) async {
    let calls = Notebook<Row.Key?>()
    let source = KeysetSource(after: \Row.key) { key, _ in
      calls.note(key)
      return Batch<Row>([], hasNext: true)
    }
    let trace = await walk(source, way)
    #expect(trace.error?.code == .missingCursor)
    #expect(calls.count == 1)
  }

  @Test("an empty page in the middle keeps the key")
  func emptyPage() async throws {
    let source = KeysetSource(after: \Row.key, endRules: .total) { _, _ in
      Batch<Row>([], totalCount: 9)
    }
    let page = try await source.page(
      for: PageRequest(cursor: CountedCursor(Self.rows[1].key, received: 2)))
    #expect(page.next?.value == Self.rows[1].key)
    #expect(page.next?.received == 2)
    #expect(page.endReason == nil)
  }

  @Test(
    "the feed's limit outweighs the source's own, and what is still wanted outweighs both",
    arguments: [
      (own: nil, asked: nil, remaining: nil, size: nil), (10, nil, nil, 10), (10, 20, nil, 20),
      (10, 20, 3, 3), (nil, nil, 3, nil), (10, nil, 0, 1),
    ] as [(own: Int?, asked: Int?, remaining: Int?, size: Int?)])
  func limits(own: Int?, asked: Int?, remaining: Int?, size: Int?) async throws {
    let sizes = Notebook<Int?>()
    let source = KeysetSource(after: \Row.key, limit: own) { _, limit in
      sizes.note(limit)
      return [Row]()
    }
    _ = try await source.page(for: PageRequest(limit: asked, remaining: remaining))
    #expect(sizes.entries == [size])
  }
}
