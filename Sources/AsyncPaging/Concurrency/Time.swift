// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A function that tells the time since now on a clock.
@usableFromInline
func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

/// Waits on a clock.
///
/// - Returns: Whether the time is over; `false` when the task was cancelled meanwhile. A sleep that
///   was cancelled never counts as slept.
func pause(for delay: Duration, on clock: any Clock<Duration>) async -> Bool {
  do {
    // A clock may trap on a moment that it cannot represent; nobody waits for a century.
    try await clock.sleep(for: min(delay, .seconds(100 * 365 * 86_400)))
    return true
  } catch {
    return !Task.isCancelled
  }
}
