// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Loads and refreshes that meet, after the tests of other libraries.
@Suite(.tags(.coalescing, .refresh), .timeLimit(.minutes(10)))
struct MixedCallsTests {
  @Test("SP2: of a mix of loads and refreshes no refresh is lost, whichever comes first")
  func loadThenRefresh() async throws {
    let (gate, observer) = (Gate(), RecordingObserver())
    let source = Script([
      nil: [.page([1], next: "a"), .page([9], next: "z").held(by: gate)],
      "a": [.page([2]).held(by: gate)],
    ])
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    _ = try await feed.loadNext()
    let load = Task { try await feed.loadNext() }
    try await source.log.calls(2)
    let refresh = Task { try await feed.refresh() }
    try await source.log.calls(3)
    let joining = Task { try await feed.loadNext() }
    try await observer.joins(1)
    let again = Task { try await feed.refresh() }
    try await observer.joins(2)
    await gate.open()
    let error = await #expect(throws: FeedError.self) { try await load.value }
    #expect(error?.code == .superseded)
    #expect(try await refresh.value?.items == [9])
    #expect(try await joining.value?.items == [9])
    #expect(try await again.value?.items == [9])
    #expect(await source.log.cursors == [nil, "a", nil])
    #expect(Array(await feed.snapshot.items) == [9])
  }

  @Test("SP3: a refresh ends the load that is under way, and starts at once")
  func forcedRestart() async throws {
    let gate = Gate()
    let source = Script([
      nil: [.page([1], next: "a"), .page([9])], "a": [.page([2]).held(by: gate)],
    ])
    let feed = Feed(source)
    _ = try await feed.loadNext()
    let load = Task { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(try await feed.refresh()?.items == [9])
    let error = await #expect(throws: FeedError.self) { try await load.value }
    #expect(error?.code == .superseded)
    try await source.log.endedCalls(3)
    #expect(await source.log.cancellationCount == 1)
    #expect(Array(await feed.snapshot.items) == [9])
  }

  @Test("SP7: paging on and refreshing over a filter asks for the same pages as without it")
  func filtered() async throws {
    let shelf = Shelf(1...6)
    let source = PageNumberSource { number, _ in shelf.page(number, size: 2) }
    let feed = Feed(source.filterItems { $0 > 2 })
    let first = try await feed.loadNext()
    #expect(first?.items == [3, 4])
    #expect(first?.index == 1)
    try await feed.refresh()
    #expect(try await feed.loadNext()?.index == 1)
    #expect(try await feed.loadNext()?.index == 2)
    #expect(shelf.places == [1, 2, 1, 2, 3])
  }

  @Test(
    "SP8: a list whose last page was short is, refreshed, one page that goes on with the second")
  func refreshedAfterShortPage() async throws {
    let shelf = Shelf(1...5)
    let feed = Feed(
      PageNumberSource(limit: 2, endRules: .shortPage) { number, _ in shelf.page(number, size: 2) })
    while try await feed.loadNext() != nil {}
    let endReason = await feed.snapshot.endReason
    #expect(endReason == .shortPage)
    #expect(try await feed.refresh()?.items == [1, 2])
    let snapshot = await feed.snapshot
    #expect(snapshot.pageCount == 1)
    #expect(snapshot.endReason == nil)
    #expect(Array(snapshot.items) == [1, 2])
    let second = try await feed.loadNext()
    #expect(second?.index == 1)
    #expect(second?.items == [3, 4])
    #expect(shelf.places == [1, 2, 3, 1, 2])
  }
}
