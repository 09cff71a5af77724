// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct TrapTests {
  @Test(
    "J5 N22: a programmer's error traps at once, with a message that names the value",
    arguments: Trap.allCases)
  func traps(_ trap: Trap) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [trap] in
      trap.spring()
    }
    // Only a debug build has the messages of its preconditions.
    #if DEBUG
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains(trap.message))
    #endif
  }

  @Test("J5: the least values that are allowed do not trap")
  func leastValues() {
    _ = CursorSource(limit: 1) { (_: String?, _) in ([1], nil) }
    _ = PageNumberSource(first: -1, limit: 1, endRules: .shortPage) { _, _ in [1] }
    _ = OffsetSource(limit: 1, endRules: .total) { _, _ in [1] }
    _ = KeysetSource(after: \Int.self, limit: 1, endRules: .emptyPage) { _, _ in [1] }
    _ = RetryPolicy(maxAttempts: 1, deadline: .seconds(-1), longestWait: .seconds(-1))
    _ = Backoff.exponential(base: .seconds(-1), factor: 1, cap: .seconds(-1))
    _ = RetryBudget(capacity: 1, cost: 1, hintedCost: 0, refund: 0, floor: 1)
    _ = FeedConfiguration(
      limit: 1, prefetchDistance: 1, retention: .pages(1), emptyPageBudget: 1)
    _ = FeedConfiguration(limit: 10, prefetchDistance: 20, retention: .pages(2))
    _ = FeedConfiguration(prefetchDistance: 1000, retention: .pages(2))
    _ = Feed(Script.threePages()).pages(prefetching: 0).limit(items: 0).limit(pages: 0)
    _ = ResumePoint<String>(cursor: nil, consumedCount: 0, index: 0)
    #expect(Page<Int, String>(items: []).resumePoint(consuming: 0).consumedCount == 0)
  }

  /// Numbers that a damaged file can hold in a resume point.
  enum Number: String, CaseIterable, Codable, Sendable {
    case index, consumedCount, offset, pageNumber, received

    func goOn() async {
      let script = Script(["a": [.page([1, 2])]])
      let offsets = OffsetSource(limit: 2) { _, _ in [1, 2] }
      let numbers = PageNumberSource { _, _ in [1, 2] }
      switch self {
      case .index: await goOn(script, ResumePoint(cursor: "a", index: .max))
      case .consumedCount: await goOn(script, ResumePoint(cursor: "a", consumedCount: .max))
      case .offset: await goOn(offsets, ResumePoint(cursor: .max))
      case .pageNumber: await goOn(numbers, ResumePoint(cursor: CountedCursor(.max, received: 0)))
      case .received: await goOn(numbers, ResumePoint(cursor: CountedCursor(1, received: .max)))
      }
    }

    private func goOn<Source: PageSource>(
      _ source: Source, _ point: ResumePoint<Source.Cursor>
    ) async {
      _ = await collect(source.pages(.once, after: point).limit(pages: 1))
      _ = await collect(Feed(source, configuration: .once).pages(after: point).limit(pages: 1))
    }
  }

  @Test(
    "J5: what comes from outside never traps: a resume point with the greatest numbers",
    arguments: Number.allCases)
  func outside(_ number: Number) async {
    await #expect(processExitsWith: .success) { [number] in await number.goOn() }
  }
}
