// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

typealias IntPage = Page<Int, String>

/// A call of a feed in a task of its own.
typealias Calling<Value: Sendable> = Task<Result<Value, FeedError>, Never>

/// How a call ends.
func outcome<Value>(
  of body: () async throws -> Value
) async -> Result<Value, FeedError> {
  do {
    return .success(try await body())
  } catch let error as FeedError {
    return .failure(error)
  } catch {
    Issue.record("a feed throws nothing but FeedError, not \(error)")
    return .failure(FeedError(code: .sourceFailed, underlying: error))
  }
}

/// Calls in a task of its own.
func calling<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) -> Calling<Value> {
  Task(name: "call") { await outcome(of: body) }
}

extension Task where Failure == Never {
  /// The code of the error with which the call ended, or `nil` when it did not fail.
  func code<Value>() async -> FeedError.Code? where Success == Result<Value, FeedError> {
    await value.failure?.code
  }

  /// The items of the page that the call got, or `nil` when it got none.
  func items() async -> [Int]? where Success == Result<IntPage?, FeedError> {
    guard case .success(let page) = await value else { return nil }
    return page?.items
  }
}

extension Result {
  /// The error, if it is one.
  var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

/// All that can be seen of a state, to compare it with another.
func outline<Item, Cursor>(of snapshot: FeedSnapshot<Item, Cursor>) -> String {
  """
  \(Array(snapshot.items)) \(snapshot.pages.map(\.index)) \(snapshot.pageCount)   \(snapshot.itemCount) generation \(snapshot.generation) \(snapshot.itemsGeneration)   \(snapshot.refresh) \(snapshot.next) \(snapshot.previous) \(snapshot.isLoaded)   \(snapshot.isClosed)
  """
}

extension LanePhase {
  /// Whether the lane waits between two attempts.
  var isWaiting: Bool {
    if case .waiting = self { return true }
    return false
  }
}

extension ScriptedSource where Item == Int, Cursor == Int {
  /// Pages of a few items, as many as are asked for: the item is its own index, the cursor the
  /// index of the page's first item.
  static func counting(perPage size: Int, upTo end: Int = .max) -> ScriptedSource<Int, Int> {
    ScriptedSource<Int, Int> { request, _ in
      let first = request.cursor ?? 0
      let next = min(first + size, end)
      return .page(Array(first..<next), next: next < end ? next : nil)
    }
  }
}
