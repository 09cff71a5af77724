// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// What the server was asked for, and who waits for a request to come.
///
/// Threads of the server and tasks of the client share it; every wait ends with an event, never by
/// looking again and again.
final class RequestLog: Sendable {
  private struct Gate {
    let feed: FeedName
    let page: Int
    let count: Int
    let open: @Sendable () -> Void
  }

  private struct State {
    var counts: [FeedName: [Int: Int]] = [:]
    var gates: [Gate] = []
    var isOpen = false

    func isReached(_ gate: Gate) -> Bool {
      isOpen || counts[gate.feed]?[gate.page] ?? 0 >= gate.count
    }

    mutating func takeReachedGates() -> [Gate] {
      let reached = gates.filter(isReached)
      gates.removeAll(where: isReached)
      return reached
    }
  }

  private let state = Mutex(State())

  /// How often each page of a feed was asked for.
  func counts(of feed: FeedName) -> [Int: Int] { state.withLock { $0.counts[feed] ?? [:] } }

  /// Notes a request, and says the how-manieth for its page it is.
  func note(_ feed: FeedName, page: Int) -> Int {
    let (count, gates) = state.withLock { state in
      state.counts[feed, default: [:]][page, default: 0] += 1
      return (state.counts[feed]?[page] ?? 0, state.takeReachedGates())
    }
    for gate in gates { gate.open() }
    return count
  }

  /// Blocks the thread until a page has been asked for so many times.
  func block(until feed: FeedName, page: Int, isAskedFor count: Int) {
    let semaphore = DispatchSemaphore(value: 0)
    add(Gate(feed: feed, page: page, count: count) { semaphore.signal() })
    semaphore.wait()
  }

  /// Suspends the task until a page has been asked for so many times.
  func wait(until feed: FeedName, page: Int, isAskedFor count: Int) async {
    await withCheckedContinuation { continuation in
      add(Gate(feed: feed, page: page, count: count) { continuation.resume() })
    }
  }

  /// Lets go all who wait, now and later.
  func letGo() {
    let gates = state.withLock { state in
      state.isOpen = true
      return state.takeReachedGates()
    }
    for gate in gates { gate.open() }
  }

  private func add(_ gate: Gate) {
    let isReached = state.withLock { state in
      guard !state.isReached(gate) else { return true }
      state.gates.append(gate)
      return false
    }
    if isReached { gate.open() }
  }
}
