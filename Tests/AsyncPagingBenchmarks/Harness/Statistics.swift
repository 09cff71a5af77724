// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Array where Element == Double {
  /// The value in the middle, or between the two in the middle; not a number if there is none.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

extension Double {
  /// The number with so many digits behind the point.
  func formatted(digits: Int) -> String {
    guard isFinite else { return "–" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let rounded = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 && rounded > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(rounded)" }
    let fraction = String(rounded % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(rounded / scale).\(zeros)\(fraction)"
  }

  /// The number with about three digits that count.
  var short: String {
    switch magnitude {
    case ..<0.095 where self != 0: formatted(digits: 4)
    case ..<10: formatted(digits: 2)
    case ..<100: formatted(digits: 1)
    default: formatted(digits: 0)
    }
  }
}
