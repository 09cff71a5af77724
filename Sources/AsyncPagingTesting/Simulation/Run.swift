// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One run of a scenario: what is ready, what sleeps, and what has been chosen.
///
/// It belongs to one thread and knows no lock. Jobs come in by ``accept(_:)``; the loop in
/// `Run+Loop.swift` takes them out one by one as the scheduler says.
final class Run {
  /// A task that waits for the clock.
  struct Sleeper {
    var ticket: Int
    var deadline: Duration
    var lane: Int
    var name: String?
    var wakeUp: CheckedContinuation<Bool, Never>
  }

  /// A task at a scheduling point of the simulation.
  struct Parked {
    var yields: Bool
    var name: String?
    var goOn: CheckedContinuation<Void, Never>
  }

  /// An operation of the scenario that must return.
  struct Operation {
    var name: String
    var isOver = false
  }

  let options: Simulation.Options
  let scheduler: any Scheduler
  let inbox: Inbox
  let beacon: Beacon
  let note: TrapNote

  // What can happen.
  var ready: [ReadyJob] = []
  var sleepers: [Sleeper] = []
  var parked: [Parked] = []
  private var lastTicket = 0

  // Who is who. Task numbers are given by the process, so they are counted anew in each run.
  private var lanes: [UInt64: Int] = [:]
  private var pendingName: String?

  /// The name of the task that is being resumed, if it has told its name.
  private var resumedName: String?
  var currentLane = 0
  var isInTurn = false
  var hasYielded = false

  /// Whether nobody could run, so that whoever is ready now takes the turn from nobody.
  var hasRested = false
  var streak = 0

  /// Whether a task was not offered its turn because it ran too often in a row.
  var isCut = false

  // How far it is.
  var time: Duration = .zero
  var step = 0
  var choices: [Int] = []
  var signatures: [Int] = []
  var operations: [Operation] = []
  var unfinishedCount = 0

  /// Whether choices are the scheduler's; the checks at the end run in the default order.
  var isControlled = true
  var checks: [@Sendable () async throws -> Void] = []
  var objects: [(name: String, isReleased: () -> Bool)] = []
  weak var sentinel: Sentinel?

  /// The sentinels of single operations; kept only when a failure is explained.
  var namedSentinels: [(name: String, isGone: () -> Bool)] = []
  var failure: ExplorationReport.Failure?
  var trace: Trace?

  init(
    _ scheduler: any Scheduler, options: Simulation.Options, inbox: Inbox, beacon: Beacon,
    note: TrapNote, isTraced: Bool
  ) {
    self.scheduler = scheduler
    self.options = options
    self.inbox = inbox
    self.beacon = beacon
    self.note = note
    if isTraced { trace = Trace() }
    ready.reserveCapacity(16)
    choices.reserveCapacity(32)
    signatures.reserveCapacity(32)
  }

  // MARK: - Jobs

  /// Takes a job that has become ready.
  func accept(_ job: UnownedJob) {
    let number = Self.number(of: job)
    guard number != 0 else {
      // An actor's turn has no task: it belongs to the one that called for it.
      return ready.append(ReadyJob(job: job, lane: currentLane, isTurn: true))
    }
    ready.append(ReadyJob(job: job, lane: lane(numbered: number), isTurn: false))
  }

  /// The number of a job's task, 0 if it has none.
  ///
  /// The description is the only public way to it: `UnownedJob(id: 7)`.
  private static func number(of job: UnownedJob) -> UInt64 {
    var number: UInt64 = 0
    for byte in job.description.utf8 where byte >= 48 && byte <= 57 {
      number = number &* 10 &+ UInt64(byte - 48)
    }
    return number
  }

  /// The place of a task in the order of appearance.
  private func lane(numbered number: UInt64) -> Int {
    if let lane = lanes[number] {
      if let resumedName { trace?.name(lane, resumedName) }
      return lane
    }
    let lane = lanes.count
    lanes[number] = lane
    beacon.note(laneName: pendingName)
    trace?.lanes.append(Trace.Lane(name: pendingName, maker: lane == 0 ? nil : currentLane))
    pendingName = nil
    return lane
  }

