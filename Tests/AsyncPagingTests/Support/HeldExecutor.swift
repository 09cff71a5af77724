// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// An executor of an actor that runs freely until a test holds it.
///
/// It shows what somebody sees who could have gone on long ago but has not come to run yet.
final class HeldExecutor: SerialExecutor {
  private let held = Mutex<[UnownedJob]?>(nil)
  private let queue = DispatchQueue(label: "held executor")
  private let arrivals = AsyncStream.makeStream(of: Void.self)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = held.withLock { jobs in
      jobs?.append(job)
      return jobs != nil
    }
    if isHeld { arrivals.continuation.yield() } else { run(job) }
  }

  /// Keeps the jobs that come from now on, and returns when none runs any more.
  func hold() {
    held.withLock { $0 = $0 ?? [] }
    queue.sync {}
  }

  /// Waits until a job has come while the executor was held.
  func arrival() async { for await _ in arrivals.stream { return } }

  /// Runs all jobs freely again.
  func release() {
    let jobs = held.withLock { jobs in
      defer { jobs = nil }
      return jobs ?? []
    }
    for job in jobs { run(job) }
  }

  private func run(_ job: UnownedJob) {
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
