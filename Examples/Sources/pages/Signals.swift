// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ctrl-C and `kill`: the first time a clean stop, the second time the end at once.
final class Signals: Sendable {
  private let first = Atomic<Int32>(0)
  private let queue = DispatchQueue(label: "pages: signals")

  /// What the signal that came is for the shell.
  var code: ExitCode { first.load(ordering: .relaxed) == SIGTERM ? .terminated : .interrupted }

  /// Listens as long as the process lives.
  ///
  /// - Parameter stop: Called for the first signal.
  func listen(_ stop: @escaping @Sendable () -> Void) {
    for number in [SIGINT, SIGTERM] {
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      // The handler holds the source, so that it stays.
      source.setEventHandler { [self] in
        if first.exchange(number, ordering: .relaxed) == 0 {
          stop()
        } else {
          _exit(128 + number)
        }
        _ = source
      }
      source.activate()
    }
  }
}
