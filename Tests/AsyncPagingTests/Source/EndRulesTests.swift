// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources, .endOfData), .timeLimit(.minutes(10)))
struct EndRulesTests {
  /// One batch under one set of rules, at an offset, and what it must mean.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: EndRules
    var batch: Batch<Int>
    var offset = 0
    var reason: EndReason?
  }

  private static let four = [1, 2, 3, 4]

  private static let cases: [Case] = [
    // What the server says by itself.
    Case(
      testDescription: "no more", rules: .total, batch: Batch(four, hasNext: false), reason: .flag),
    Case(
      testDescription: "no more, before the total", rules: .standard,
      batch: Batch(four, totalCount: 90, hasNext: false), reason: .flag),
    Case(testDescription: "more, though empty", rules: .standard, batch: Batch([], hasNext: true)),
    Case(
      testDescription: "more, though short", rules: .shortPage, batch: Batch([1], hasNext: true)),
    Case(
      testDescription: "more, though the total is reached", rules: .standard,
      batch: Batch(four, totalCount: 4, hasNext: true)),
    // Empty pages.
    Case(testDescription: "empty", rules: .emptyPage, batch: Batch([]), reason: .emptyPage),
    Case(testDescription: "empty, rule not chosen", rules: .total, batch: Batch([])),
    Case(testDescription: "not empty", rules: .emptyPage, batch: Batch([1])),
    // Short pages.
    Case(testDescription: "short", rules: .shortPage, batch: Batch([1, 2, 3]), reason: .shortPage),
    Case(testDescription: "short, rule not chosen", rules: .standard, batch: Batch([1, 2, 3])),
    Case(testDescription: "full", rules: .shortPage, batch: Batch(four)),
    Case(testDescription: "more than full", rules: .shortPage, batch: Batch(four + [5])),
    Case(
      testDescription: "empty and short", rules: .shortPage, batch: Batch([]), reason: .shortPage),
    Case(
      testDescription: "full by the server's own size", rules: .shortPage,
      batch: Batch([1, 2], pageSize: 2)),
    Case(
      testDescription: "short by the server's own size", rules: .shortPage,
      batch: Batch(four, pageSize: 5), reason: .shortPage),
    // Totals.
    Case(
      testDescription: "total reached", rules: .total, batch: Batch(four, totalCount: 4),
      reason: .totalReached),
    Case(
      testDescription: "total reached, rule not chosen", rules: .emptyPage,
      batch: Batch(four, totalCount: 4)),
    Case(testDescription: "total not reached", rules: .total, batch: Batch(four, totalCount: 5)),
    Case(
      testDescription: "total reached with what came before", rules: .total,
      batch: Batch(four, totalCount: 12), offset: 8, reason: .totalReached),
    Case(
      testDescription: "total passed", rules: .total, batch: Batch(four, totalCount: 10), offset: 8,
      reason: .totalReached),
    Case(
      testDescription: "empty at the total", rules: .standard, batch: Batch([], totalCount: 8),
      offset: 8, reason: .totalReached),
    Case(
      testDescription: "empty before the total", rules: .standard, batch: Batch([], totalCount: 9),
      offset: 8, reason: .emptyPage),
    Case(
      testDescription: "empty, with the total of that page alone", rules: .standard,
      batch: Batch([], totalCount: 0), offset: 8, reason: .emptyPage),
    Case(
      testDescription: "a total of pages means nothing to offsets", rules: .total,
      batch: Batch(four, totalPages: 1)),
    Case(
      testDescription: "short before the total", rules: [.total, .shortPage],
      batch: Batch([1], totalCount: 9), reason: .shortPage),
  ]

  @Test("F1 F3 N18 N19 N26: what a batch means under each rule", arguments: cases)
  func meaning(_ test: Case) async throws {
    let source = OffsetSource(limit: 4, endRules: test.rules) { _, _ in test.batch }
    let page = try await source.page(for: PageRequest(cursor: test.offset))
    #expect(page.endReason == test.reason)
    #expect((page.next == nil) == (test.reason != nil))
    #expect(page.totalCount == test.batch.totalCount)
    let keyset = KeysetSource(after: \Int.self, limit: 4, endRules: test.rules) { _, _ in test.batch
    }
    let same = try await keyset.page(
      for: PageRequest(cursor: CountedCursor(0, received: test.offset)))
    #expect(same.endReason == test.reason)
    let numbered = PageNumberSource(first: 0, limit: 4, endRules: test.rules) { _, _ in test.batch }
    let third = try await numbered.page(
      for: PageRequest(cursor: CountedCursor(2, received: test.offset)))
    #expect(third.endReason == (test.batch.totalPages == nil ? test.reason : .totalReached))
  }

  @Test("F3: a short page means nothing where no size is known")
  func unknownSize() async throws {
    let source = PageNumberSource(endRules: .shortPage) { _, _ in Batch([1]) }
    #expect(try await source.page(for: PageRequest()).endReason == nil)
    #expect(try await source.page(for: PageRequest(limit: 2)).endReason == .shortPage)
  }

  @Test("N26: the size that the answer reports is what a page is short by", arguments: Way.allCases)
  func reportedSize(way: Way) async {
    let shelf = Shelf(1...7)
    let source = OffsetSource(limit: 100, endRules: .shortPage) {
      Batch(shelf.rows(from: $0, $1, cap: 3), pageSize: 3)
    }
    let trace = await walk(source, way)
    #expect(trace.items == Array(1...7))
    #expect(trace.laneEnd == .shortPage)
    #expect(shelf.places == [0, 3, 6])
  }

  @Test("N18: an empty page ends nothing where its rule was left out", arguments: Way.allCases)
  func emptyPageOptOut(way: Way) async {
    let source = PageNumberSource(endRules: .total) { number, _ in
      Batch(number % 2 == 0 ? [] : [number], totalPages: 5)
    }
    let trace = await walk(source, way)
    #expect(trace.items == [1, 3, 5])
    #expect(trace.laneEnd == .totalReached)
  }

  @Test("counted cursors are equal when they ask for the same")
  func countedCursors() {
    #expect(CountedCursor(1, received: 5) == CountedCursor(1, received: 9))
    #expect(CountedCursor(1, received: 5) != CountedCursor(2, received: 5))
    #expect(Set([CountedCursor(1, received: 5), CountedCursor(1, received: 9)]).count == 1)
  }

  @Test(
    "F3: a number of pages of 0 or less beside items is unknown, not the end", arguments: [0, -1])
  func unknownPages(total: Int) async {
    let shelf = Shelf(1...5)
    let source = PageNumberSource(limit: 2) { number, limit in
      Batch(shelf.page(number, size: 2, limit: limit), totalPages: total)
    }
    let trace = await walk(source, .feed)
    #expect(trace.items == Array(1...5))
    #expect(trace.laneEnd == .emptyPage)
  }

  @Test("F1 F9: a page that was asked to be small is not short, whatever the server's own size")
  func smallLastPage() async {
    let shelf = Shelf(1...20)
    let source = OffsetSource(limit: 10, endRules: .shortPage) {
      Batch(shelf.rows(from: $0, $1), pageSize: 10)
    }
    let trace = await collect(source.pages().limit(items: 13))
    #expect(trace.items == Array(1...13))
    #expect(trace.endReason == .limit)
    #expect(trace.pages.last?.resumePoint.isAtEnd == false)
  }

  @Test("J5 K3: an offset below 0, out of a stored point, is an error and reaches no server")
  func negativeOffset() async {
    let shelf = Shelf(1...5)
    let source = OffsetSource(limit: 2) { Batch(shelf.rows(from: $0, $1)) }
    let trace = await collect(source.pages(after: ResumePoint(cursor: -1)))
    #expect((trace.error?.underlying as? FeedError)?.code == .invalidResumePoint)
    #expect(shelf.places == [])
  }
}
