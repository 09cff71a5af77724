// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Dispatch

/// The time of one exchange: how long there may be no news, and how long it may last.
///
/// The session's own time-outs are whole seconds on Linux, where there is none for a whole answer.
/// A timer and not a task that sleeps, because it leaves nothing behind when it is turned off.
struct ExchangeAlarm {
  private let timer: any DispatchSourceTimer
  private let idle: Duration
  private let total: Duration
  private let end: ContinuousClock.Instant

  /// Starts the time.
  ///
  /// - Parameters:
  ///   - idle: The longest time without news.
  ///   - total: The longest time altogether.
  ///   - exchange: What is told when the time is over.
  init(idle: Duration, total: Duration, of exchange: Exchange) {
    self.idle = idle
    self.total = total
    let now = ContinuousClock.now
    end = now + total
    timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { exchange.ring() }
    schedule(from: now, to: min(now + idle, end))
    timer.activate()
  }

  /// Looks whether the time is over, after the timer went off.
  ///
  /// News do not touch the timer, which costs nothing: when it goes off too early, it is set again.
  ///
  /// - Parameter lastNews: When the last news came.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/timedOut``.
  func check(lastNews: ContinuousClock.Instant) throws(HTTPError) {
    let now = ContinuousClock.now
    let due = min(lastNews + idle, end)
    guard now < due else { throw timedOut(now) }
    schedule(from: now, to: due)
  }

  private func timedOut(_ now: ContinuousClock.Instant) -> HTTPError {
    now >= end ? .timedOut(incompleteAfter: total) : .timedOut(silentFor: idle)
  }

  /// Ends the time.
  func turnOff() { timer.cancel() }

  private func schedule(from now: ContinuousClock.Instant, to due: ContinuousClock.Instant) {
    timer.schedule(deadline: .now() + .nanoseconds(Int((due - now) / .nanoseconds(1))))
  }
}
