// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The measurements as lines that a person can read.
struct Table {
  private static let widths = [26, 11, 11, 11, 8, 8, 9]

  /// The heading.
  static let heading =
    line(["ns an operation", "subject", "minimum", "reference", "time", "cpu", "allocs"])
    + "  bar"

  /// One measurement: its times and its first bar, then its other bars.
  ///
  /// - Parameter measurement: What to show.
  /// - Returns: Lines without the last line break.
  static func lines(for measurement: Measurement) -> String {
    let subject = measurement.subject
    let first = line([
      measurement.name, subject.nanoseconds.short, subject.minimum.short,
      measurement.reference.nanoseconds.short, measurement.timeRatio.short,
      measurement.cpuRatio.short, subject.allocations?.short ?? "–",
    ])
    let rest = String(repeating: " ", count: first.count)
    let bars = measurement.verdicts.map { verdict in
      "  \(verdict.bar)".padded(to: 36) + (verdict.value?.short ?? "–").padded(to: 10)
        + verdict.word
    }
    let lines = bars.enumerated().map { $0.offset == 0 ? first + $0.element : rest + $0.element }
    let table = lines.isEmpty ? first : lines.joined(separator: "\n")
    var remarks = ["\(subject.label), against \(measurement.reference.label)"]
    if measurement.rounds < 7 { remarks.append("\(measurement.rounds) rounds only") }
    for (name, value) in measurement.notes.sorted(by: { $0.key < $1.key }) {
      remarks.append("\(name) \(value.short)")
    }
    return table + "\n  " + remarks.joined(separator: "; ")
  }

  private static func line(_ cells: [String]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      index == 0 ? cell.0.padded(to: cell.1) : cell.0.padded(to: -cell.1)
    }.joined()
  }
}

extension String {
  /// The text filled up with spaces behind it, or before it if the width is negative.
  func padded(to width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? space + self : self + space
  }
}
