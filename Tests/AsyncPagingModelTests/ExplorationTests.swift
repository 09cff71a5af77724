// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Testing

/// Every state of the machine within a scope, against the invariants of ``World``.
@Suite(.timeLimit(.minutes(10)))
struct ExplorationTests {
  @Test("A1 A5 C1 C6: concurrent calls, cancelled in every place")
  func calls() {
    check(World.Scope(demands: 0, cancels: 0, resets: 0, closes: 0, kinds: [.next, .iterate]))
  }

  @Test("A3 A6 D1 D2 D4: loads, a refresh, and late answers of two generations")
  func refresh() {
    check(
      World.Scope(
        attempts: 3, leaves: 1, demands: 0, cancels: 0, resets: 0, closes: 0,
        kinds: [.next, .refresh, .iterate]))
  }

  @Test("A4: both directions, beside a refresh")
  func directions() {
    check(
      World.Scope(
        attempts: 3, leaves: 1, demands: 0, cancels: 0, resets: 0, closes: 0,
        kinds: [.next, .previous, .refresh]))
  }

  @Test("B1 B4 B6: demand against loads, failures and a refresh")
  func demand() {
    check(
      World.Scope(
        calls: 2, attempts: 3, leaves: 1, demands: 2, cancels: 0, resets: 0, closes: 0,
        kinds: [.next, .refresh, .retry]))
  }

  @Test("C7 C8 D6: cancel, reset and close in every place")
  func endings() {
    check(
      World.Scope(
        calls: 2, attempts: 2, pages: 1, emptyPages: 0, leaves: 1, demands: 1,
        kinds: [.next, .refresh]))
  }

  @Test("G6 G10: retry in every place, both directions failed")
  func retry() {
    check(
      World.Scope(
        attempts: 3, leaves: 1, demands: 0, cancels: 0, resets: 0, closes: 0,
        kinds: [.next, .previous, .retry]))
  }

  @Test("F5 F8: checkForMore behind the end and behind a cycle")
  func checkForMore() {
    check(
      World.Scope(
        attempts: 2, leaves: 1, demands: 1, cancels: 0, resets: 0, closes: 0,
        kinds: [.next, .checkForMore, .iterate]))
  }

  @Test("E4 E10: an iterator that reads ahead, leaving at any time")
  func readAhead() {
    check(
      World.Scope(
        attempts: 2, pages: 2, emptyPages: 0, leaves: 1, demands: 0, cancels: 0, resets: 0,
        closes: 0,
        readers: 1, kinds: [.prefetch, .refresh, .iterate]))
  }

  @Test("C2: loads that are kept although nobody waits")
  func keptLoads() {
    var rules = FeedMachine.Rules()
    rules.abandonment = .keepsLoading
    check(
      World.Scope(
        attempts: 2, demands: 0, cancels: 1, resets: 0, closes: 0, kinds: [.next, .refresh]),
      rules: rules)
  }

  @Test(
    "F5 F6: rules for cycles and a small empty-page budget",
    arguments: [CycleRule.ends, .isAllowed])
  func rules(cycles: CycleRule) {
    var rules = FeedMachine.Rules()
    rules.cycles = cycles
    rules.emptyPageBudget = 1
    rules.coolsDown = true
    check(
      World.Scope(
        calls: 2, attempts: 2, emptyPages: 2, leaves: 1, demands: 1, cancels: 0, resets: 0,
        closes: 0, kinds: [.next, .checkForMore, .retry]),
      rules: rules)
  }
}

/// Explores a scope and fails with the shortest way to a violation.
private func check(
  _ scope: World.Scope, rules: FeedMachine.Rules = .init(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let report = Explorer(rules: rules, scope: scope).run()
  #expect(report.violation == nil, "\(report.violation as Any)", sourceLocation: sourceLocation)
  #expect(report.stateCount > 100, sourceLocation: sourceLocation)
  print("explored \(report.stateCount) states, \(report.transitionCount) transitions")
}
