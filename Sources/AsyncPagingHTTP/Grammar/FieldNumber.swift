// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A number of a header field: digits, and a fraction perhaps, without sign and exponent.
///
/// It never overflows: what is too large is as large as can be.
struct FieldNumber {
  /// What every larger number is taken for; as milliseconds it is more than 30,000 years.
  private static let most = 1_000_000_000_000_000

  /// The whole part.
  let whole: Int

  /// The fraction in thousandths, rounded up: 0 to 1000.
  let thousandths: Int

  /// The next whole number, or the number itself if it is one.
  var roundedUp: Int { thousandths > 0 ? whole + 1 : whole }

  /// As many seconds, to the millisecond, rounded up.
  var seconds: Duration {
    whole >= Self.most
      ? .longerThanAnything
      : min(.seconds(whole) + .milliseconds(thousandths), .longerThanAnything)
  }

  /// Reads a number.
  ///
  /// - Parameter text: The text; `nil` comes of one that has anything but digits and one point with
  ///   digits on both sides.
  init?(_ text: some StringProtocol) {
    let parts = text.parts(at: UInt8(ascii: "."), maxSplits: 1)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      let digits = parts.first
    else { return nil }
    whole = digits.utf8.reduce(0) { min($0 * 10 + Int($1 - 0x30), Self.most) }
    let fraction = parts.dropFirst().first.map { Array($0.utf8) } ?? []
    let kept = (fraction + [0x30, 0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    thousandths = kept + (fraction.dropFirst(3).contains { $0 != 0x30 } ? 1 : 0)
  }
}

extension Duration {
  /// A wait longer than any that is allowed: 100 years.
  ///
  /// What a server asks for beyond it is taken for it, so that sums do not overflow.
  package static let longerThanAnything = Duration.seconds(100 * 31_557_600)

  /// The time from one moment to another, to the millisecond, rounded up.
  ///
  /// - Parameters:
  ///   - start: The moment from which on.
  ///   - end: The other one; if it is not later, the time is zero.
  init(from start: Date, to end: Date) {
    let seconds = end.timeIntervalSince(start)
    if seconds < 100 * 31_557_600 {
      self = .milliseconds(Int(max(0, seconds * 1000).rounded(.up)))
    } else {
      self = .longerThanAnything
    }
  }
}
