// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Synchronization

/// A clock on which every sleep is over at once, as long as nobody has cancelled it.
final class InstantClock: Clock {
  private let nanoseconds = Atomic<Int64>(0)

  var now: ManualClock.Instant {
    ManualClock.Instant(offset: .nanoseconds(nanoseconds.load(ordering: .relaxed)))
  }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let (seconds, attoseconds) = max(now.duration(to: deadline), .zero).components
    nanoseconds.add(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
    await Task.yield()
    try Task.checkCancellation()
  }
}
