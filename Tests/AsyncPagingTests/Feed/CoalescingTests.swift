// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.coalescing), .timeLimit(.minutes(1)))
struct CoalescingTests {
  @Test("A1: n concurrent callers cause one load and get the same page", arguments: [2, 5, 1000])
  func concurrentCallers(count: Int) async throws {
    let gate = Gate()
    let source = Script([nil: [.page([1, 2], next: "a").held(by: gate)]])
    let observer = RecordingObserver()
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    let pages = try await withThrowingTaskGroup(of: Page<Int, String>?.self) { group in
      for _ in 0..<count { group.addTask { try await feed.loadNext() } }
      await observer.joins(count - 1)
      await gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(pages.count == count)
    #expect(Set(pages).count == 1)
    #expect(pages.first??.items == [1, 2])
    #expect(await source.log.count == 1)
  }

  @Test("A6: loadNext joins the very first load, then asks for the page after it")
  func sequential() async throws {
    let source = Script.threePages()
    let feed = Feed(source)
    #expect(try await feed.loadNext()?.items == [1, 2])
    #expect(try await feed.loadNext()?.items == [3, 4])
    let last = try await feed.loadNext()
    #expect(last?.items == [5, 6])
    #expect(last?.endReason == .noNextCursor)
    #expect(try await feed.loadNext() == nil)
    #expect(await source.log.cursors == [nil, "a", "b"])
  }
}
