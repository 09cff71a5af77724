// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What it means when there is no ordinary cursor in an answer.
///
/// Services contradict each other: an empty text is the end for most, and a cursor for some; zero
/// is an offset for some, and the end for others.
public struct CursorMarks: Sendable, Hashable {
  /// What a value stands for.
  public enum Meaning: Sendable, Hashable {
    /// Nothing follows.
    case end

    /// It is a cursor like any other.
    case cursor

    /// The answer is wrong: ``HTTPError/Code/inconsistent``.
    case error
  }

  /// What `null` means.
  ///
  /// Default: the end.
  public var null: Meaning

  /// What it means if there is nothing at all.
  ///
  /// Default: the end.
  ///
  /// Nothing cannot be a cursor; `.cursor` counts as an error.
  public var missing: Meaning

  /// What an empty text means.
  ///
  /// Default: the end.
  public var empty: Meaning

  /// What the number 0 and the text `"0"` mean.
  ///
  /// Default: a cursor.
  public var zero: Meaning

  /// Creates marks.
  ///
  /// - Parameters:
  ///   - null: What `null` means. Default: the end.
  ///   - missing: What it means if there is nothing. Default: the end.
  ///   - empty: What an empty text means. Default: the end.
  ///   - zero: What the number 0 and the text `"0"` mean. Default: a cursor.
  public init(
    null: Meaning = .end, missing: Meaning = .end, empty: Meaning = .end, zero: Meaning = .cursor
  ) {
    self.null = null
    self.missing = missing
    self.empty = empty
    self.zero = zero
  }

  /// The cursor that a value is.
  ///
  /// - Parameters:
  ///   - value: What is in the answer; `nil` if nothing.
  ///   - name: What to call the place in an error.
  /// - Returns: The cursor, or `nil` at the end.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/inconsistent``.
  func cursor(in value: JSON?, of name: String) throws(HTTPError) -> JSON? {
    let (meaning, what): (Meaning, String) =
      switch value {
      case nil: (missing == .cursor ? .error : missing, "missing")
      case .null?: (null == .cursor ? .error : null, "null")
      case .string("")?: (empty, "an empty text")
      case .string("0")?, .number(0)?: (zero, "zero")
      default: (.cursor, "")
      }
    switch meaning {
    case .end: return nil
    case .cursor: return value
    case .error: throw HTTPError(.inconsistent, "\(name) is \(what), which is no cursor here")
    }
  }
}
