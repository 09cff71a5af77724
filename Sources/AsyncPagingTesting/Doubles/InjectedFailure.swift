// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a double that was told to fail.
///
/// A feed's default policy tries it again.
public struct InjectedFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of the call that failed among the calls for the same cursor, from 1.
  public let call: Int

  /// Creates the error; tests may want this one.
  ///
  /// - Parameter call: The number of the call among those for the same cursor.
  public init(call: Int) {
    self.call = call
  }

  /// Which call failed.
  public var description: String { "call \(call) for its cursor was made to fail" }
}

extension SeededGenerator {
  /// A generator for one call: the same for the same seed, text and number, in every process.
  ///
  /// Hash values would differ from process to process.
  init(seed: UInt64, text: String, call: Int) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mixer = SeededGenerator(seed: seed ^ hash)
    self.init(seed: mixer.next() &+ UInt64(truncatingIfNeeded: call) &* 0xD134_2543_DE82_EF95)
  }
}

extension ClosedRange<Duration> {
  /// A duration of the range.
  func random(using generator: inout SeededGenerator) -> Duration {
    lowerBound + (upperBound - lowerBound) * Double.random(in: 0...1, using: &generator)
  }
}
