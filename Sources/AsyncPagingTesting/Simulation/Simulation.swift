// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One run of a scenario, in which the test decides what happens next.
///
/// A simulation is a task executor. Whatever a task does that prefers it, and its child tasks, and
/// the actors it calls, comes back as a job at each suspension; between two jobs the exploration
/// chooses. Code under test is handed ``clock`` for its time and the simulation itself for its
/// tasks.
///
/// ```swift
/// let report = await explore { simulation in
///   let feed = Feed(
///     source, configuration: FeedConfiguration(executor: simulation), clock: simulation.clock)
///   let load = simulation.spawn("load") { try await feed.loadNext() }
///   simulation.spawn("leave") { load.cancel() }
///   simulation.atEnd { simulation.expect(await feed.snapshot.pageCount <= 1, "too many pages") }
/// }
/// #expect(report.failure == nil, "\(report)")
/// ```
///
/// Everything runs on one thread: a run sees every order of jobs, but no race inside of one. Its
/// functions are for the code that runs in it; a call from elsewhere is a failure of the run.
public final class Simulation: TaskExecutor, Sendable {
  private let run: Confined<Run>
  private let inbox: Inbox

  init(_ makeRun: (Inbox) -> Run) {
    let inbox = Inbox()
    self.inbox = inbox
    run = Confined { makeRun(inbox) }
  }

