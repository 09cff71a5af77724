// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One side's figures over all rounds, per operation.
struct Summary: Codable {
  /// What it is.
  let label: String

  /// The median of the nanoseconds.
  let nanoseconds: Double

  /// The least nanoseconds of a round.
  let minimum: Double

  /// The median of the nanoseconds of processor time.
  let cpuNanoseconds: Double

  /// The allocations, if they were counted.
  let allocations: Double?

  /// The bytes allocated, if they were counted.
  let allocatedBytes: Double?

  init(label: String, _ samples: [Sample], counted: Sample?) {
    self.label = label
    nanoseconds = samples.map(\.wallPerOperation).median
    minimum = samples.map(\.wallPerOperation).min() ?? .nan
    cpuNanoseconds = samples.map(\.cpuPerOperation).median
    allocations = counted?.allocationsPerOperation
    allocatedBytes = counted.map { Double($0.allocatedBytes) / Double(max($0.operations, 1)) }
  }
}

/// What a benchmark found out.
struct Measurement: Codable {
  /// The benchmark's name.
  let name: String

  /// How many rounds were measured.
  let rounds: Int

  /// What was measured.
  let subject: Summary

  /// What it was compared with.
  let reference: Summary

  /// The median over the rounds of the subject's time in the reference's.
  let timeRatio: Double

  /// The median over the rounds of the subject's processor time in the reference's.
  let cpuRatio: Double

  /// The least and the greatest ratio of times.
  let timeRatioRange: [Double]

  /// Figures of the benchmark's own.
  let notes: [String: Double]

  /// How it compares with the bars.
  var verdicts: [Verdict] = []

  init(
    _ benchmark: Benchmark, _ rounds: [Round], counted: Round?, notes: [String: Double]
  ) {
    name = benchmark.name
    self.rounds = rounds.count
    subject = Summary(
      label: benchmark.subject, rounds.map(\.subject), counted: counted?.subject)
    reference = Summary(
      label: benchmark.reference, rounds.map(\.reference), counted: counted?.reference)
    let ratios = rounds.map { $0.subject.wallPerOperation / $0.reference.wallPerOperation }
    timeRatio = ratios.median
    timeRatioRange = [ratios.min() ?? .nan, ratios.max() ?? .nan]
    cpuRatio = rounds.map { $0.subject.cpuPerOperation / $0.reference.cpuPerOperation }.median
    var notes = notes
    for name in Set(rounds.flatMap { $0.subject.notes.keys }) {
      notes[name] = rounds.compactMap { $0.subject.notes[name] }.median
      let ratios = rounds.compactMap { round in
        round.reference.notes[name].map { (round.subject.notes[name] ?? .nan) / $0 }
      }
      if !ratios.isEmpty { notes[name + " ratio"] = ratios.median }
    }
    self.notes = notes
  }

  /// The figure that a threshold speaks of.
  ///
  /// - Parameter kind: The kind of the threshold.
  /// - Returns: The figure, or `nil` if it was not measured.
  func figure(_ kind: String) -> Double? {
    switch kind {
    case "time": timeRatio
    case "cpu": cpuRatio
    case "speed": 1 / timeRatio
    case "nanoseconds": subject.nanoseconds
    case "allocations": subject.allocations
    default: notes[kind]
    }
  }
}
