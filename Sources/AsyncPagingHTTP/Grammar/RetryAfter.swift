// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The field `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// How long a server wants to be left alone.
  ///
  /// Seconds are ASCII digits. A fraction is no part of the grammar, but is sent: `1.5` and `2.0`
  /// are 2 seconds, because to come too early is worse than too late. Dates have the three forms of
  /// ``HTTPDate``; one of the past is no wait. Where several values were joined by commas the
  /// longest counts. Everything else is left out: signs, units (`1500 ms`), `NaN`, nothing.
  ///
  /// - Parameters:
  ///   - lines: The values of the field, one for each line.
  ///   - now: The time.
  /// - Returns: The wait, ``Duration/longerThanAnything`` at most; `nil` if no value is valid.
  package static func wait(_ lines: [String], now: Date) -> Duration? {
    lines.compactMap { wait($0, now: now) }.max()
  }

  private static func wait(_ line: String, now: Date) -> Duration? {
    let parts = line.parts(at: .comma).map(\.trimmingBlanks)
    let waits = parts.indices.compactMap { index -> Duration? in
      if let number = FieldNumber(parts[index]) {
        return min(.seconds(number.roundedUp), .longerThanAnything)
      }
      // Two of the three forms have a comma after the day of the week.
      let date =
        HTTPDate.date(from: parts[index], now: now)
        ?? parts[index...].dropFirst().first.flatMap {
          HTTPDate.date(from: "\(parts[index]), \($0)", now: now)
        }
      return date.map { Duration(from: now, to: $0) }
    }
    return waits.max()
  }
}

extension HTTPFields {
  /// How long a server wants to be left alone after an answer that it refused.
  ///
  /// `Retry-After` counts if it is there and valid, whatever the status. Otherwise it is the time
  /// up to the reset of a limit of which nothing remains (see ``rateLimits(now:)``), the longest
  /// one if there are several; with 429 also of a limit that does not say what remains.
  ///
  /// - Parameters:
  ///   - status: The status of the answer.
  ///   - now: The time.
  /// - Returns: The wait, ``Duration/longerThanAnything`` at most; `nil` if the server does not
  ///   say, or if the reset is over.
  package func serverWait(for status: Int, now: Date) -> Duration? {
    if let wait = RetryAfter.wait(values(of: "Retry-After"), now: now) { return wait }
    guard status >= 400 else { return nil }
    let limits = rateLimits(now: now)
    var telling = limits.filter { $0.remaining == 0 }
    if telling.isEmpty, status == 429 { telling = limits.filter { $0.remaining == nil } }
    return telling.compactMap(\.resetAfter).filter { $0 > .zero }.max()
  }
}

extension Substring {
  /// The text without blanks and tabs at its ends.
  var trimmingBlanks: Substring {
    var bytes = utf8.drop(while: \.isBlank)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    return Substring(bytes)
  }
}
