// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization

/// Something whose end a test can wait for.
///
/// A test that waits for an object which is never released runs into its time limit.
final class Sentinel: Sendable {
  private let life: AsyncStream<Never>.Continuation

  private init(_ life: AsyncStream<Never>.Continuation) {
    self.life = life
  }

  deinit { life.finish() }

  static func make() -> (sentinel: Sentinel, end: AsyncStream<Never>) {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    return (Sentinel(continuation), stream)
  }
}

extension AsyncStream<Never> {
  /// Waits until the sentinel is gone.
  func wait() async { for await _ in self {} }
}

/// A source that keeps a sentinel alive as long as anybody keeps the source.
struct WatchedSource<Base: PageSource>: PageSource {
  let base: Base
  let sentinel: Sentinel

  @concurrent
  func page(for request: PageRequest<Base.Cursor>) async throws -> Page<Base.Item, Base.Cursor> {
    try await base.page(for: request)
  }
}

/// Counts how many items are alive.
final class Census: Sendable {
  private let living = Atomic<Int>(0)
  private let highest = Atomic<Int>(0)

  var count: Int { living.load(ordering: .sequentiallyConsistent) }
  var peak: Int { highest.load(ordering: .sequentiallyConsistent) }

  fileprivate func add() {
    let now = living.add(1, ordering: .sequentiallyConsistent).newValue
    _ = highest.max(now, ordering: .sequentiallyConsistent)
  }

  fileprivate func remove() { living.subtract(1, ordering: .sequentiallyConsistent) }
}

/// An item that a census counts.
final class CountedItem: Sendable {
  let number: Int
  private let census: Census

  init(_ number: Int, in census: Census) {
    self.number = number
    self.census = census
    census.add()
  }

  deinit { census.remove() }
}

/// A source of pages with one counted item each, without a log.
struct CountedPages: PageSource {
  let census: Census
  var count = Int.max

  @concurrent
  func page(for request: PageRequest<Int>) async throws -> Page<CountedItem, Int> {
    let number = request.cursor ?? 0
    return Page(
      items: [CountedItem(number, in: census)], next: number + 1 < count ? number + 1 : nil)
  }
}
