// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

@testable import AsyncPagingHTTP

/// Each line is a line of `Retry-After`.
///
/// - No wait is negative or beyond all limits.
/// - The longest of all lines counts, also where they were joined to one.
/// - Digits alone are seconds.
func check(_ input: FuzzInput) {
  let all = RetryAfter.wait(input.lines, now: now)
  require(
    all ?? .zero >= .zero && all ?? .zero <= .longerThanAnything,
    "the wait \(String(describing: all))")
  let each = input.lines.map { RetryAfter.wait([$0], now: now) }
  require(each.compactMap { $0 }.max() == all, "\(each) come to \(String(describing: all))")
  let joined = RetryAfter.wait([input.lines.joined(separator: ", ")], now: now)
  if let all { require(joined ?? .zero >= all, "joined it is \(String(describing: joined))") }
  for (line, wait) in zip(input.lines, each) where line.utf8.allSatisfy({ $0.isDigit }) {
    guard let seconds = Int(line), seconds < 3_000_000_000 else { continue }
    require(wait == .seconds(seconds), "\(line) is \(String(describing: wait))")
  }
}