  /// Names the task that is made in the body.
  func naming<Value>(_ name: String, _ make: () -> Value) -> Value {
    pendingName = name
    defer { pendingName = nil }
    return make()
  }

  /// The name of the task whose job another thread has made ready, if it is known.
  func name(of job: UnownedJob) -> String {
    guard let lane = lanes[Self.number(of: job)] else { return "a task" }
    return name(of: lane)
  }

  /// A task as a reader knows it, in quotation marks if it has a name.
  func name(of lane: Int) -> String {
    if let trace { return "\"\(trace.name(of: lane))\"" }
    let names = beacon.now.laneNames
    return lane < names.count ? names[lane].map { "\"\($0)\"" } ?? "a task" : "a task"
  }

  // MARK: - Operations

  /// Begins an operation.
  ///
  /// - Returns: Its number.
  func begin(_ name: String) -> Int {
    operations.append(Operation(name: name))
    unfinishedCount += 1
    return operations.count - 1
  }

  /// Ends an operation.
  func end(_ operation: Int) {
    guard !operations[operation].isOver else { return }
    operations[operation].isOver = true
    unfinishedCount -= 1
  }

  /// The operations that have not returned, as a list.
  var unfinishedNames: String {
    operations.lazy.filter { !$0.isOver }.map { "\"\($0.name)\"" }.joined(separator: ", ")
  }

  /// Fails the run, unless it has failed before.
  func fail(_ kind: ExplorationReport.Failure.Kind, _ message: @autoclosure () -> String) {
    guard failure == nil else { return }
    failure = ExplorationReport.Failure(kind: kind, message: message())
    trace?.addFailure(kind)
  }

  /// Adds a remark to the log.
  func remark(_ text: @autoclosure () -> String) {
    guard trace != nil else { return }
    let name = currentName
    // An actor's turn runs the code of several tasks.
    if let name, !isInTurn { trace?.name(currentLane, name) }
    trace?.addNote(lane: currentLane, name: name, text())
  }

  /// What the task whose code runs now is called, where the system can tell; only for the log.
  var currentName: String? {
    guard trace != nil, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return nil
    }
    return Task.name
  }

  /// Makes a task ready again that has told its name when it stopped.
  func resuming(_ name: String?, _ resume: () -> Void) {
    resumedName = name
    resume()
    resumedName = nil
  }

  // MARK: - Time

  /// A number for a sleeper.
  func ticket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Lays a task down until the clock shows the deadline, unless it has been cancelled before.
  func sleep(_ ticket: Int, until deadline: Duration, _ wakeUp: CheckedContinuation<Bool, Never>) {
    guard !Task.isCancelled else { return wakeUp.resume(returning: false) }
    guard deadline > time else { return wakeUp.resume(returning: true) }
    sleepers.append(
      Sleeper(
        ticket: ticket, deadline: deadline, lane: currentLane, name: currentName, wakeUp: wakeUp))
  }

  /// Wakes a sleeper before its time.
  func cancelSleep(_ ticket: Int) {
    guard let index = sleepers.firstIndex(where: { $0.ticket == ticket }) else { return }
    let sleeper = sleepers.remove(at: index)
    resuming(sleeper.name) { sleeper.wakeUp.resume(returning: false) }
  }

  /// Moves the time to the first deadline and wakes those whose deadline it is.
  ///
  /// - Returns: Whether there was one.
  func moveTime(isEarly: Bool = false) -> Bool {
    guard let deadline = sleepers.lazy.map(\.deadline).min() else { return false }
    time = max(time, deadline)
    trace?.addTime(time, isEarly: isEarly)
    let woken = sleepers.filter { $0.deadline <= time }
    sleepers.removeAll { $0.deadline <= time }
    let lane = currentLane
    for sleeper in woken {
      // The turn that its actor takes for it is the sleeper's, not that of whoever ran last.
      currentLane = sleeper.lane
      resuming(sleeper.name) { sleeper.wakeUp.resume(returning: true) }
    }
    currentLane = lane
    return true
  }
}
