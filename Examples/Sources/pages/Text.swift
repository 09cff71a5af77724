// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How numbers and times are written.
extension Duration {
  /// Seconds with one digit, minutes beyond.
  var text: String {
    let seconds = self / .seconds(1)
    if seconds >= 120 { return "\(Int((seconds / 60).rounded())) min" }
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension Int {
  /// The number with its thousands set apart.
  var grouped: String {
    guard self >= 1_000 else { return String(self) }
    return (self / 1_000).grouped + "," + String(self % 1_000 + 1_000).dropFirst()
  }

  /// The number and what it counts.
  func counting(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
