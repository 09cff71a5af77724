// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Synchronization

/// A clock on which nobody waits: whoever sleeps moves the time to the moment at which it wakes.
///
/// For walks with one sleeper at a time, where only the lengths of the sleeps matter.
final class SkippingClock: Clock, Sendable {
  typealias Instant = ManualClock.Instant

  private struct Time {
    var now = Instant(offset: .zero)
    var sleeps: [Duration] = []
  }

  private let time = Mutex(Time())

  var now: Instant { time.withLock(\.now) }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How long each sleep was, in order.
  var sleeps: [Duration] { time.withLock(\.sleeps) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { time in
      time.sleeps.append(time.now.duration(to: deadline))
      time.now = max(time.now, deadline)
    }
  }

  /// Lets time pass without a sleep.
  func advance(by duration: Duration) {
    time.withLock { $0.now = $0.now.advanced(by: duration) }
  }
}
