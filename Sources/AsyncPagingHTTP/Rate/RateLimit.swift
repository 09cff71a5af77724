// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// So many requests in a span of time, in whatever way the server counts them.
public struct RateLimit: Sendable, Hashable, CustomStringConvertible {
  /// How many requests, or how much of their weight.
  public let count: Int

  /// The span of time.
  public let span: Duration

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - count: How many requests, at least 1.
  ///   - span: The span of time, more than zero.
  public init(count: Int, per span: Duration) {
    precondition(count >= 1, "count is \(count), must be 1 or more")
    precondition(span > .zero, "span is \(span), must be more than zero")
    self.count = count
    self.span = span
  }

  /// A limit for each second.
  ///
  /// - Parameter count: How many requests, at least 1.
  /// - Returns: The limit.
  public static func perSecond(_ count: Int) -> RateLimit {
    RateLimit(count: count, per: .seconds(1))
  }

  /// A limit for each minute.
  ///
  /// - Parameter count: How many requests, at least 1.
  /// - Returns: The limit.
  public static func perMinute(_ count: Int) -> RateLimit {
    RateLimit(count: count, per: .seconds(60))
  }

  /// A limit for each hour.
  ///
  /// - Parameter count: How many requests, at least 1.
  /// - Returns: The limit.
  public static func perHour(_ count: Int) -> RateLimit {
    RateLimit(count: count, per: .seconds(3600))
  }

  /// The limit for a person, such as `10 per 1.0 seconds`.
  public var description: String { "\(count) per \(span)" }
}
