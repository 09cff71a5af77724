// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.coalescing, .refresh), .timeLimit(.minutes(10)))
struct SupersedingTests {
  private let old = Gate()
  private let new = Gate()
  private let observer = RecordingObserver()

  private var configuration: FeedConfiguration {
    FeedConfiguration(retry: .never, observer: observer)
  }

  /// A list 1, 2 whose second page is held, and the list 10, 20 after it, whose first page is held.
  private func source(ignoringCancellation: Bool = false) -> Script {
    Script([
      nil: [.page([1], next: "a"), .page([10], next: "b").held(by: new)],
      "a": [
        .page([2], next: "c").held(by: old, ignoringCancellation: ignoringCancellation)
      ],
      "b": [.page([20])],
    ])
  }

  @Test("A3 X6: a refresh supersedes the page in flight, and later callers get the new list's page")
  func refreshDuringLoad() async throws {
    let source = source()
    let feed = Feed(source, configuration: configuration)
    _ = try await feed.loadNext()
    let append = calling { try await feed.loadNext() }
    try await old.arrivals(1)
    let refresh = calling { try await feed.refresh() }
    #expect(await append.code() == .superseded)
    try await new.arrivals(1)
    let later = calling { try await feed.loadNext() }
    try await observer.joins(1)
    #expect(await Array(feed.snapshot.items) == [1])
    await new.open()
    #expect(await later.items() == [10])
    #expect(await refresh.items() == [10])
    #expect(await Array(feed.snapshot.items) == [10])
    #expect(await source.log.cancellationCount == 1)
  }

  @Test("X6 B6: a demand made before a refresh is not carried over to the new list")
  func demandBeforeRefresh() async throws {
    let source = source()
    let feed = Feed(source, configuration: configuration)
    _ = try await feed.loadNext()
    let (_, tasks) = watchingTasks { feed.demand(through: 1) }
    try await old.arrivals(1)
    await new.open()
    #expect(try await feed.refresh()?.items == [10])
    await tasks.ended()
    #expect(await source.log.cursors == [nil, "a", nil])
    await settled { feed.demand(through: 1, generation: 1) }
    #expect(await source.log.cursors == [nil, "a", nil, "b"])
  }

  @Test("A3: a call after reset(to:) never shares a load of the old source")
  func newSourceDuringLoad() async throws {
    let feed = Feed(source(ignoringCancellation: true), configuration: configuration)
    _ = try await feed.loadNext()
    let (stale, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await old.arrivals(1)
    let other = Script([nil: [.page([100]).held(by: new)]])
    await feed.reset(to: other)
    #expect(await stale.code() == .superseded)
    let fresh = calling { try await feed.loadNext() }
    try await new.arrivals(1)
    await old.open()
    await tasks.ended()
    await new.open()
    #expect(await fresh.items() == [100])
    #expect(await Array(feed.snapshot.items) == [100])
    #expect(await other.log.count == 1)
  }

  @Test("A3: a caller of one lane is not handed the other lane's page")
  func otherLane() {
    var machine = FeedMachine.loaded(previous: .cursor(2))
    _ = machine.handle(.call(1, .load(.next)))
    let effects = machine.handle(.call(2, .load(.previous)))
    #expect(effects.starts.map(\.slot) == [.lane(.previous)])
    #expect(
      machine.handle(.arrived(2, .init(itemCount: 1, next: .cursor(3)))).answers == [1: .arrived])
  }

  @Test("E6: an iterator of a list that is gone is turned away, wherever it stands")
  func iteratorOfOldList() {
    var machine = FeedMachine.loaded()
    _ = machine.handle(.call(1, .load(.refresh)))
    _ = machine.handle(.arrived(2, .init(itemCount: 2, next: .cursor(2))))
    for index in 0...1 {
      let place = FeedMachine.Place(index: index, generation: 0)
      let effects = machine.handle(.call(2, .page(place)))
      #expect(effects.answers == [2: .failure(.superseded)])
      #expect(effects.starts.isEmpty)
    }
  }

  @Test("X10 AI3: after reset(to:) nobody sees an item of the old query", arguments: [false, true])
  func newQuery(isAnswerLate: Bool) async throws {
    let feed = Feed(
      source(ignoringCancellation: isAnswerLate), configuration: configuration)
    var updates = feed.updates.makeAsyncIterator()
    _ = await updates.next()
    _ = try await feed.loadNext()
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    let (stale, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await old.arrivals(1)
    let other = Script([nil: [.page([100], next: "z")], "z": [.page([200])]])
    await feed.reset(to: other)
    #expect(await feed.snapshot.items.isEmpty)
    #expect(await updates.next()?.snapshot.items.isEmpty == true)
    #expect(await stale.code() == .superseded)
    await old.open()
    await tasks.ended()
    #expect(await feed.snapshot.items.isEmpty)
    do {
      let page = try await iterator.next()
      Issue.record("an iterator of the old query got \(String(describing: page))")
    } catch {
      #expect(error.code == .superseded)
    }
    var fresh: [Int] = []
    for try await item in feed.items { fresh.append(item) }
    #expect(fresh == [100, 200])
    await feed.close()
    while let update = await updates.next() {
      #expect(Set(update.snapshot.items).isSubset(of: [100, 200]))
    }
  }

  @Test("X5: two refreshes share one load, and the list is swapped once")
  func twoRefreshes() async throws {
    let source = source()
    let feed = Feed(source, configuration: configuration)
    _ = try await feed.loadNext()
    let first = calling { try await feed.refresh() }
    try await new.arrivals(1)
    let second = calling { try await feed.refresh() }
    try await observer.joins(1)
    await new.open()
    #expect(await first.items() == [10])
    #expect(await second.items() == [10])
    #expect(await feed.snapshot.generation == 1)
    #expect(await source.log.cursors == [nil, nil])
  }

  @Test("AI4 AI5: after a reset during a load nothing is loading, at once and later on")
  func loadingFlags() async throws {
    let feed = Feed(source(ignoringCancellation: true), configuration: configuration)
    _ = try await feed.loadNext()
    let (_, tasks) = watchingTasks { calling { try await feed.loadNext() } }
    try await old.arrivals(1)
    await feed.reset()
    #expect(await feed.snapshot.isLoading == false)
    await old.open()
    await tasks.ended()
    #expect(await feed.snapshot.isLoading == false)
    #expect(await feed.snapshot.next.isIdle)
  }

  @Test("PG26: a refresh ends the iterators of the old list, read from or not")
  func oldIterators() async throws {
    let feed = Feed(source(), configuration: configuration)
    var read = feed.pages.makeAsyncIterator()
    var ahead = feed.pages(prefetching: 0).makeAsyncIterator()
    var unread = feed.pages.makeAsyncIterator()
    _ = try await read.next()
    _ = try await ahead.next()
    await new.open()
    try await feed.refresh()
    for iterator in [read, ahead] {
      var iterator = iterator
      let failure = await outcome(of: { try await iterator.next() }).failure
      #expect(failure?.code == .superseded)
      #expect(try await iterator.next() == nil)
    }
    // One that has no page yet belongs to no list: it reads the new one.
    #expect(try await unread.next()?.items == [10])
  }
}
