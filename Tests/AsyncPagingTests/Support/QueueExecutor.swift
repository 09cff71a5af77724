// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// An executor that runs one job at a time, in the order in which they came.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "queue executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits until every job that was enqueued before has run as far as it could.
  func catchUp() async {
    await Task(name: "catch up", executorPreference: self) {}.value
  }
}
