// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How numbers and durations are written.
extension Duration {
  /// Seconds or milliseconds.
  var text: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    guard milliseconds >= 1_000 else { return "\(milliseconds) ms" }
    let hundredths = (milliseconds + 5) / 10
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) s"
  }
}

extension Int {
  /// The number with its thousands set apart.
  var grouped: String {
    guard self >= 1_000 else { return String(self) }
    return (self / 1_000).grouped + "," + String(self % 1_000 + 1_000).dropFirst()
  }
}

extension String {
  /// The text in a column of a width.
  func padded(to width: Int, isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: Swift.max(0, width - count))
    return isRight ? space + self : self + space
  }
}