  /// Takes a job; the runtime calls it.
  ///
  /// - Parameter job: The job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let run = run.here else { return inbox.put(job: job) }
    run.accept(job)
  }

  // MARK: - Operations

  /// Starts a concurrent operation.
  ///
  /// It must return: a run that comes to rest before is a deadlock. It fails the run when it
  /// throws, unless it has been cancelled or throws a `CancellationError`.
  ///
  /// - Parameters:
  ///   - name: What the log calls it.
  ///   - body: The operation.
  /// - Returns: Its task, to be cancelled or waited for.
  @discardableResult
  public func spawn<Success: Sendable>(
    _ name: String, _ body: @escaping @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    start(name, mayGiveUp: true, body)
  }

  /// Starts a concurrent operation, which may be one that must not give up: the scenario itself and
  /// the checks at its end would leave undone what they were to look at.
  @discardableResult
  private func start<Success: Sendable>(
    _ name: String, mayGiveUp: Bool, _ body: @escaping @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    guard let run = here("spawn") else {
      return Task(name: name, executorPreference: self) { try await body() }
    }
    let operation = run.begin(name)
    let sentinel = makeSentinel(run, name)
    return run.naming(name) {
      Task(name: name, executorPreference: self) {
        defer { self.here("spawn")?.end(operation) }
        do {
          guard let sentinel else { return try await body() }
          return try await Sentinel.$current.withValue(sentinel) { try await body() }
        } catch {
          self.report(error, name, mayGiveUp: mayGiveUp)
          throw error
        }
      }
    }
  }

  /// Makes a sentinel for an operation, unless it inherits one that will do.
  private func makeSentinel(_ run: Run, _ name: String) -> Sentinel? {
    guard run.trace != nil || Sentinel.current == nil else { return nil }
    // The first one is the run's; the others say which operation has lost a task.
    let isFirst = run.sentinel == nil
    let sentinel = Sentinel(reportingTo: isFirst ? inbox : nil, inside: Sentinel.current)
    if isFirst {
      inbox.noteSentinelNew()
      run.sentinel = sentinel
    }
    run.namedSentinels.append((name, { [weak sentinel] in sentinel == nil }))
    return sentinel
  }

  /// Fails the run by what an operation threw, unless it was cancelled and may give up.
  private func report(_ error: any Error, _ name: String, mayGiveUp: Bool) {
    guard !mayGiveUp || !(error is CancellationError || Task.isCancelled) else { return }
    here("spawn")?.fail(.check, "\"\(name)\" threw \(error)")
  }

  /// Adds a check for the end, when the scenario and all operations have returned and nothing is
  /// ready.
  ///
  /// Checks run alone, one after the other, in the default order. What still sleeps at the end of
  /// the last one is a failure.
  ///
  /// - Parameter check: The check; it fails the run by ``expect(_:_:)`` or by throwing, also a
  ///   `CancellationError`.
  public func atEnd(_ check: @escaping @Sendable () async throws -> Void) {
    here("atEnd")?.checks.append(check)
  }

  /// Fails the run if an object is still alive after it.
  ///
  /// - Parameters:
  ///   - object: The object; it is held weakly.
  ///   - name: What the report calls it.
  public func expectReleased(_ object: some AnyObject, _ name: String) {
    here("expectReleased")?.objects.append((name, { [weak object] in object == nil }))
  }

  /// Fails the run unless a condition holds.
  ///
  /// The first failure ends the run at the next suspension.
  ///
  /// - Parameters:
  ///   - condition: What must be true.
  ///   - message: What is wrong if it is not.
  public func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard let run = here("expect"), !condition else { return }
    run.fail(.check, message())
  }

  /// Writes a line into the log of a failure.
  ///
  /// - Parameter message: The line; made only when a failure is explained.
  public func note(_ message: @autoclosure () -> String) {
    here("note")?.remark(message())
  }

  // MARK: - Choices

  /// A point at which others may run before the task goes on.
  ///
  /// Taking the turn away here is a preemption.
  public func checkpoint() async { await park(yields: false) }

  /// The time that somebody outside takes to answer, a server for instance.
  ///
  /// Others may run before the task goes on, which is no preemption here: the task gave up its
  /// turn.
  public func latency() async { await park(yields: true) }

  /// Stops the task until the scheduler takes it up again.
  private func park(yields: Bool) async {
    await withCheckedContinuation { goOn in
      guard let run = here(yields ? "latency" : "checkpoint") else { return goOn.resume() }
      run.parked.append(Run.Parked(yields: yields, name: run.currentName, goOn: goOn))
    }
  }

  /// A value that is explored like the schedule: whether a request fails, how late it is answered.
  ///
  /// - Parameter count: How many alternatives there are.
  /// - Returns: A number from 0 up to but not including `count`; 0 is the default, and with less
  ///   than two alternatives the only one. 0 as well in the checks at the end.
  public func choose(_ count: Int) -> Int { here("choose")?.choose(count) ?? 0 }

  // MARK: - Time

  /// The clock of the simulation: it stands at zero, and moves to the next deadline when nothing is
  /// ready.
  public var clock: SimulationClock { SimulationClock(simulation: self) }

  /// What the clock shows.
  var time: Duration { here("clock.now")?.time ?? .zero }

  /// Sleeps on the clock.
  func sleep(until deadline: Duration) async throws {
    guard let ticket = here("clock.sleep")?.ticket() else { return }
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { (wakeUp: CheckedContinuation<Bool, Never>) in
        guard let run = here("clock.sleep") else { return wakeUp.resume(returning: true) }
        run.sleep(ticket, until: deadline, wakeUp)
      }
    } onCancel: {
      here("clock.sleep")?.cancelSleep(ticket)
    }
    guard isOver else { throw CancellationError() }
  }

  // MARK: - The run

  /// Runs a scenario; only for the thread that has made the simulation.
  func runToEnd(
    patience: Duration, _ scenario: @escaping @Sendable (Simulation) async throws -> Void
  ) {
    start("scenario", mayGiveUp: false) { try await scenario(self) }
    run.here?.runToEnd(
      patience: patience, start: { start($0, mayGiveUp: false, $1) },
      // The only way to run a job; the executor that it gets is alive, being `self`.
      perform: { unsafe $0.runSynchronously(on: asUnownedTaskExecutor()) })
  }

  /// The run if the caller is part of it; a caller on another thread is noted as a failure.
  private func here(_ call: String) -> Run? {
    if let run = run.here { return run }
    inbox.put(call: call)
    return nil
  }
}
