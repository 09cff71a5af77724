// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Synchronization
import Testing

/// The demand level stands beside the actor and is raised from any thread: here from many.
///
/// A demand that is lost leaves the feed short of it for ever, and the test waiting.
@Suite(.tags(.demand, .safety), .timeLimit(.minutes(10)))
struct DemandStressTests {
  /// Runs a block on so many threads at the same time.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          await withCheckedContinuation { done in
            Thread {
              body(number)
              done.resume()
            }.start()
          }
        }
      }
    }
  }

  @Test(
    "B1 J4: levels raised from many threads are all met, and no page is loaded for nothing",
    arguments: [1, 2, 4, 16])
  func threads(count: Int) async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 10)
    let feed = Feed(source)
    let highest = 4_000 - 1
    await onThreads(count) { thread in
      for level in stride(from: thread, through: highest, by: count) {
        feed.demand(through: level)
      }
    }
    let last = try #require(await state(of: feed) { $0.itemCount > highest && !$0.isLoading })
    #expect(last.itemCount == highest + 1)
    #expect(await source.log.count == 400)
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test(
    "B1 J4: levels raised at random from many tasks are all met",
    arguments: 1...20 as ClosedRange<UInt64>)
  func tasks(seed: UInt64) async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 3)
    let feed = Feed(source, configuration: FeedConfiguration(prefetchDistance: 2))
    let highest = await withTaskGroup(of: Int.self) { group in
      for number in 0..<UInt64(8) {
        group.addTask {
          var generator = SeededGenerator(seed: seed << 8 | number)
          var highest = 0
          for _ in 0..<100 {
            let level = Int.random(in: 0..<600, using: &generator)
            feed.demand(through: level)
            highest = max(highest, level)
          }
          return highest
        }
      }
      return await group.reduce(0, max)
    }
    let wanted = highest + 1 + 2
    let last = try #require(await state(of: feed) { $0.itemCount >= wanted && !$0.isLoading })
    #expect(last.itemCount == (wanted + 2) / 3 * 3)
    #expect(await source.log.highestConcurrency == 1)
  }

  @Test("B1 J4: levels raised the moment the one before is met are all met", arguments: [1, 4])
  func onArrival(observers: Int) async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 1)
    let feed = Feed(source)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<observers {
        group.addTask {
          // The last level falls again and again just as the feed has met it.
          for await update in feed.updates {
            guard update.snapshot.itemCount < 1_000 else { return }
            feed.demand(through: update.snapshot.itemCount)
          }
        }
      }
    }
    #expect(await source.log.highestConcurrency == 1)
    #expect(await source.log.count == feed.snapshot.itemCount)
    #expect(await feed.snapshot.itemCount == 1_000)
  }

  @Test("B1 J4: a level raised just as the feed takes the one before is met, at whatever moment")
  func lastMoment() async throws {
    let rounds = 20_000
    let feed = Feed<Int, Int> { request in
      let first = request.cursor ?? 0
      return Page(items: [first], next: first + 1)
    }
    var updates = feed.updates.makeAsyncIterator()
    var generator = SeededGenerator(seed: 7)
    let delay = Atomic<Int>(0)
    for level in stride(from: 0, to: rounds * 2, by: 2) {
      feed.demand(through: level)
      for _ in 0..<Int.random(in: 0..<2000, using: &generator) {
        delay.add(1, ordering: .sequentiallyConsistent)
      }
      // Nobody demands anything after this: were it lost, the feed would stay short of it.
      feed.demand(through: level + 1)
      while try #require(await updates.next()).snapshot.itemCount < level + 2 {}
    }
  }

  enum Disturbance: CaseIterable, Sendable { case cancel, refresh, reset, pause }

  @Test(
    "B1 B6 J4: a demand made after all disturbances is met, whatever was going on before",
    arguments: Disturbance.allCases)
  func disturbed(by disturbance: Disturbance) async throws {
    let source = ScriptedSource<Int, Int>.counting(perPage: 10)
    let feed = Feed(source)
    async let threads: Void = onThreads(4) { thread in
      for level in 0..<2_000 { feed.demand(through: level * 4 + thread) }
    }
    for _ in 0..<50 {
      switch disturbance {
      case .cancel: await feed.cancel()
      case .refresh: _ = try await feed.refresh()
      case .reset: await feed.reset()
      case .pause:
        await feed.pauseDemand()
        await feed.resumeDemand()
      }
    }
    await threads
    if disturbance == .refresh { try await feed.refresh() }
    if disturbance == .reset { await feed.reset() }
    if disturbance == .cancel { await feed.cancel() }
    let generation = await feed.snapshot.generation
    feed.demand(through: 8_500, generation: generation)
    let last = try #require(await state(of: feed) { $0.itemCount > 8_500 && !$0.isLoading })
    #expect(last.generation == generation)
    #expect(Array(last.items) == Array(0..<last.items.count))
  }
}
