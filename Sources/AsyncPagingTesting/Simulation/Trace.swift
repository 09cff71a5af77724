// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What happened in a run, step by step; written only when a failure is explained.
struct Trace {
  /// A line of the log.
  private enum Entry {
    case step(Int, lane: Int, isTurn: Bool, insteadOf: Int?)
    case time(Duration, isEarly: Bool)
    case note(lane: Int, String?, String)
    case failure(ExplorationReport.Failure.Kind)
  }

  /// Where a task came from, and what it is called.
  struct Lane {
    var name: String?
    var maker: Int?
  }

  private var entries: [Entry] = []
  var lanes: [Lane] = []

  /// Adds a job, and the task that would have gone on by default.
  mutating func addStep(_ number: Int, _ job: ReadyJob, insteadOf other: Int?) {
    entries.append(.step(number, lane: job.lane, isTurn: job.isTurn, insteadOf: other))
  }

  /// Adds that time has moved.
  mutating func addTime(_ time: Duration, isEarly: Bool) {
    entries.append(.time(time, isEarly: isEarly))
  }

  /// Adds a remark.
  ///
  /// - Parameters:
  ///   - lane: The task that runs.
  ///   - name: The name of the task whose code makes the remark, if that can be told; an actor's
  ///     turn runs the code of several.
  ///   - text: The remark.
  mutating func addNote(lane: Int, name: String?, _ text: String) {
    entries.append(.note(lane: lane, name, text))
  }

  /// Adds that the run has failed here.
  mutating func addFailure(_ kind: ExplorationReport.Failure.Kind) {
    entries.append(.failure(kind))
  }

  /// Takes the name that the code under test has given to a task.
  mutating func name(_ lane: Int, _ name: String) {
    guard lanes.indices.contains(lane), lanes[lane].name == nil else { return }
    lanes[lane].name = name
  }

  /// A task as a reader knows it.
  func name(of lane: Int) -> String {
    guard lanes.indices.contains(lane) else { return "task \(lane)" }
    if let name = lanes[lane].name { return name }
    guard let maker = lanes[lane].maker, maker < lane else { return "task \(lane)" }
    return "task \(lane) (made by \(name(of: maker)))"
  }

  /// One line for each entry; the middle of a long log is left out.
  var lines: [String] {
    guard entries.count > 200 else { return entries.map(line) }
    return entries.prefix(60).map(line) + ["     … \(entries.count - 160) lines left out …"]
      + entries.suffix(100).map(line)
  }

  private func line(_ entry: Entry) -> String {
    switch entry {
    case .step(let number, let lane, let isTurn, let other):
      let padding = String(repeating: " ", count: max(4 - String(number).count, 0))
      let turn = isTurn ? ", on an actor" : ""
      let instead = other.map { ", instead of \(name(of: $0))" } ?? ""
      return "\(padding)\(number)  \(name(of: lane))\(turn)\(instead)"
    case .time(let time, let isEarly):
      return "      -- the clock shows \(time)\(isEarly ? ", early" : "")"
    case .note(let lane, let name, let text):
      return "      -- \(name ?? self.name(of: lane)): \(text)"
    case .failure(let kind): return "      ** \(kind)"
    }
  }
}
