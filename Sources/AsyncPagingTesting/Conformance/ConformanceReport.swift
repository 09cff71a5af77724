// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// What a check of a source has found out.
///
/// Its description is for people: the verdict, then one line for each rule with what was seen. It
/// names pages by their numbers and quotes no cursor.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// What a feed relies on.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// It ends within the limit of pages, and says so.
    case ending

    /// No next cursor was used before, and none is missing.
    case cursors

    /// No page, and no two pages, hold an item twice.
    case overlap

    /// The items are in order, also across pages.
    case order

    /// The same request gets the same answer.
    case sameAnswer

    /// Calls may come at the same time.
    case concurrency

    /// A call whose task is cancelled notices.
    case cancellation

    /// Errors say whether another attempt is worth it.
    case errors
  }

  /// A rule that is broken.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The rule.
    public let rule: Rule

    /// What was seen.
    public let message: String

    /// The rule and what was seen.
    public var description: String { "\(rule.rawValue): \(message)" }
  }

  /// The rules that are broken, with what was seen, in the order in which it was.
  public internal(set) var findings: [Finding] = []

  /// What was seen that breaks no rule, by rule.
  public internal(set) var remarks: [Rule: [String]] = [:]

  /// The rules that could not be checked, with the reason.
  public internal(set) var skipped: [Rule: String] = [:]

  /// How many pages there were.
  public internal(set) var pageCount = 0

  /// How many items they held.
  public internal(set) var itemCount = 0

  /// Why the data ended; `nil` if it did not.
  public internal(set) var endReason: EndReason?

  /// How many calls the check has made.
  public internal(set) var callCount = 0

  /// Pages that have items in common.
  public internal(set) var seams: [PageSeam] = []

  /// Whether no rule is broken.
  public var isConforming: Bool { findings.isEmpty }

  /// The verdict, and a line for each rule.
  public var description: String {
    let end = endReason.map { "ended by \($0)" } ?? "no end"
    let head = """
      the source \(isConforming ? "conforms" : "does not conform"): \(pageCount) pages, \
      \(itemCount) items, \(end), \(callCount) calls
      """
    return ([head] + Rule.allCases.flatMap(lines)).joined(separator: "\n")
  }

  private func lines(about rule: Rule) -> [String] {
    let broken = findings.filter { $0.rule == rule }.map(\.message)
    let (mark, texts) =
      if !broken.isEmpty {
        ("FAILS", broken)
      } else if let reason = skipped[rule] {
        ("  -  ", ["not checked: \(reason)"])
      } else {
        (" ok  ", [String]())
      }
    let title = "\(mark) \(rule.title)"
    return [title] + (texts + (remarks[rule] ?? [])).map { "        \($0)" }
  }
}

extension ConformanceReport.Rule {
  var title: String {
    switch self {
    case .ending: "it ends within the limit of pages"
    case .cursors: "no cursor comes twice, and none is missing"
    case .overlap: "no item comes twice"
    case .order: "the items are in order"
    case .sameAnswer: "the same request gets the same answer"
    case .concurrency: "calls may come at the same time"
    case .cancellation: "a cancelled call notices"
    case .errors: "errors say whether another attempt is worth it"
    }
  }
}
