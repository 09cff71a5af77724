// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Run {
  /// How often a task may run in a row before it counts as one that gives up its turn: code that
  /// polls with `Task.yield()` lets others run then.
  static var longestStreak: Int { 64 }

  /// Runs what is ready until nothing is, or the run has failed.
  ///
  /// Time moves when nothing is ready and an operation has not returned.
  ///
  /// - Parameter perform: Runs a job.
  func drain(_ perform: (UnownedJob) -> Void) {
    while failure == nil {
      if inbox.hasMail { return failByMail() }
      releaseParked()
      guard !ready.isEmpty else {
        guard unfinishedCount > 0, moveTime() else { return }
        hasRested = true
        continue
      }
      step += 1
      guard step <= options.stepLimit else {
        return failByEndlessness()
      }
      guard let job = take() else { continue }
      currentLane = job.lane
      isInTurn = job.isTurn
      beacon.beat(job.lane)
      perform(job.job)
    }
  }

  /// Fails because there is no end to the steps.
  private func failByEndlessness() {
    let rest =
      switch unfinishedCount {
      case 0: "although everything has returned: a task that is left"
      case 1: "and \(unfinishedNames) has not returned: somebody"
      default: "and \(unfinishedNames) have not returned: somebody"
      }
    fail(
      .livelock,
      """
      more than \(options.stepLimit) steps, \(rest) goes round in circles, or polls for something \
      that never comes
      """)
  }

  /// Makes those ready again that stopped at a scheduling point of the simulation.
  private func releaseParked() {
    guard !parked.isEmpty else { return }
    let released = parked
    parked.removeAll(keepingCapacity: true)
    for entry in released {
      if entry.yields { hasYielded = true }
      resuming(entry.name) { entry.goOn.resume() }
    }
  }

  /// Takes the job out that runs next; `nil` if time moved instead, or the run has failed.
  private func take() -> ReadyJob? {
    let hasTimers =
      options.earlyTimers && isControlled && unfinishedCount > 0 && !sleepers.isEmpty
    guard ready.count > 1 || hasTimers else {
      note(streakOf: ready[0].lane)
      let job = ready.removeFirst()
      trace?.addStep(step, job, insteadOf: nil)
      return job
    }
    let isTired = streak >= Self.longestStreak
    let givesUpTurn = hasYielded || hasRested || isTired
    let stay = givesUpTurn ? nil : ready.firstIndex { $0.lane == currentLane }
    let offer = Offer(
      ready: isTired ? othersFirst() : ready, preferred: stay ?? 0, isPreemptive: stay != nil,
      hasTimers: hasTimers, yieldedLane: hasYielded || isTired ? currentLane : nil)
    guard let choice = decide(offer) else { return nil }
    guard let index = offer.index(of: choice) else {
      hasYielded = false
      _ = moveTime(isEarly: true)
      return nil
    }
    let job = offer.ready[index]
    trace?.addStep(
      step, job, insteadOf: choice == 0 ? nil : offer.ready[offer.preferred].lane)
    note(streakOf: job.lane)
    ready.remove(at: index)
    return job
  }

  /// Counts how often the task has run in a row.
  private func note(streakOf lane: Int) {
    hasYielded = false
    hasRested = false
    streak = lane == currentLane && streak < Self.longestStreak ? streak + 1 : 0
  }

  /// Puts the jobs of the task that ran too often behind all others, and leaves them out.
  ///
  /// - Returns: The others, or all jobs if there is no other.
  private func othersFirst() -> [ReadyJob] {
    let others = ready.filter { $0.lane != currentLane }
    let own = ready.filter { $0.lane == currentLane }
    ready = others + own
    guard !others.isEmpty else { return ready }
    if isControlled, !own.isEmpty { isCut = true }
    return others
  }

  /// Asks the scheduler; `nil` if the run is none of its own.
  private func decide(_ offer: Offer) -> Int? {
    guard isControlled, offer.count > 1 else { return 0 }
    do throws(Divergence) {
      let choice = try scheduler.pick(from: offer)
      record(choice, signature: offer.signature)
      return choice
    } catch {
      fail(error.kind, error.message)
      return nil
    }
  }

  /// Picks a value for the scenario.
  func choose(_ count: Int) -> Int {
    guard isControlled, failure == nil, count > 1 else { return 0 }
    do throws(Divergence) {
      let choice = try scheduler.pick(below: count)
      record(choice, signature: count)
      remark("chose \(choice) of 0..<\(count)")
      return choice
    } catch {
      fail(error.kind, error.message)
      return 0
    }
  }

  /// Remembers a choice, here and where other threads and a trap find it.
  private func record(_ choice: Int, signature: Int) {
    choices.append(choice)
    signatures.append(signature)
    note.push(choice)
    beacon.note(choice: choice)
  }

  // MARK: - Escapes

  /// Fails because another thread has touched the run.
  func failByMail() {
    let mail = inbox.mail
    if let job = mail.jobs.first {
      fail(
        .escape,
        """
        \(name(of: job)) was resumed by another thread after step \(step): what it waited for \
        happened outside of the simulation. \(Self.remedies)
        """)
    } else if let call = mail.calls.first {
      fail(
        .escape,
        "simulation.\(call) was called on another thread, by code that runs outside of the "
          + "simulation. \(Self.remedies)")
    }
  }

  /// What leads out of a simulation, and the way back.
  static let remedies = """
    What leads out: real time (Task.sleep, ContinuousClock; take the clock from outside and hand it \
    simulation.clock), tasks that do not prefer the simulation's executor (Task { }, Task.detached; \
    use simulation.spawn, or Task(executorPreference:) with the simulation, which a feed gets by \
    FeedConfiguration.executor), the main actor, and callbacks of other threads (put a double in \
    their place)
    """
}
