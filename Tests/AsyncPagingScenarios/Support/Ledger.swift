// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// Counts the loads of a feed.
final class Ledger: FeedObserver {
  private struct Counts {
    var attempts = 0
    var ends = 0
  }

  private let counts = Locked(Counts())

  /// How many attempts there were.
  var attemptCount: Int { counts.withLock { $0.attempts } }

  /// How many pages came, attempts failed, and loads were given up.
  var endCount: Int { counts.withLock { $0.ends } }

  func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    counts.withLock { $0.attempts += 1 }
  }

  func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) { end() }
  func attemptFailed(_ load: LoadDescription, error: any Error) { end() }
  func loadSuperseded(_ load: LoadDescription) { end() }
  func loadCancelled(_ load: LoadDescription) { end() }

  private func end() { counts.withLock { $0.ends += 1 } }
}
