// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A scenario to be explored.
typealias Scenario = @Sendable (Simulation) async throws -> Void

/// An exploration under way; it belongs to the thread it runs on.
final class Exploration {
  /// How a run ended.
  private struct Outcome {
    var failure: ExplorationReport.Failure?
    var steps: Int
    var choices: [Int]
    var signatures: [Int]
    var log: [String]
  }

  /// Real time that is given to other threads before a task counts as forgotten; where a failure is
  /// explained it is the ``Simulation/Options/outsidePatience``.
  private enum Patience {
    static let searching: Duration = .milliseconds(50)
    static let simplifying: Duration = .zero
  }

  private let scenario: Scenario
  private let options: Simulation.Options
  private let beacon: Beacon
  private let note: TrapNote
  private var report: ExplorationReport

  init(
    _ strategy: Strategy, _ options: Simulation.Options, _ beacon: Beacon, place: String,
    _ scenario: @escaping Scenario
  ) {
    self.scenario = scenario
    self.options = options
    self.beacon = beacon
    note = TrapNote(place: place)
    report = ExplorationReport(strategy: strategy)
  }

  /// Runs the schedules of the strategy until one fails.
  func explore() -> ExplorationReport {
    let begun = ContinuousClock.now
    switch report.strategy.plan {
    case .random(let seed, let schedules):
      search(RandomScheduler(seed: seed, runs: schedules), limit: schedules)
    case .pct(let seed, let depth, let schedules):
      let scheduler = PCTScheduler(seed: seed, depth: depth, runs: schedules)
      search(scheduler, limit: schedules)
    case .exhaustive(let bounds, let limit):
      for bound in bounds {
        let scheduler = DepthFirstScheduler(bound)
        guard search(scheduler, limit: limit) else { break }
        if !report.isCut { report.exhaustedBound = scheduler.isPruned ? bound : .unbounded }
        if !scheduler.isPruned { break }
      }
    case .replay(let text): replay(text)
    }
    report.duration = begun.duration(to: .now)
    return report
  }

  /// Runs what a scheduler gives until one run fails, or the limit is reached.
  ///
  /// Single runs are repeated, to notice a scenario that does not repeat itself. A depth-first
  /// search would notice it only in what its runs have in common.
  ///
  /// - Parameters:
  ///   - scheduler: Says what is run.
  ///   - limit: How many schedules the whole exploration may have.
  /// - Returns: Whether everything was run.
  @discardableResult
  private func search(_ scheduler: some Scheduler, limit: Int) -> Bool {
    while scheduler.begin() {
      guard report.schedules < limit, !beacon.wantsHalt else { return false }
      var outcome = run(scheduler, Patience.searching)
      report.schedules += 1
      // The first, second, fourth, eighth …: often at first, and hardly any in the end.
      if outcome.failure == nil, report.schedules.nonzeroBitCount == 1 {
        outcome = repeated(outcome)
      }
      if let failure = outcome.failure {
        settle(failure, Schedule(outcome.choices))
        return false
      }
    }
    return true
  }

  private func replay(_ text: String) {
    let schedule: Schedule
    do throws(Divergence) {
      schedule = try Schedule(text)
    } catch {
      report.failure = ExplorationReport.Failure(kind: error.kind, message: error.message)
      return
    }
    let outcome = run(
      ReplayScheduler(schedule, isStrict: true), options.outsidePatience, isTraced: true)
    report.schedules = 1
    guard var failure = outcome.failure else { return }
    failure.schedule = schedule.description
    failure.originalSchedule = text
    failure.deviations = schedule.deviationCount
    failure.number = 1
    failure.log = outcome.log
    report.failure = failure
  }

  // MARK: - Runs

  private func run(
    _ scheduler: some Scheduler, _ patience: Duration, isTraced: Bool = false
  ) -> Outcome {
    note.begin()
    beacon.beginRun()
    var made: Run?
    let simulation = Simulation { inbox in
      let run = Run(
        scheduler, options: options, inbox: inbox, beacon: beacon, note: note, isTraced: isTraced)
      made = run
      return run
    }
    simulation.runToEnd(patience: patience, scenario)
    guard let run = made else { preconditionFailure("a simulation makes its run at once") }
    report.steps += run.step
    if run.isCut { report.isCut = true }
    report.longestRun = max(report.longestRun, run.step)
    return Outcome(
      failure: run.failure, steps: run.step, choices: run.choices, signatures: run.signatures,
      log: run.trace?.lines ?? [])
  }

  /// Runs the schedule of a run without failure again.
  ///
  /// - Returns: The run, or a failed one if the two differ.
  private func repeated(_ first: Outcome) -> Outcome {
    let totals = (report.steps, report.longestRun)
    var second = run(
      ReplayScheduler(Schedule(first.choices), isStrict: false), Patience.searching)
    (report.steps, report.longestRun) = totals
    guard second.failure == nil, second.signatures != first.signatures else { return second }
    let pairs = zip(first.signatures, second.signatures)
    let place = pairs.enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let divergence = DepthFirstScheduler.divergence(
      at: (place ?? min(first.signatures.count, second.signatures.count)) + 1,
      place == nil ? "one run ended there" : "other tasks were ready")
    second.failure = ExplorationReport.Failure(
      kind: divergence.kind, message: divergence.message)
    return second
  }

  // MARK: - Failures

  /// Simplifies and explains the failure.
  private func settle(_ failure: ExplorationReport.Failure, _ found: Schedule) {
    let number = report.schedules
    let totals = (report.steps, report.longestRun)
    defer { (report.steps, report.longestRun) = totals }
    var schedule = found
    let isRepeatable = failure.kind != .escape && failure.kind != .nondeterminism
    if options.minimizes, isRepeatable {
      var minimizer = Minimizer(found) { choices in
        let outcome = self.run(
          ReplayScheduler(Schedule(choices), isStrict: false), Patience.simplifying)
        return (outcome.steps, outcome.failure?.kind == failure.kind ? outcome.choices : nil)
      }
      schedule = minimizer.minimum()
    }
    let outcome = run(
      ReplayScheduler(schedule, isStrict: false), options.outsidePatience, isTraced: true)
    var explained = outcome.failure ?? failure
    if outcome.failure == nil, isRepeatable {
      explained = ExplorationReport.Failure(
        kind: .nondeterminism,
        message: """
          a run failed, and did not when its schedule was run again: the code under test depends on \
          something else than the schedule. \(failure)
          """)
    }
    explained.schedule = schedule.description
    explained.originalSchedule = found.description
    explained.deviations = schedule.deviationCount
    explained.number = number
    explained.log = outcome.log
    report.failure = explained
  }
}
