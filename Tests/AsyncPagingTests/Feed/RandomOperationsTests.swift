// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

/// Whatever happens in whatever order, certain things always hold.
///
/// The operations are drawn from a
/// seed; in which order the tasks run is up to the machine, and must make no difference.
@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct RandomOperationsTests {
  @Test(
    "X30: a hundred random operations at once: one load a lane, no lost waiter, no stale item",
    arguments: 1...100 as ClosedRange<UInt64>)
  func mixed(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let audit = LaneAudit()
    let retention: Retention = [.all, .pages(2), .none][Int(seed % 3)]
    let feed = Feed(
      Self.source(seed: seed),
      configuration: FeedConfiguration(
        prefetchDistance: retention == .all ? 5 : 0,
        retry: RetryPolicy(maxAttempts: 2, backoff: .constant(.zero)), retention: retention,
        abandonment: seed % 2 == 0 ? .cancels : .keepsLoading, observer: audit))
    let observing = Task { await elements(of: feed.updates).count { !Self.isWhole($0.snapshot) } }
    var tasks: [Task<Bool, Never>] = []
    for _ in 0..<100 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<5: tasks.append(Task { await Self.isFine { try await feed.loadNext() } })
      case 5: tasks.append(Task { await Self.isFine { try await feed.refresh() } })
      case 6: tasks.append(Task { await Self.isFine { try await feed.retry() } })
      case 7: tasks.append(Task { await Self.isFine { try await feed.checkForMore() } })
      case 8, 9: tasks.append(Task { await Self.walksWell(feed.pages) })
      case 10: tasks.append(Task { await Self.walksWell(feed.pages(prefetching: 3)) })
      case 11: feed.demand(through: Int.random(in: 0..<40, using: &generator))
      case 12: tasks.randomElement(using: &generator)?.cancel()
      case 13: await feed.cancel()
      case 14: await feed.reset()
      // Without this most operations would meet a feed on which nothing has happened yet.
      default: _ = await tasks.randomElement(using: &generator)?.value
      }
    }
    for task in tasks.prefix(50) { #expect(await task.value) }
    await feed.close()
    for task in tasks { #expect(await task.value) }
    #expect(await observing.value == 0)
    #expect(audit.doubleLoads == 0)
    #expect(await !feed.snapshot.isLoading)
  }

  private static let pageCount = 8

  /// Pages whose items say to which generation and page they belong.
  ///
  /// Some requests fail, some pages
  /// are empty.
  private static func source(seed: UInt64) -> Numbers {
    Numbers(answering: { request, count in
      let page = request.cursor ?? 0
      let mixed = seed &* 31 &+ UInt64(page) &* 7 &+ UInt64(count) &* 13
      if mixed % 5 == 0 { return .failure(Offline()) }
      let next = page + 1 < pageCount ? page + 1 : nil
      return .page(items(of: page, in: request.generation), next: next)
    })
  }

  private static func items(of page: Int, in generation: Int) -> [Int] {
    page % 4 == 3 ? [] : (0..<3).map { generation * 1000 + page * 10 + $0 }
  }

  /// Whether a call has an outcome that the contract knows.
  private static func isFine(_ call: () async throws -> some Sendable) async -> Bool {
    do {
      _ = try await call()
      return true
    } catch {
      guard let error = error as? FeedError else { return false }
      return [.cancelled, .closed, .superseded, .retriesExhausted].contains(error.code)
    }
  }

  /// Whether a walk yields the pages of one generation in order, all of them unless it throws.
  private static func walksWell(_ pages: FeedPages<Int, Int>) async -> Bool {
    var generation: Int?
    var index = 0
    do {
      for try await page in pages {
        let own = generation ?? (page.items.first ?? 0) / 1000
        generation = own
        guard page.index == index, page.items == items(of: index, in: own) else { return false }
        index += 1
      }
      return index == pageCount
    } catch {
      return [.cancelled, .closed, .superseded, .retriesExhausted].contains(error.code)
    }
  }

  /// Whether everything in a picture fits together.
  private static func isWhole(_ picture: FeedSnapshot<Int, Int>) -> Bool {
    let indices = picture.pages.map(\.index)
    let isInOrder = zip(indices, indices.dropFirst()).allSatisfy { $1 == $0 + 1 }
    let isOfOneList = picture.pages.allSatisfy {
      $0.items == items(of: $0.index, in: picture.itemsGeneration)
    }
    let reachesTheEnd = indices.last.map { $0 + 1 == picture.pageCount } ?? true
    return isInOrder && isOfOneList && reachesTheEnd
      && Array(picture.items) == picture.pages.flatMap(\.items)
      && (picture.endReason == nil || picture.pageCount == pageCount)
      && picture.itemsGeneration == picture.generation
  }
}

/// Counts loads that start in a lane while another one of it is in flight.
private final class LaneAudit: FeedObserver {
  private let state = Mutex<(busy: Set<Lane>, doubles: Int)>(([], 0))

  var doubleLoads: Int { state.withLock { $0.doubles } }

  func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    guard let lane = load.lane, load.attempt == 1 else { return }
    state.withLock { state in
      if !state.busy.insert(lane).inserted { state.doubles += 1 }
    }
  }

  func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) { end(load) }
  func loadFailed(_ load: LoadDescription, error: FeedError) { end(load) }
  func loadSuperseded(_ load: LoadDescription) { end(load) }
  func loadCancelled(_ load: LoadDescription) { end(load) }

  private func end(_ load: LoadDescription) {
    guard let lane = load.lane else { return }
    state.withLock { _ = $0.busy.remove(lane) }
  }
}
