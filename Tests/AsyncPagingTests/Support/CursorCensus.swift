// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the cursors that are alive.
final class CursorCensus: Sendable {
  private let counts = Mutex((alive: 0, peak: 0))

  /// How many were alive at the same time at most.
  var peak: Int { counts.withLock(\.peak) }

  fileprivate func enter() {
    counts.withLock { counts in
      counts.alive += 1
      counts.peak = max(counts.peak, counts.alive)
    }
  }

  fileprivate func leave() { counts.withLock { $0.alive -= 1 } }
}

/// A cursor of whose memory a census is kept.
final class CountedToken: Hashable, Sendable {
  let value: Int
  private let census: CursorCensus

  init(_ value: Int, _ census: CursorCensus) {
    self.value = value
    self.census = census
    census.enter()
  }

  deinit { census.leave() }

  static func == (left: CountedToken, right: CountedToken) -> Bool { left.value == right.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
