// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// A source of integers whose page n is asked with the cursor n.
typealias Numbers = ScriptedSource<Int, Int>

extension ScriptedSource where Item == Int, Cursor == Int {
  /// Pages of `size` items each: 0, 1 – 2, 3 – … Page n is asked with the cursor n.
  static func numbered(_ count: Int, of size: Int = 2) -> Numbers {
    Numbers(answering: { request, _ in .numbered(request.cursor ?? 0, of: size, count: count) })
  }

  /// The pages of ``numbered(_:of:)`` of which some have to pass a gate.
  static func numbered(
    _ count: Int, of size: Int = 2, holding held: Set<Int>, at gate: Gate
  ) -> Numbers {
    Numbers(answering: { request, _ in
      let page = request.cursor ?? 0
      let step = ScriptStep<Int, Int>.numbered(page, of: size, count: count)
      return held.contains(page) ? step.held(by: gate) : step
    })
  }
}

extension ScriptStep where Item == Int, Cursor == Int {
  static func numbered(_ page: Int, of size: Int, count: Int) -> Self {
    .page(
      Array(page * size..<(page + 1) * size), next: page + 1 < count ? page + 1 : nil)
  }
}

/// Everything that a sequence yields.
func elements<Sequence: AsyncSequence>(
  of sequence: Sequence
) async throws(Sequence.Failure) -> [Sequence.Element] {
  var all: [Sequence.Element] = []
  for try await element in sequence { all.append(element) }
  return all
}

/// The first state of a feed that fulfils a condition, waiting for it.
func state<Item, Cursor>(
  of feed: Feed<Item, Cursor>, where matches: (FeedSnapshot<Item, Cursor>) -> Bool
) async -> FeedSnapshot<Item, Cursor>? {
  for await update in feed.updates where matches(update.snapshot) { return update.snapshot }
  return nil
}

/// The code of the ``FeedError`` that a task ended with, or `nil` when it threw none.
func failure<Value>(of task: Task<Value, any Error>) async -> FeedError.Code? {
  guard case .failure(let error) = await task.result else { return nil }
  return (error as? FeedError)?.code
}

extension LanePhase {
  /// Whether nothing is in flight and nothing went wrong.
  var isIdle: Bool {
    if case .idle = self { return true }
    return false
  }

  /// The number of the attempt that runs.
  var attempt: Int? {
    if case .loading(let attempt) = self { return attempt }
    return nil
  }

  /// The wait between two attempts.
  var wait: Duration? {
    if case .waiting(_, let delay) = self { return delay }
    return nil
  }
}

extension FeedSnapshot {
  /// The items of each kept page.
  var itemsByPage: [[Item]] { pages.map(\.items) }
}
