// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct CallbackTests {
  @Test("H6 X22 case 9: loadNext made on seeing a page asks for the page after it")
  func loadingOnSight() async throws {
    let source = Numbers.numbered(6)
    let feed = Feed(source)
    for await update in feed.updates {
      let seen = update.snapshot
      if seen.endReason != nil { break }
      guard !seen.isLoading else { continue }
      #expect(try await feed.loadNext()?.index == seen.pageCount)
    }
    #expect(await source.log.cursors == [nil, 1, 2, 3, 4, 5])
  }

  @Test("H6 X22: refresh, reset and close are allowed inside of an observer")
  func replacingOnSight() async throws {
    let source = Numbers.numbered(3)
    let feed = Feed(source)
    var generations: [Int] = []
    for await update in feed.updates {
      let seen = update.snapshot
      guard !seen.isLoading, !seen.isClosed else { continue }
      generations.append(seen.generation)
      switch generations.count {
      case 1: try await feed.refresh()
      case 2: await feed.reset()
      case 3: try await feed.refresh()
      case 4: try await feed.refresh()
      default: await feed.close()
      }
    }
    #expect(generations == [0, 0, 1, 1, 2])
    #expect(await Array(feed.snapshot.items) == [0, 1])
  }

  @Test("H6 X22: an iterator whose loop loads and refreshes keeps its order and is told")
  func insideAnIteration() async throws {
    let source = Numbers.numbered(6)
    let feed = Feed(source)
    var seen: [Int] = []
    await #expect(throws: FeedError.self) {
      for try await page in feed.pages {
        seen.append(page.index)
        if page.index < 2 { _ = try await feed.loadNext() }
        if page.index == 3 { try await feed.refresh() }
      }
    }
    #expect(seen == [0, 1, 2, 3])
    #expect(await source.log.cursors == [nil, 1, 2, 3, nil])
  }

  @Test("H6 X22: an observer of loads may demand more from inside its call")
  func demandingObserver() async throws {
    let observer = Demanding()
    let source = Numbers.numbered(6)
    let feed = Feed(source, configuration: FeedConfiguration(observer: observer))
    observer.demand { [weak feed] in feed?.demand(through: $0) }
    feed.demand(through: 0)
    let end = await state(of: feed) { $0.endReason != nil }
    #expect(end.map { Array($0.items) } == Array(0..<12))
    #expect(await source.log.cursors == [nil, 1, 2, 3, 4, 5])
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("X23: a source may look at its feed and demand more during a load; no deadlock")
  func sourceCallsBack() async throws {
    let box = Mutex<Feed<Int, Int>?>(nil)
    let feed = Feed<Int, Int> { request in
      let page = request.cursor ?? 0
      guard let feed = box.withLock({ $0 }) else { throw Offline() }
      let snapshot = await feed.snapshot
      #expect(snapshot.pageCount == page)
      #expect(snapshot.isLoading)
      feed.demand(through: 3)
      #expect(await code { () throws(FeedError) in try await feed.loadNext() } == .reentrantLoad)
      return Page(items: [page], next: page < 9 ? page + 1 : nil)
    }
    box.withLock { $0 = feed }
    #expect(try await feed.loadNext()?.items == [0])
    let demanded = await state(of: feed) { $0.pageCount == 4 }
    #expect(demanded?.isLoading == false)
    box.withLock { $0 = nil }
  }

  @Test("H6: observers are called in the order of what happens, with the page's place")
  func order() async throws {
    let observer = RecordingObserver()
    let feed = Feed(
      Script([
        nil: [.page([1, 2], next: "a"), .page([9])], "a": [.failure(Offline()), .page([3])],
      ]), configuration: FeedConfiguration(retry: .never, observer: observer))
    _ = try await feed.loadNext()
    _ = try? await feed.loadNext()
    _ = try await feed.loadNext()
    _ = try await feed.refresh()
    let heard = try await observer.heard(atLeast: 11)
    func load(_ lane: Lane, _ page: Int, _ generation: Int) -> LoadDescription? {
      heard.lazy.compactMap { event in
        guard case .attemptStarted(let load, _) = event, load.lane == lane, load.pageIndex == page,
          load.generation == generation
        else { return nil }
        return load
      }.first
    }
    let first = try #require(load(.refresh, 0, 0))
    let second = try #require(load(.next, 1, 0))
    let fresh = try #require(load(.refresh, 0, 1))
    #expect(
      heard == [
        .attemptStarted(first, .call), .loaded(first, itemCount: 2),
        .attemptStarted(second, .call), .attemptFailed(second),
        .failed(second, .retriesExhausted),
        .attemptStarted(second, .call), .loaded(second, itemCount: 1),
        .ended(.next, .noNextCursor),
        .attemptStarted(fresh, .refresh), .loaded(fresh, itemCount: 1),
        .ended(.next, .noNextCursor),
      ])
  }
}

/// Demands one item more than there are whenever a page comes.
private final class Demanding: FeedObserver {
  private let action = Mutex<(@Sendable (Int) -> Void)?>(nil)
  private let count = Mutex(0)

  func demand(_ action: @escaping @Sendable (Int) -> Void) {
    self.action.withLock { $0 = action }
  }

  func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    let level = count.withLock { count in
      count += itemCount
      return count
    }
    action.withLock { $0 }?(level)
  }
}
