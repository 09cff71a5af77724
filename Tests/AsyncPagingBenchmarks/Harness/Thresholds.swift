// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkProbes
import Foundation

/// What one figure of a benchmark may be.
struct Threshold: Codable {
  /// Which figure: `time` and `cpu` (ratios to the reference), `speed` (the inverse of `time`),
  /// `nanoseconds` or `allocations` of an operation, or a figure of the benchmark's own.
  let kind: String

  /// The bar: the figure shall be at most this.
  var most: Double?

  /// The bar: the figure shall be at least this.
  var least: Double?

  /// Where a check fails: the bar itself for what is steady, further off for times.
  let gate: Double
}

/// How a figure compares with its bar.
struct Verdict: Codable {
  /// The threshold.
  let threshold: Threshold

  /// The figure; `nil` if it cannot be measured here.
  let value: Double?

  /// Whether it misses the bar.
  var isOverBar: Bool { isOver(threshold.most ?? threshold.least) }

  /// Whether a check fails.
  var isOverGate: Bool { isOver(threshold.gate) }

  private func isOver(_ bound: Double?) -> Bool {
    guard let bound else { return false }
    // A figure that is missing where everything can be measured has been misspelt.
    guard let value else { return benchmark_counts_allocations() }
    guard value.isFinite else { return true }
    return threshold.least == nil ? value > bound : value < bound
  }

  /// The bar as it stands in the table.
  var bar: String {
    let bound = (threshold.most ?? threshold.least).map(\.short) ?? "–"
    return "\(threshold.kind) \(threshold.least == nil ? "≤" : "≥") \(bound)"
  }

  /// One word.
  var word: String { isOverBar ? "over" : value == nil ? "not measured" : "ok" }
}

/// The thresholds that are kept in the repository, by the benchmarks' names.
struct Thresholds {
  private let limits: [String: [Threshold]]

  /// Reads the file that lies beside the sources.
  ///
  /// - Parameter benchmarks: The names of all benchmarks.
  /// - Throws: When it is not there, not readable, or speaks of other benchmarks.
  init(for benchmarks: some Sequence<String>) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "thresholds.json"))
    limits = try JSONDecoder().decode([String: [Threshold]].self, from: data)
    let unknown = Set(limits.keys).subtracting(benchmarks).sorted()
    guard unknown.isEmpty else {
      throw WrongResult(description: "thresholds.json knows of \(unknown), which are not there")
    }
  }

  /// Compares figures with their bars.
  ///
  /// - Parameter measurement: The figures.
  /// - Returns: One verdict for each threshold.
  func verdicts(on measurement: Measurement) -> [Verdict] {
    (limits[measurement.name] ?? []).map {
      Verdict(threshold: $0, value: measurement.figure($0.kind))
    }
  }
}
