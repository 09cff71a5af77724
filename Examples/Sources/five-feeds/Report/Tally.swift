// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Synchronization

/// Counts what a feed does, and tells what goes wrong on the way.
final class Tally: FeedObserver {
  /// What was counted.
  struct Counts: Sendable {
    var triggers = 0
    var loads = 0
    var retries = 0
    var superseded = 0

    /// How often a page was not answered in time, by page.
    var timeouts: [Int: Int] = [:]
  }

  private let state = Mutex(Counts())
  private let tell: @Sendable (String) -> Void

  /// Creates a tally.
  ///
  /// - Parameter tell: Told, in words, what goes wrong and what follows.
  init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// What was counted so far.
  var counts: Counts { state.withLock { $0 } }

  /// Counts an event of the screen that asks for items.
  func countTrigger() { state.withLock { $0.triggers += 1 } }

  func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    state.withLock { counts in
      if load.attempt > 1 || cause == .retry {
        counts.retries += 1
      } else {
        counts.loads += 1
      }
    }
    if cause == .retry { tell("page \(load.pageIndex): the person taps on the error, once more") }
  }

  func attemptFailed(_ load: LoadDescription, error: any Error) {
    if error is PageTimeout {
      state.withLock { $0.timeouts[load.pageIndex, default: 0] += 1 }
    }
    tell("page \(load.pageIndex): \(words(for: error))")
  }

  func loadWaiting(_ load: LoadDescription, delay: Duration) {
    tell("page \(load.pageIndex): attempt \(load.attempt + 1) follows in \(delay.text)")
  }

  func loadSuperseded(_ load: LoadDescription) {
    state.withLock { $0.superseded += 1 }
    tell("page \(load.pageIndex): refreshed while it was in flight, its answer is dropped")
  }

  private func words(for error: any Error) -> String {
    switch error {
    case let error as HTTPError: words(for: error)
    case let error as StatusError: "the server answered \(error.status)"
    case let error as PageTimeout: "no answer within \(error.duration.text)"
    case is DecodingError: "the body cannot be read, which is not tried again by itself"
    default: "the transport failed: \(error)"
    }
  }

  /// The errors of a description are of one type, and told apart by their codes.
  private func words(for error: HTTPError) -> String {
    switch error.code {
    case .rateLimited: "the server answered \(error.status ?? 0) and wants fewer requests"
    case .status: "the server answered \(error.status ?? 0)"
    case .undecodableBody, .emptyBody: "the body cannot be read"
    case .noAnswer, .timedOut: "the transport failed: \(error.detail)"
    default: "\(error)"
    }
  }
}
