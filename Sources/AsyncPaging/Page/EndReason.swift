// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Why the data ended.
///
/// The last page carries it, and so does the lane that ended. New reasons may be added, so this is
/// a value with named members rather than an enumeration.
public struct EndReason: Sendable, Hashable, CustomStringConvertible {
  private enum Value: String, Sendable {
    case noNextCursor, emptyPage, shortPage, totalReached, flag, stopRule, limit, repeatedCursor
  }

  private let value: Value

  /// The page had no next cursor.
  public static let noNextCursor = EndReason(value: .noNextCursor)

  /// A source that counts pages or offsets got a page without items.
  public static let emptyPage = EndReason(value: .emptyPage)

  /// A page held fewer items than were asked for, and the source was told that this ends it.
  public static let shortPage = EndReason(value: .shortPage)

  /// As many items have come as the server said there are.
  public static let totalReached = EndReason(value: .totalReached)

  /// The server said that nothing more follows, beside or instead of a cursor.
  public static let flag = EndReason(value: .flag)

  /// The caller's own rule said that no later item is wanted.
  public static let stopRule = EndReason(value: .stopRule)

  /// A limit on items or pages was reached.
  public static let limit = EndReason(value: .limit)

  /// The next cursor was used before, and the rule for that is ``CycleRule/ends``.
  public static let repeatedCursor = EndReason(value: .repeatedCursor)

  /// The name of the reason, such as `noNextCursor`.
  public var description: String { value.rawValue }
}
