// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// What a server asks to be given back for the next page.
struct Mark: Sendable, Hashable {
  var version: Int
  var page: Int
}

/// The error of a server that is told to fail.
struct Outage: Error, Hashable {
  /// Which failure it is, from 1.
  var number: Int
}

/// Data in pages of two items, and what became of every request for it.
///
/// Whoever asks for the start gets a new version of the data. The server does not notice when a
/// request is cancelled, and answers late.
final class Server: Sendable {
  /// What a lane of one generation shares.
  private struct Place: Hashable {
    var source: Int
    var generation: Int
    var isStart: Bool
  }

  private struct State {
    var versionCount = 0
    var failureCount = 0
    var callCount = 0
    var endedCallCount = 0
    var asked: [Mark: Int] = [:]
    var wanted: [Place: Set<Int>] = [:]
    var highestConcurrency = 0
  }

  static let pageSize = 2

  let pageCount: Int

  /// How many more pages there are once the last one has been asked for again.
  let extraPageCount: Int

  /// How often a page fails before it comes.
  private let outages: [Int: Int]

  /// Whether others may run before a request is answered, and not only before it comes and after.
  private let takesTime: Bool
  private let stage: Stage
  private let state = Locked(State())

  init(
    _ stage: Stage, pageCount: Int, extraPageCount: Int = 0, outages: [Int: Int] = [:],
    takesTime: Bool = true
  ) {
    self.stage = stage
    self.pageCount = pageCount
    self.extraPageCount = extraPageCount
    self.outages = outages
    self.takesTime = takesTime
  }

  var versionCount: Int { state.withLock { $0.versionCount } }
  var failureCount: Int { state.withLock { $0.failureCount } }
  var callCount: Int { state.withLock { $0.callCount } }

  /// How many calls have not ended.
  var runningCount: Int { state.withLock { $0.callCount - $0.endedCallCount } }

  /// How many calls of one lane and generation ran at once that were not cancelled.
  var highestConcurrency: Int { state.withLock { $0.highestConcurrency } }

  /// A source that asks this server.
  func source(_ number: Int = 0) -> ClosureSource<Int, Mark> {
    ClosureSource { try await self.answer($0, from: number) }
  }

  @concurrent
  private func answer(
    _ request: PageRequest<Mark>, from source: Int
  ) async throws -> Page<Int, Mark> {
    let place = Place(
      source: source, generation: request.generation, isStart: request.cursor == nil)
    let call = state.withLock { state in
      state.callCount += 1
      return state.callCount
    }
    defer {
      state.withLock { state in
        state.endedCallCount += 1
        state.wanted[place]?.remove(call)
      }
    }
    return try await withTaskCancellationHandler {
      let mark = begin(call, request, at: place)
      if takesTime { await stage.latency() }
      return try page(at: mark, from: source)
    } onCancel: {
      state.withLock { _ = $0.wanted[place]?.remove(call) }
    }
  }

  /// Counts the call, and says what it gets.
  private func begin(_ call: Int, _ request: PageRequest<Mark>, at place: Place) -> Mark {
    let isCancelled = Task.isCancelled
    return state.withLock { state in
      if !isCancelled {
        state.wanted[place, default: []].insert(call)
        let running = state.wanted[place]?.count ?? 0
        state.highestConcurrency = max(state.highestConcurrency, running)
      }
      if let cursor = request.cursor { return cursor }
      state.versionCount += 1
      return Mark(version: state.versionCount, page: 0)
    }
  }

  private func page(at mark: Mark, from source: Int) throws -> Page<Int, Mark> {
    let (timesAsked, failure) = state.withLock { state in
      state.asked[mark, default: 0] += 1
      let timesPageAsked = state.asked.filter { $0.key.page == mark.page }.values.reduce(0, +)
      let fails = timesPageAsked <= outages[mark.page] ?? 0
      if fails { state.failureCount += 1 }
      return (state.asked[mark] ?? 0, fails ? state.failureCount : nil)
    }
    if let failure { throw Outage(number: failure) }
    let isLast = mark.page == pageCount - 1
    let hasGrown = isLast && timesAsked > 1 && extraPageCount > 0
    let base = source * 100_000 + mark.version * 1_000 + mark.page * 10
    return Page(
      items: (0..<Self.pageSize + (hasGrown ? 1 : 0)).map { base + $0 },
      next: isLast ? nil : Mark(version: mark.version, page: mark.page + 1))
  }
}

extension FeedModel.PageID {
  /// The page as the server made it.
  init(_ page: Page<Int, Mark>) {
    let item = page.items.first ?? -1
    self.init(source: item / 100_000, version: item / 1_000 % 100, index: page.index)
    // A page in the wrong place is none that the model knows.
    if page.skippedCount == 0, item / 10 % 100 != page.index { index = -1 }
  }
}
