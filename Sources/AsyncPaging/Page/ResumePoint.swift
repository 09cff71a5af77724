// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where to go on: a page, and how many of its items have been consumed.
///
/// Every page gives the point after it (``Page/resumePoint``) and the points inside it
/// (``Page/resumePoint(consuming:)``). Going on from a point yields exactly what had not been
/// consumed. It is `Codable` when the cursor is, so a service can store it and go on after a
/// restart; it holds the cursor, so treat a stored one as the secret that the cursor is.
public struct ResumePoint<Cursor: Hashable & Sendable>: Sendable, Hashable {
  /// The version of the encoded form that this library writes.
  public static var currentVersion: Int { 1 }

  /// The cursor of the page to ask for; `nil` for the start.
  public let cursor: Cursor?

  /// How many items of that page have been consumed, from 0.
  ///
  /// The page is asked for again as it was: with a limit that is smaller than this count, a source
  /// that counts items would deliver some of them once more.
  public let consumedCount: Int

  /// The number of that page in its generation, from 0.
  public let index: Int

  /// What the query was; a feed or walk of another query refuses the point.
  public let fingerprint: String

  /// Whether the page before the point was the last one, so that nothing was known to follow.
  public let isAtEnd: Bool

  /// Creates a point by hand; normally a page gives it.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page to ask for; `nil` for the start.
  ///   - consumedCount: How many items of that page have been consumed.
  ///   - index: The number of that page, from 0.
  ///   - fingerprint: What the query is, as in ``FeedConfiguration/fingerprint``.
  ///   - isAtEnd: Whether nothing was known to follow the point.
  public init(
    cursor: Cursor?, consumedCount: Int = 0, index: Int = 0, fingerprint: String = "",
    isAtEnd: Bool = false
  ) {
    precondition(consumedCount >= 0, "consumedCount is \(consumedCount), must be 0 or more")
    precondition(index >= 0, "index is \(index), must be 0 or more")
    self.cursor = cursor
    // Beyond any list, and never near an overflow.
    self.consumedCount = min(consumedCount, .max / 2)
    self.index = min(index, .max / 2)
    self.fingerprint = fingerprint
    self.isAtEnd = isAtEnd
  }
}

extension ResumePoint {
  /// Refuses a point that belongs to another query.
  @usableFromInline func check(fingerprint expected: String) throws(FeedError) {
    guard fingerprint == expected else {
      throw FeedError(code: .invalidResumePoint, detail: "it belongs to another query")
    }
  }
}

extension Page {
  /// The point after this page: what comes next is the page that follows it.
  ///
  /// On the last page it is the point behind its last item, from which a list that has grown goes
  /// on.
  public var resumePoint: ResumePoint<Cursor> {
    let isAtEnd = endReason != nil && endReason != .limit
    if let next, !place.closesCycle {
      return ResumePoint(
        cursor: next, index: index + 1, fingerprint: place.fingerprint, isAtEnd: isAtEnd)
    }
    return ResumePoint(
      cursor: cursor, consumedCount: skippedCount + items.count, index: index,
      fingerprint: place.fingerprint, isAtEnd: isAtEnd)
  }

  /// The point inside this page after its first `count` items.
  ///
  /// - Parameter count: How many items of this page have been consumed, from 0 to all of them.
  /// - Returns: The point to go on from.
  public func resumePoint(consuming count: Int) -> ResumePoint<Cursor> {
    precondition(
      (0...items.count).contains(count), "count is \(count), must be in 0...\(items.count)")
    return ResumePoint(
      cursor: cursor, consumedCount: skippedCount + count, index: index,
      fingerprint: place.fingerprint)
  }
}

extension ResumePoint: Codable where Cursor: Codable {
  private enum Key: String, CodingKey {
    case version, cursor, consumedCount, index, fingerprint, isAtEnd
  }

  /// Reads a stored point.
  ///
  /// - Parameter decoder: What to read from.
  /// - Throws: ``FeedError`` with code `invalidResumePoint` when the text is damaged, of an unknown
  ///   version, or of another cursor type. The text itself is not quoted.
  public init(from decoder: any Decoder) throws {
    do {
      let container = try decoder.container(keyedBy: Key.self)
      let version = try container.decode(Int.self, forKey: .version)
      guard version == Self.currentVersion else {
        throw FeedError(
          code: .invalidResumePoint,
          detail: "its version is \(version), this library reads \(Self.currentVersion)")
      }
      let consumedCount = try container.decode(Int.self, forKey: .consumedCount)
      let index = try container.decode(Int.self, forKey: .index)
      guard [consumedCount, index].allSatisfy((0...Int.max / 2).contains) else {
        throw FeedError(code: .invalidResumePoint, detail: "its counts are out of range")
      }
      // A cursor that was lost must not be taken for the start.
      guard container.contains(.cursor) else {
        throw FeedError(code: .invalidResumePoint, detail: "it names no cursor, not even the start")
      }
      self.init(
        cursor: try container.decodeIfPresent(Cursor.self, forKey: .cursor),
        consumedCount: consumedCount, index: index,
        fingerprint: try container.decode(String.self, forKey: .fingerprint),
        isAtEnd: try container.decode(Bool.self, forKey: .isAtEnd))
    } catch let error as FeedError {
      throw error
    } catch {
      throw FeedError(code: .invalidResumePoint, detail: "it is damaged", underlying: error)
    }
  }

  /// Writes the point with its version.
  ///
  /// - Parameter encoder: What to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.currentVersion, forKey: .version)
    try container.encode(cursor, forKey: .cursor)
    try container.encode(consumedCount, forKey: .consumedCount)
    try container.encode(index, forKey: .index)
    try container.encode(fingerprint, forKey: .fingerprint)
    try container.encode(isAtEnd, forKey: .isAtEnd)
  }
}
