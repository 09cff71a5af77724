// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock, for the few places where nobody may wait for an actor: a cancellation
/// handler that acts at once, and what several threads of an exploration share.
///
/// The lock is a POSIX one, which Thread Sanitizer knows; it takes `Synchronization.Mutex` on Linux
/// for no synchronisation at all.
///
/// `@unchecked`, because the compiler cannot see that a lock protects a variable. The proof:
/// `value` is private, the two functions that touch it do so between `lock` and `unlock`, and what
/// goes in and out is `Sendable`, so that no reference to something unprotected leaves.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Reads and changes the value alone.
  ///
  /// The body calls nothing that might come back here: no continuation, no user code.
  package func withLock<Result: Sendable>(
    wakingWaiters: Bool = false, _ body: (inout Value) -> Result
  ) -> Result {
    condition.lock()
    defer { condition.unlock() }
    if wakingWaiters { condition.broadcast() }
    return body(&value)
  }

  /// Blocks the thread until the value is as wanted, or the time is over.
  ///
  /// - Returns: Whether the value is as wanted.
  func wait(for duration: Duration, until isMet: (Value) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: duration.inSeconds)
    condition.lock()
    defer { condition.unlock() }
    while !isMet(value) {
      guard condition.wait(until: limit) else { return isMet(value) }
    }
    return true
  }
}

extension Duration {
  /// The duration as a number.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
