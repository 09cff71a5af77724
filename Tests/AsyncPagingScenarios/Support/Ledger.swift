// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// Keeps the books of a feed's loads: what was begun has to end, and once.
final class Ledger: FeedObserver {
  private struct Books {
    var attempts = 0
    var running: [LoadDescription: Int] = [:]
    var complaints: [String] = []
  }

  private let books = Locked(Books())

  /// How many attempts there were.
  var attemptCount: Int { books.withLock { $0.attempts } }

  /// How many attempts have not ended.
  var runningCount: Int { books.withLock { $0.running.values.reduce(0, +) } }

  /// What does not add up.
  var complaints: [String] { books.withLock { $0.complaints } }

  func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    books.withLock { books in
      books.attempts += 1
      books.running[load, default: 0] += 1
    }
  }

  func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    end(load, "came")
  }

  func attemptFailed(_ load: LoadDescription, error: any Error) { end(load, "failed") }

  // A load that is given up between two attempts has none that runs.
  func loadSuperseded(_ load: LoadDescription) { end(load, nil) }
  func loadCancelled(_ load: LoadDescription) { end(load, nil) }

  /// Ends an attempt; `outcome` is given where one must be running.
  private func end(_ load: LoadDescription, _ outcome: String?) {
    books.withLock { books in
      let running = books.running[load] ?? 0
      books.running[load] = running > 1 ? running - 1 : nil
      if running == 0, let outcome { books.complaints.append("\(load) \(outcome) unasked") }
    }
  }
}
