// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Dispatch

/// Rings exchanges when their time has come: one timer for all exchanges of a transport.
///
/// Nearly every exchange ends long before its time. With a timer each, most of what they cost would
/// be to set it and to take it back; here that is a line in a table, and the timer is only touched
/// when it has to go off sooner. When it goes off for one that has gone, nothing happens.
final class AlarmClock: Sendable {
  private struct State {
    var dues: [ObjectIdentifier: (due: ContinuousClock.Instant, exchange: Exchange)] = [:]

    /// When the timer goes off next; `nil` if it does not.
    var next: ContinuousClock.Instant?
    let timer = DispatchSource.makeTimerSource()

    /// Sets the timer, unless it goes off before anyway.
    ///
    /// The timer stands still while the machine sleeps, and the times do not. So a time that has
    /// passed is nothing to rely on: the timer is set for it again, and goes off at once.
    mutating func wake(at due: ContinuousClock.Instant) {
      let now = ContinuousClock.now
      let first = min(next ?? due, due)
      if first == next, first > now { return }
      next = first
      let wait = now.duration(to: first)
      timer.schedule(deadline: .now() + .nanoseconds(Int(wait / .nanoseconds(1))))
    }

    /// Takes those out whose time has come, and sets the timer for the others.
    mutating func ringing() -> [Exchange] {
      let now = ContinuousClock.now
      let ringing = dues.values.filter { $0.due <= now }.map(\.exchange)
      for exchange in ringing { dues[ObjectIdentifier(exchange)] = nil }
      next = nil
      if let due = dues.values.map(\.due).min() { wake(at: due) }
      return ringing
    }
  }

  private let state = VisibleMutex(State())

  init() {
    state.withLock { state in
      state.timer.setEventHandler { [weak self] in self?.ring() }
      state.timer.activate()
    }
  }

  deinit { state.withLock { $0.timer.cancel() } }

  /// Rings an exchange at a time, and at no other.
  func set(_ due: ContinuousClock.Instant, for exchange: Exchange) {
    state.withLock { state in
      state.dues[ObjectIdentifier(exchange)] = (due, exchange)
      state.wake(at: due)
    }
  }

  /// Rings an exchange no more.
  func forget(_ exchange: Exchange) {
    // What goes with the entry is let go of outside of the lock.
    _ = state.withLock { $0.dues.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  private func ring() {
    for exchange in state.withLock({ $0.ringing() }) { exchange.ring() }
  }
}
