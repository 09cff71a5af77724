// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a server says when to come back.
public enum WaitHint: String, Sendable, CaseIterable {
  /// It does not.
  case nothing

  /// Words where there should be a time.
  case junk

  /// `Retry-After: 30`
  case retryAfterSeconds

  /// `Retry-After: Thu, 01 Jan 2026 00:00:30 GMT`
  case retryAfterDate

  /// `Retry-After: Thursday, 01-Jan-26 00:00:30 GMT`, which is obsolete and sent.
  case retryAfterOldDate

  /// `Retry-After: Thu Jan  1 00:00:30 2026`, which is older still.
  case retryAfterOldestDate

  /// `RateLimit: "p";r=0;t=30`, the draft standard.
  case rateLimit

  /// `RateLimit: limit=100, remaining=0, reset=30`, a draft before it.
  case rateLimitList

  /// `RateLimit-Remaining: 0` and `RateLimit-Reset: 30`, a draft before that.
  case rateLimitFields

  /// `X-RateLimit-Reset: 1767225630`
  case resetSecondsSince1970

  /// `X-RateLimit-Reset: 1767225630000`
  case resetMillisecondsSince1970

  /// `X-Rate-Limit-Reset: 30`
  case resetSeconds

  /// `X-RateLimit-Reset: Thu, 01 Jan 2026 00:00:30 GMT`
  case resetDate

  /// `X-RateLimit-Reset-After: 30.0`
  case resetAfter

  /// The header lines that say it.
  ///
  /// - Parameters:
  ///   - seconds: How long to stay away.
  ///   - now: The time.
  /// - Returns: The lines, without line ends.
  public func lines(seconds: Int, now: Date) -> [String] {
    let time = now.addingTimeInterval(TimeInterval(seconds))
    let stamp = Int(time.timeIntervalSince1970)
    return switch self {
    case .nothing: []
    case .junk: ["Retry-After: soon", "X-RateLimit-Reset: NaN"]
    case .retryAfterSeconds: ["Retry-After: \(seconds)"]
    case .retryAfterDate: ["Retry-After: \(Self.date(time))"]
    case .retryAfterOldDate:
      ["Retry-After: \(Self.text(time, "EEEE, dd-MMM-yy HH:mm:ss 'GMT'"))"]
    case .retryAfterOldestDate: ["Retry-After: \(Self.oldestDate(time))"]
    case .rateLimit: [#"RateLimit-Policy: "p";q=100;w=60"#, #"RateLimit: "p";r=0;t=\#(seconds)"#]
    case .rateLimitList: ["RateLimit: limit=100, remaining=0, reset=\(seconds)"]
    case .rateLimitFields:
      ["RateLimit-Limit: 100", "RateLimit-Remaining: 0", "RateLimit-Reset: \(seconds)"]
    case .resetSecondsSince1970: Self.reset("X-RateLimit-", "Reset: \(stamp)")
    case .resetMillisecondsSince1970: Self.reset("X-RateLimit-", "Reset: \(stamp)000")
    case .resetSeconds: Self.reset("X-Rate-Limit-", "Reset: \(seconds)")
    case .resetDate: Self.reset("X-RateLimit-", "Reset: \(Self.date(time))")
    case .resetAfter: Self.reset("X-RateLimit-", "Reset-After: \(seconds).0")
    }
  }

  private static func reset(_ prefix: String, _ line: String) -> [String] {
    ["\(prefix)Limit: 100", "\(prefix)Remaining: 0", prefix + line]
  }

  private static func date(_ time: Date) -> String {
    text(time, "EEE, dd MMM yyyy HH:mm:ss 'GMT'")
  }

  /// A date whose days below 10 begin with a blank.
  private static func oldestDate(_ time: Date) -> String {
    let day = text(time, "d")
    let blank = day.count == 1 ? " " : ""
    return text(time, "EEE MMM") + " \(blank)\(day) " + text(time, "HH:mm:ss yyyy")
  }

  private static func text(_ time: Date, _ format: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = format
    return formatter.string(from: time)
  }
}
