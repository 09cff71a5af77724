// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What reaches a run from other threads: nothing, unless something has escaped from it.
final class Inbox: Sendable {
  /// What has come.
  struct Content: Sendable {
    /// Jobs of the simulation's tasks that another thread has made ready.
    var jobs: [UnownedJob] = []

    /// The simulation's functions that another thread has called.
    var calls: [String] = []

    /// Whether every task of the scenario has ended.
    var isSentinelGone = false

    var isEmpty: Bool { jobs.isEmpty && calls.isEmpty }
  }

  private let content = Locked(Content())
  private let isUsed = Atomic<Bool>(false)

  /// Whether something has come, without a lock.
  var hasMail: Bool { isUsed.load(ordering: .acquiring) }

  /// Takes a job from another thread.
  func put(job: UnownedJob) {
    content.withLock(wakingWaiters: true) {
      $0.jobs.append(job)
      isUsed.store(true, ordering: .releasing)
    }
  }

  /// Takes note of a call on another thread.
  func put(call: String) {
    content.withLock(wakingWaiters: true) {
      $0.calls.append(call)
      isUsed.store(true, ordering: .releasing)
    }
  }

  /// Says that a new sentinel is on duty.
  func noteSentinelNew() {
    content.withLock { $0.isSentinelGone = false }
  }

  /// Says that no task of the scenario is alive any more.
  func noteSentinelGone() {
    content.withLock(wakingWaiters: true) { $0.isSentinelGone = true }
  }

  /// What has come so far.
  var mail: Content { content.withLock { $0 } }

  /// Waits for something that nobody inside of the simulation can bring about.
  ///
  /// - Returns: Whether it has come.
  func waitForOthers(_ patience: Duration) -> Bool {
    content.wait(for: patience) { !$0.isEmpty || $0.isSentinelGone }
  }
}

/// An object that every task of a scenario holds on to, as a task-local value that is copied into
/// each task that is made: while it lives, so does a task.
final class Sentinel: Sendable {
  @TaskLocal static var current: Sentinel?

  private let inbox: Inbox?

  /// The one that this one stands in for; it lives at least as long.
  private let outer: Sentinel?

  /// Creates a sentinel.
  ///
  /// - Parameters:
  ///   - inbox: Who hears of its end; `nil`: nobody.
  ///   - outer: The one that this one stands in for.
  init(reportingTo inbox: Inbox?, inside outer: Sentinel?) {
    self.inbox = inbox
    self.outer = outer
  }

  deinit { inbox?.noteSentinelGone() }
}
