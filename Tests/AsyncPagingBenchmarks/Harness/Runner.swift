// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkProbes

/// Both sides of one round.
struct Round {
  /// What is measured.
  var subject: Sample

  /// What it is compared with.
  var reference: Sample
}

/// Runs benchmarks: one round to warm up, rounds that are timed, and one that counts allocations.
struct Runner {
  /// How much is done.
  let scale: Scale

  /// How many rounds are timed, if that was asked for.
  let rounds: Int?

  /// Measures one benchmark.
  ///
  /// The sides take turns in every round, and in who is first.
  ///
  /// - Parameter benchmark: What to measure.
  /// - Returns: The figures.
  /// - Throws: What a side throws, above all `WrongResult`.
  func measure(_ benchmark: Benchmark) async throws -> Measurement {
    var contest = try await benchmark.prepare(scale)
    _ = try await round(of: contest)
    var timed: [Round] = []
    let count = rounds ?? scale.pick(benchmark.rounds, check: benchmark.checkRounds)
    for number in 0..<count {
      timed.append(try await round(of: contest, isReversed: !number.isMultiple(of: 2)))
    }
    var counted: Round?
    if benchmark_counts_allocations() {
      counted = try await round(of: contest, countsAllocations: true)
    }
    let last = contest.finish
    // What the sides hold is free for the last figures.
    let notes = contest.notes
    contest = Contest(subject: { _ in }, reference: { _ in })
    let all = notes.merging(try await last()) { _, new in new }
    return Measurement(benchmark, timed, counted: counted, notes: all)
  }

  /// Runs the subject of a benchmark once, and nothing else.
  ///
  /// - Parameter benchmark: What to run.
  /// - Returns: How many operations it carried out.
  /// - Throws: What the subject throws, above all `WrongResult`.
  func runAlone(_ benchmark: Benchmark) async throws -> Int {
    let contest = try await benchmark.prepare(scale)
    var meter = Meter(countsAllocations: false)
    try await contest.subject(&meter)
    return meter.sample.operations
  }

  private func round(
    of contest: Contest, isReversed: Bool = false, countsAllocations: Bool = false
  ) async throws -> Round {
    var subject = Meter(countsAllocations: countsAllocations)
    var reference = Meter(countsAllocations: countsAllocations)
    if isReversed { try await contest.reference(&reference) }
    try await contest.subject(&subject)
    if !isReversed { try await contest.reference(&reference) }
    return Round(subject: subject.sample, reference: reference.sample)
  }
}
