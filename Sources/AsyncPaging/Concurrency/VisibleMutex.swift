// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// A lock around a value, whose order Thread Sanitizer sees.
///
/// The sanitizer does not see the lock of `Mutex` on Linux, and would report what it protects as
/// raced for. It sees the order of the turns.
@usableFromInline
package struct VisibleMutex<Value>: ~Copyable, Sendable {
  @usableFromInline let value: Mutex<Value>
  @usableFromInline let turns = Atomic<Int>(0)

  package init(_ value: consuming sending Value) {
    self.value = Mutex(value)
  }

  /// Looks at the value, or changes it, while nobody else does.
  @inlinable
  package borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    value.withLock { value in
      turns.add(1, ordering: .acquiringAndReleasing)
      defer { turns.add(1, ordering: .acquiringAndReleasing) }
      return body(&value)
    }
  }
}
