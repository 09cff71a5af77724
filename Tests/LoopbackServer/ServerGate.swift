// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A door for threads of the server, opened by a test.
public final class ServerGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Creates a door that is closed.
  public init() {}

  /// Lets everybody through, now and later.
  public func open() { semaphore.signal() }

  /// Blocks the thread until the door is open.
  public func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}
