// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Sources that throw what they should not, or call their own feed.
@Suite(.tags(.safety, .sources), .timeLimit(.minutes(10)))
struct MisbehavingSourceTests {
  /// What only the transport knows as a cancellation.
  private struct TransportCancelled: Error {}

  @Test("C11: a CancellationError that nobody asked for fails the load, and is not the end")
  func cancellationError() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(CancellationError()), .page([2])],
    ])
    let feed = Feed(source)
    var iterator = feed.pages.makeAsyncIterator()
    _ = try await iterator.next()
    let failure = await outcome(of: { try await iterator.next() }).failure
    #expect(failure?.code == .sourceFailed)
    #expect(failure?.underlying is CancellationError)
    let after = await feed.snapshot
    #expect(after.next.error?.code == .sourceFailed)
    #expect(after.endReason == nil)
    #expect(Array(after.items) == [1])
    #expect(try await feed.loadNext()?.items == [2])
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  @Test("C11: it fails callers, refreshes and demand alike, whatever the error is called")
  func cancellationErrorEverywhere() async throws {
    for error in [CancellationError(), TransportCancelled()] as [any Error] {
      let source = Script([nil: [.page([1], next: "a"), .failure(error)], "a": [.failure(error)]])
      let feed = Feed(source, configuration: .once)
      await settled { feed.demand(through: 1) }
      let failure = try #require(await feed.snapshot.next.error)
      #expect(failure.code != .cancelled)
      #expect(await calling { try await feed.loadNext() }.code() == failure.code)
      #expect(await calling { try await feed.checkForMore() }.code() == failure.code)
      #expect(await calling { try await feed.refresh() }.code() == failure.code)
      #expect(await feed.snapshot.refresh.error != nil)
      #expect(await Array(feed.snapshot.items) == [1])
    }
  }

  @Test("a source that cancels the task it runs in cancels none of the loads after it")
  func cancelsItsTask() async throws {
    let (calls, heard) = AsyncStream.makeStream(of: Bool.self)
    let feed = Feed<Int, Int> { request in
      heard.yield(Task.isCancelled)
      let number = request.cursor ?? 0
      if number == 1 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      return Page(items: [number], next: number < 4 ? number + 1 : nil)
    }
    feed.demand(through: 10)
    for await update in feed.updates where update.snapshot.endReason != nil { break }
    heard.finish()
    #expect(await calls.reduce(into: []) { $0.append($1) } == [false, false, false, false, false])
  }

  @Test("a source that throws at once fails each load once, and nothing spins")
  func throwsAtOnce() async throws {
    let source = Script([nil: [.failure(Offline())]])
    let feed = Feed(source, configuration: .once)
    for _ in 0..<3 {
      #expect(await calling { try await feed.loadNext() }.code() == .retriesExhausted)
    }
    #expect(await calling { for try await _ in feed.items {} }.code() == .retriesExhausted)
    await settled { for level in 0..<100 { feed.demand(through: level) } }
    #expect(await source.log.count == 4)
  }

  /// How a source calls its own feed and waits for it.
  enum Way: CaseIterable, Sendable {
    case loadNext, checkForMore, pages, items, childTask, task, otherFeed

    func call(_ feed: Feed<Int, String>) async throws {
      switch self {
      case .loadNext: _ = try await feed.loadNext()
      case .checkForMore: _ = try await feed.checkForMore()
      case .pages: for try await _ in feed.pages {}
      case .items: for try await _ in feed.items {}
      case .childTask:
        async let page = feed.loadNext()
        _ = try await page
      case .task: _ = try await Task { try await feed.loadNext() }.value
      case .otherFeed:
        let other = Feed<Int, String>(configuration: .once) { _ in
          _ = try await feed.loadNext()
          return Page(items: [])
        }
        do {
          _ = try await other.loadNext()
        } catch {
          throw error.underlying ?? error
        }
      }
    }
  }

  @Test(
    "J2 X23: a source that waits for its own load is told so, on the first page and later",
    arguments: Way.allCases, [nil, "a"])
  func waitsForItself(way: Way, cursor: String?) async throws {
    let feed = Weak<Feed<Int, String>>()
    let calling = Step.running {
      let feed = try #require(feed.value)
      let failure = await outcome(of: { try await way.call(feed) }).failure
      #expect(failure?.code == .reentrantLoad)
      return Page(items: [9])
    }
    let source = Script([
      nil: [cursor == nil ? calling : .page([1], next: "a")], "a": [calling],
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    var items: [Int] = []
    for try await item in owner.items { items.append(item) }
    #expect(items == (cursor == nil ? [9] : [1, 9]))
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("J2: a refresh that waits for itself is told so")
  func refreshWaitsForItself() async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [
        .page([1], next: "a"),
        .running {
          let feed = try #require(feed.value)
          #expect(await calling { try await feed.refresh() }.code() == .reentrantLoad)
          return Page(items: [9])
        },
      ]
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    _ = try await owner.loadNext()
    #expect(try await owner.refresh()?.items == [9])
  }

  @Test("J2: a refresh out of a load that it supersedes ends that load, and nobody hangs")
  func refreshFromInside() async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [.page([1], next: "a"), .page([10], next: "b")],
      "a": [
        .running {
          // The caller is part of what is given up: it may be told so before the new page is in.
          _ = try await feed.value?.refresh()
          return Page(items: [2])
        }
      ], "b": [.page([20])],
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    _ = try await owner.loadNext()
    let call = await settled { calling { try await owner.loadNext() } }
    #expect(await call.code() == .superseded)
    let after = await owner.snapshot
    #expect(!after.isLoading)
    #expect([[1], [10]].contains(Array(after.items)))
    #expect(try await owner.refresh()?.items == [10])
    #expect(try await owner.loadNext()?.items == [20])
  }

  @Test("J2: the limit on an answer's time does not hide the load from the feed")
  func behindTimeout() async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [
        .running {
          let feed = try #require(feed.value)
          #expect(await calling { try await feed.loadNext() }.code() == .reentrantLoad)
          return Page(items: [9])
        }
      ]
    ])
    let owner = Feed(
      source.timeout(.seconds(5), clock: ManualClock()), configuration: .once)
    feed.value = owner
    #expect(try await owner.loadNext()?.items == [9])
  }

  @Test("J2: a source may look at its feed, demand, pause and try again during its load")
  func callsBack() async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [
        .running {
          let feed = try #require(feed.value)
          #expect(await feed.snapshot.isLoading)
          feed.demand(through: 1)
          await feed.pauseDemand()
          await feed.resumeDemand()
          try await feed.retry()
          return Page(items: [1], next: "a")
        }
      ], "a": [.page([2], next: "b")],
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    let call = await settled { calling { try await owner.loadNext() } }
    #expect(await call.items() == [1])
    #expect(await source.log.cursors == [nil, "a"])
  }

  enum End: CaseIterable, Sendable { case cancel, reset, close }

  @Test(
    "J2 PG28: a source that ends its own load makes it neither succeed nor fail",
    arguments: End.allCases)
  func endsItself(by end: End) async throws {
    let feed = Weak<Feed<Int, String>>()
    let source = Script([
      nil: [.page([1], next: "a"), .page([10])],
      "a": [
        .running {
          let feed = try #require(feed.value)
          switch end {
          case .cancel: await feed.cancel()
          case .reset: await feed.reset()
          case .close: await feed.close()
          }
          throw Offline()
        }
      ],
    ])
    let owner = Feed(source, configuration: .once)
    feed.value = owner
    _ = try await owner.loadNext()
    let call = await settled { calling { try await owner.loadNext() } }
    let after = await owner.snapshot
    #expect(!after.isLoading)
    for lane in Lane.allCases { #expect(after[lane].error == nil) }
    switch end {
    case .cancel:
      #expect(await call.code() == .cancelled)
      #expect(Array(after.items) == [1])
    case .reset:
      #expect(await call.code() == .superseded)
      // A new generation starts from the beginning.
      #expect(try await owner.loadNext()?.items == [10])
    case .close: #expect(await call.code() == .closed)
    }
  }

  @Test("PG27: a source whose data has changed refreshes its feed; several signals are one refresh")
  func changedData() async throws {
    let (gate, observer) = (Gate(), RecordingObserver())
    let source = Script([nil: [.page([1], next: "a"), .page([10]).held(by: gate)]])
    let feed = Feed(source, configuration: FeedConfiguration(retry: .never, observer: observer))
    var iterator = feed.pages.makeAsyncIterator()
    _ = try await iterator.next()
    let signals = (0..<5).map { _ in calling { try await feed.refresh() } }
    try await observer.joins(4)
    await gate.open()
    for signal in signals { #expect(await signal.items() == [10]) }
    #expect(await feed.snapshot.generation == 1)
    let failure = await outcome(of: { try await iterator.next() }).failure
    #expect(failure?.code == .superseded)
    #expect(await source.log.count == 2)
  }
}
