// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// Every call of a scripted source, in the order of arrival.
public actor CallLog<Cursor: Hashable & Sendable> {
  /// The requests so far.
  public private(set) var requests: [PageRequest<Cursor>] = []

  /// How many calls ran at the same time at most.
  public private(set) var highestConcurrency = 0

  /// How many calls ended in a task that was cancelled.
  public private(set) var cancellationCount = 0

  private var running = 0
  private var counts: [Cursor?: Int] = [:]
  private nonisolated let begun = Milestones(0)
  private nonisolated let ended = Milestones(0)

  /// The cursors asked for so far; `nil` is the start.
  public var cursors: [Cursor?] { requests.map(\.cursor) }

  /// How many calls there were.
  public var count: Int { requests.count }

  /// How often a cursor was asked for.
  ///
  /// - Parameter cursor: The cursor; `nil` for the start.
  /// - Returns: The number of calls.
  public func count(of cursor: Cursor?) -> Int { counts[cursor] ?? 0 }

  /// Waits until there were as many calls.
  ///
  /// - Parameter count: How many, counted from the beginning.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func calls(_ count: Int) async throws { try await begun.reach(count) }

  /// Waits until as many calls have ended.
  ///
  /// - Parameter count: How many, counted from the beginning.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func endedCalls(_ count: Int) async throws { try await ended.reach(count) }

  /// Notes a call.
  ///
  /// - Returns: How often its cursor has been asked for, and how many calls there were, both with
  ///   this one. The answer to it must not depend on anything that is looked at later.
  func enter(_ request: PageRequest<Cursor>) -> (ofCursor: Int, inAll: Int) {
    requests.append(request)
    running += 1
    highestConcurrency = max(highestConcurrency, running)
    counts[request.cursor, default: 0] += 1
    begun.add()
    return (counts[request.cursor] ?? 0, requests.count)
  }

  func leave(wasCancelled: Bool) {
    running -= 1
    if wasCancelled { cancellationCount += 1 }
    ended.add()
  }
}
