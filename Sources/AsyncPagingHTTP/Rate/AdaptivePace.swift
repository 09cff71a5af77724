// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pace after a throttle: seven tenths of what was too fast, then up again along a cubic.
///
/// The curve is that of CUBIC congestion control (RFC 9438): it rises quickly, stays for a while
/// near the rate at which the server throttled, and then tries for more. There is no burst: each
/// request pays for the time until the next, so nothing is ever owed.
package struct AdaptivePace: Hashable, Sendable {
  /// What a throttle leaves of the rate.
  static let reduction = 0.7

  /// How steep the curve is, in requests per second to the third.
  static let steepness = 0.4

  /// The slowest rate that is too fast, in requests per second.
  static let lowestCeiling = 0.1

  /// The rate at which the server throttled, in requests per second.
  package let ceiling: Double

  /// When the curve begins.
  let start: Duration

  /// When the next request may go.
  package private(set) var free: Duration

  /// Whether a request has gone since the throttle.
  private(set) var isUsed = false

  /// The pace from a moment on.
  ///
  /// - Parameters:
  ///   - ceiling: The rate at which the server throttled, in requests per second.
  ///   - start: When the pace begins: at the throttle, or when the server's hint is over.
  ///   - isDue: Whether the first request may go at once.
  package init(ceiling: Double, from start: Duration, isDue: Bool = false) {
    self.ceiling = max(ceiling, Self.lowestCeiling)
    self.start = start
    free = start
    if !isDue { free = moment(ofSending: 1, from: start) }
  }

  /// The pace that was too fast: what was sent of late.
  ///
  /// - Parameters:
  ///   - sent: What was sent in the last two seconds or so.
  ///   - now: The moment of the throttle.
  /// - Returns: Requests per second, at least one.
  static func measured(_ sent: SpentTokens, at now: Duration) -> Double {
    guard let oldest = sent.entries.first else { return 1 }
    return max(1, Double(sent.total) / max(1, (now - oldest.first) / .seconds(1)))
  }

  /// Requests per second at a moment.
  package func rate(at now: Duration) -> Double {
    let rise = max(now - start, .zero) / .seconds(1) * scale - plateau
    return scale * (Self.steepness * rise * rise * rise + ceiling / scale)
  }

  /// Whether the rate is so far above what was too fast that it limits nothing any more.
  package func isOver(at now: Duration) -> Bool { free <= now && rate(at: now) >= 2 * ceiling }

  /// Counts a request that is about to be sent.
  package mutating func take(_ weight: Int, at now: Duration) {
    free = moment(ofSending: Double(weight), from: now)
    isUsed = true
  }

  /// The curve is as wide for slow rates, counted in requests, as it is for one per second.
  private var scale: Double { min(ceiling, 1) }

  /// When the rate is back, in the time of the curve.
  private var plateau: Double {
    cbrt(ceiling / scale * (1 - Self.reduction) / Self.steepness)
  }

  /// When so much can have been sent at the pace of the curve.
  private func moment(ofSending weight: Double, from now: Duration) -> Duration {
    // The rate only grows, so at the present one it takes longest.
    var bounds = (low: 0.0, high: weight / rate(at: now))
    let base = (now - start) / .seconds(1)
    for _ in 0..<50 {
      let middle = (bounds.low + bounds.high) / 2
      if sent(from: base, to: base + middle) < weight {
        bounds.low = middle
      } else {
        bounds.high = middle
      }
    }
    return now + .seconds(min(bounds.high, ServerQuota.longestBelief / .seconds(1)))
  }

  /// The area below the curve.
  private func sent(from low: Double, to high: Double) -> Double {
    func area(_ time: Double) -> Double {
      let rise = time * scale - plateau
      return Self.steepness / 4 * rise * rise * rise * rise + ceiling * time
    }
    return area(high) - area(low)
  }
}
