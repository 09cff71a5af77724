// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a stress has found out.
///
/// Its description is for people: the verdict, what was wrong, then what happened.
public struct StressReport: Sendable, CustomStringConvertible {
  /// What the operations were drawn from.
  public let seed: UInt64

  /// What each client did, in order; the same for the same seed and counts, that of alternative
  /// sources included.
  public let operations: [[StressOperation]]

  /// What was wrong; the first 20 of it.
  public internal(set) var findings: [String] = []

  /// How calls ended, and how often.
  ///
  /// The code of their error, `page`, `end` for a call that found nothing more, `done` for a retry,
  /// or `left` for an iterator that left early.
  public internal(set) var outcomes: [String: Int] = [:]

  /// The account of the loads; `nil` without an audit.
  public internal(set) var loads: LoadAudit.Counts?

  /// How many pages iterators got.
  public internal(set) var pagesIterated = 0

  /// How many pictures of the feed were looked at.
  public internal(set) var updates = 0

  /// How many calls had not returned when the feed was closed.
  public internal(set) var callsEndedByClosing = 0

  init(seed: UInt64, operations: [[StressOperation]]) {
    self.seed = seed
    self.operations = operations
  }

  /// How many findings are kept at most.
  static var findingLimit: Int { 20 }

  /// Whether nothing was wrong.
  public var isClean: Bool { findings.isEmpty }

  /// The verdict, what was wrong, and what happened.
  public var description: String {
    let count = operations.reduce(0) { $0 + $1.count }
    let number =
      findings.count < Self.findingLimit ? "\(findings.count)" : "at least \(findings.count)"
    let verdict = isClean ? "nothing wrong" : "\(number) things wrong"
    let kinds = operations.joined().reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    var lines = ["\(verdict) in \(count) operations of \(operations.count) clients, seed \(seed)"]
    lines += findings.map { "  WRONG     \($0)" }
    lines += ["  operations \(Self.list(kinds))", "  outcomes   \(Self.list(outcomes))"]
    lines += ["  loads      \(loads.map { "\($0)" } ?? "not counted: the feed has no audit")"]
    lines += [
      """
        iterators  \(pagesIterated) pages; \(updates) pictures; \(callsEndedByClosing) calls ended \
      by closing the feed
      """
    ]
    return lines.joined(separator: "\n")
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
