// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting

/// What was found out about one scenario.
struct Row: Sendable {
  /// One bound.
  struct Space: Sendable {
    var schedules: Int
    var isExhausted: Bool
  }

  let name: String
  private(set) var spaces: [Space] = []
  private(set) var sampleCount = 0
  private(set) var scheduleCount = 0
  private(set) var stepCount = 0
  private(set) var longestRun = 0
  private(set) var duration: Duration = .zero
  private(set) var failure: ExplorationReport?

  /// Whether every schedule there is was run, whatever the bound.
  private(set) var isComplete = false

  init(name: String) {
    self.name = name
  }

  mutating func add(bounded report: ExplorationReport) {
    spaces.append(Space(schedules: report.schedules, isExhausted: report.isExhausted))
    isComplete = report.exhaustedBound == .unbounded
    add(report)
  }

  mutating func add(sampled report: ExplorationReport) {
    sampleCount += report.schedules
    add(report)
  }

  private mutating func add(_ report: ExplorationReport) {
    scheduleCount += report.schedules
    stepCount += report.steps
    longestRun = max(longestRun, report.longestRun)
    duration += report.duration
    if report.failure != nil { failure = report }
  }

  /// Schedules that are certainly all different: those within the highest bound hold those within
  /// the lower ones.
  var distinctCount: Int { spaces.map(\.schedules).max() ?? 0 }
}

/// The rows, as lines of a table in Markdown, and what they come to.
struct Table {
  let highestBound: Int
  private(set) var distinctCount = 0
  private var scheduleCount = 0
  private var exhaustedCount = 0
  private var rowCount = 0

  init(highestBound: Int) {
    self.highestBound = highestBound
  }

  var heading: String {
    let bounds = (0...highestBound).map { $0 == 0 ? "no preemption" : "up to \($0)" }
    let titles = ["scenario"] + bounds + ["random and PCT", "steps", "schedules a second"]
    return Self.line(titles) + "\n" + Self.line(titles.map { _ in "---" })
  }

  mutating func add(_ row: Row) {
    rowCount += 1
    distinctCount += row.distinctCount
    scheduleCount += row.scheduleCount
    if row.spaces.allSatisfy(\.isExhausted) { exhaustedCount += 1 }
  }

  func line(for row: Row) -> String {
    let spaces = (0...highestBound).map { bound -> String in
      guard bound < row.spaces.count else { return row.isComplete ? "no more" : "not run" }
      let space = row.spaces[bound]
      return space.isExhausted ? "\(space.schedules), all" : "\(space.schedules), not all"
    }
    let meanSteps = row.stepCount / max(row.scheduleCount, 1)
    let speed = Int(Double(row.scheduleCount) / max(row.duration / .seconds(1), 0.001))
    return Self.line(
      [row.name] + spaces
        + ["\(row.sampleCount)", "\(meanSteps), up to \(row.longestRun)", "\(speed)"])
  }

  func summary(after duration: Duration) -> String {
    let seconds = Int(duration / .seconds(1))
    return """

      \(scheduleCount) schedules of \(rowCount) scenarios without a failure in \(seconds) s; \
      \(distinctCount) are certainly different, being within one bound; \
      \(exhaustedCount) scenarios were exhausted up to \(highestBound) preemptions
      """
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}
