// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Run {
  /// Runs the scenario and everything it starts to the end, then checks what is left.
  ///
  /// - Parameters:
  ///   - patience: How long to wait, in real time, for another thread before a task that is
  ///     suspended for ever counts as forgotten.
  ///   - start: Starts an operation.
  ///   - perform: Runs a job.
  func runToEnd(
    patience: Duration,
    start: (_ name: String, @escaping @Sendable () async throws -> Void) -> Void,
    perform: (UnownedJob) -> Void
  ) {
    drain(perform)
    if failure == nil, unfinishedCount > 0 { failByRest(patience) }
    // What follows is the default order only.
    isControlled = false
    if failure == nil { endSchedule() }
    while failure == nil, !checks.isEmpty {
      start("check at the end", checks.removeFirst())
      drain(perform)
      if failure == nil, unfinishedCount > 0 { failByRest(patience) }
    }
    checks = []
    drain(perform)
    if failure == nil { checkLeftovers(patience) }
  }

  /// Asks the scheduler whether the run could end here.
  private func endSchedule() {
    do throws(Divergence) {
      try scheduler.end()
    } catch {
      fail(error.kind, error.message)
    }
  }

  /// Fails because nothing can run although operations have not returned.
  private func failByRest(_ patience: Duration) {
    guard !(waitForOthers(patience) && inbox.hasMail) else { return failByMail() }
    fail(
      .deadlock,
      """
      nothing is left to run, and \(unfinishedNames) \
      \(unfinishedCount == 1 ? "has" : "have") not returned. Either nobody resumes what is waited \
      for: look for a continuation that is dropped, a stream that nobody finishes, two that wait for \
      each other. Or it happens outside of the simulation, and did not within \(patience). \
      \(Self.remedies)
      """)
  }

  /// Fails if something is left of the scenario: a sleeper, a task, an object.
  private func checkLeftovers(_ patience: Duration) {
    if options.detectsLeaks {
      if let sleeper = sleepers.first {
        fail(
          .leakedSleeper,
          """
          \(sleeper.name.map { "\"\($0)\"" } ?? name(of: sleeper.lane)) still sleeps until \(sleeper.deadline) on the clock, and nobody \
          waits for it: it should have been cancelled (in all \(sleepers.count) sleeping)
          """)
      } else if sentinel != nil {
        failByLiveTask(patience)
      }
    }
    for object in objects where failure == nil && !object.isReleased() {
      fail(
        .leakedObject,
        "\(object.name) is still alive although the scenario has ended: look for a task, a closure "
          + "or a cycle that holds it")
    }
  }

  /// Fails because a task is alive although everything has returned.
  private func failByLiveTask(_ patience: Duration) {
    if waitForOthers(patience) {
      // A task has ended, or acted, while nothing ran here: it ran elsewhere.
      guard !inbox.hasMail else { return failByMail() }
      return fail(
        .escape,
        "a task that the scenario made ran on another thread, outside of the simulation. "
          + Self.remedies)
    }
    let makers = namedSentinels.filter { !$0.isGone() }.map { "\"\($0.name)\"" }
    let source = makers.last.map { ", made by \($0)," } ?? ""
    fail(
      .leakedTask,
      """
      a task\(source) is still alive although everything has returned. Either it waits for a \
      continuation that nobody resumes or a stream that nobody finishes: cancel it, or wait for it. \
      Or it waits for something outside of the simulation, which did not happen within \(patience). \
      \(Self.remedies)
      """)
  }

  /// Waits for something that nobody inside of the simulation can bring about; the watchdog does
  /// not take it for a job that blocks.
  ///
  /// - Returns: Whether it has come.
  private func waitForOthers(_ patience: Duration) -> Bool {
    beacon.note(isAtRest: true)
    defer { beacon.note(isAtRest: false) }
    return inbox.waitForOthers(patience)
  }
}
