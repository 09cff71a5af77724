// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting

/// Who came through, in order.
final class Arrivals: Sendable {
  private let numbers = Locked<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}

extension RateLimiter {
  /// Starts a task that waits for the limiter, and returns when it is in the line.
  nonisolated func enter(
    _ key: String, then body: @escaping @Sendable () -> Void = {}
  ) async -> Task<Void, any Error> {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await self.acquire(for: key, announcing: signal)
      body()
    }
    for await _ in signals { break }
    // The limiter answers when the task has left it, that is, when it stands in the line.
    _ = await waitingCount(for: key)
    return task
  }

  private func acquire(
    for key: String, announcing signal: AsyncStream<Void>.Continuation
  ) async throws {
    signal.yield()
    try await acquire(for: key)
  }
}
