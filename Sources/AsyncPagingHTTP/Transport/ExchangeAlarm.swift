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
  private var due: ContinuousClock.Instant

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
    due = min(now + idle, end)
    timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { exchange.tell(.alarm) }
    schedule(from: now)
    timer.activate()
  }

  /// Starts the time without news again.
  ///
  /// The timer stays as it is, which costs nothing: when it goes off too early, it is set again.
  ///
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/timedOut`` when the whole time is over:
  ///   the timer is heard only after all news that came before it.
  mutating func postpone() throws(HTTPError) {
    let now = ContinuousClock.now
    guard now < end else { throw timedOut(now) }
    due = min(now + idle, end)
  }

  /// Looks whether the time is over, after the timer went off.
  ///
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/timedOut``.
  func check() throws(HTTPError) {
    let now = ContinuousClock.now
    guard now < due else { throw timedOut(now) }
    schedule(from: now)
  }

  private func timedOut(_ now: ContinuousClock.Instant) -> HTTPError {
    now >= end ? .timedOut(incompleteAfter: total) : .timedOut(silentFor: idle)
  }

  /// Ends the time.
  func turnOff() { timer.cancel() }

  private func schedule(from now: ContinuousClock.Instant) {
    timer.schedule(deadline: .now() + .nanoseconds(Int((due - now) / .nanoseconds(1))))
  }
}
