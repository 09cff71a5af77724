// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// The time of one exchange: how long there may be no news, and how long it may last.
///
/// The session's own time-outs are whole seconds on Linux, where there is none for a whole answer.
struct ExchangeAlarm {
  private let clock: AlarmClock
  private let exchange: Exchange
  private let idle: Duration
  private let total: Duration
  private let end: ContinuousClock.Instant

  /// Starts the time.
  ///
  /// - Parameters:
  ///   - idle: The longest time without news.
  ///   - total: The longest time altogether.
  ///   - exchange: What is told when the time is over.
  ///   - clock: What tells it.
  init(idle: Duration, total: Duration, of exchange: Exchange, by clock: AlarmClock) {
    self.clock = clock
    self.exchange = exchange
    self.idle = idle
    self.total = total
    let now = ContinuousClock.now
    end = now + total
    clock.set(min(now + idle, end), for: exchange)
  }

  /// Looks whether the time is over, after the alarm went off.
  ///
  /// News do not touch the alarm, which costs nothing: when it goes off too early, it is set again.
  ///
  /// - Parameter lastNews: When the last news came.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/timedOut``.
  func check(lastNews: ContinuousClock.Instant) throws(HTTPError) {
    let now = ContinuousClock.now
    let due = min(lastNews + idle, end)
    guard now < due else {
      throw now >= end ? .timedOut(incompleteAfter: total) : .timedOut(silentFor: idle)
    }
    clock.set(due, for: exchange)
  }

  /// Ends the time.
  func turnOff() { clock.forget(exchange) }
}
