// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a server answers that counts pages or items: items, and what it says of the whole.
///
/// ```swift
/// let films = PageNumberSource(first: 1) { number, limit in
///   let answer = try await client.upcoming(page: number)
///   return Batch(answer.results, totalPages: answer.totalPages)
/// }
/// ```
public struct Batch<Item: Sendable>: Sendable {
  /// The items, in order.
  public var items: [Item]

  /// How many items there are in all, if the server says so.
  public var totalCount: Int?

  /// How many pages there are in all, if the server says so.
  ///
  /// 0 or less beside items counts as unknown.
  public var totalPages: Int?

  /// Whether more follows, if the server says so.
  ///
  /// An empty page that goes on leaves an offset or a key where it is; ``CycleRule`` then decides.
  /// `true` outweighs a short or empty page.
  public var hasNext: Bool?

  /// How many items the server puts on a page, if it says so; the short-page rule goes by it.
  public var pageSize: Int?

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - totalCount: How many items there are in all, if known.
  ///   - totalPages: How many pages there are in all, if known.
  ///   - hasNext: Whether more follows, if known.
  ///   - pageSize: How many items the server puts on a page, if known.
  public init(
    _ items: [Item], totalCount: Int? = nil, totalPages: Int? = nil, hasNext: Bool? = nil,
    pageSize: Int? = nil
  ) {
    self.items = items
    self.totalCount = totalCount
    self.totalPages = totalPages
    self.hasNext = hasNext
    self.pageSize = pageSize
  }
}

/// By what a source that counts pages or items knows its end.
public struct EndRules: OptionSet, Sendable, Hashable {
  /// The rules as bits.
  public let rawValue: Int

  /// Creates a set of rules from bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A page without items is the last one.
  public static let emptyPage = EndRules(rawValue: 1)

  /// A page with fewer items than asked for is the last one.
  ///
  /// Only for servers that never cut a page short and never answer less than the limit.
  public static let shortPage = EndRules(rawValue: 2)

  /// The page with which as many items, or pages, have come as the server says there are is the
  /// last one; it saves the request for an empty page.
  public static let total = EndRules(rawValue: 4)

  /// By an empty page or the total.
  public static let standard: EndRules = [.emptyPage, .total]

  /// Traps on an empty set: a walk without any rule would never end.
  package func checked() -> EndRules {
    precondition(!isEmpty, "endRules is empty, must hold a rule by which the data ends")
    return self
  }

  /// Why the data ends with a batch, if it does.
  ///
  /// - Parameters:
  ///   - batch: What came.
  ///   - received: How many items have come, this batch included.
  ///   - pages: How many pages have come, this one included, if pages are counted.
  ///   - limit: How many items were asked for.
  ///   - isLowered: Whether that is fewer than usual, because no more are wanted.
  /// - Returns: The reason, or `nil` when more may follow.
  package func endReason<Item>(
    _ batch: Batch<Item>, received: Int, pages: Int? = nil, limit: Int?, isLowered: Bool = false
  ) -> EndReason? {
    if batch.hasNext == false { return .flag }
    if batch.hasNext == true { return nil }
    if contains(.total) {
      // A total of nothing beside items is no total: servers send 0 or -1 for "unknown".
      if let total = batch.totalCount, received >= total,
        received == total || (total > 0 && !batch.items.isEmpty)
      {
        return .totalReached
      }
      if let total = batch.totalPages, let pages, pages >= total,
        total > 0 || (total == 0 && received == 0)
      {
        return .totalReached
      }
    }
    if contains(.emptyPage), batch.items.isEmpty { return .emptyPage }
    let size = isLowered ? limit : batch.pageSize ?? limit
    if contains(.shortPage), let size, batch.items.count < min(size, batch.pageSize ?? size) {
      return .shortPage
    }
    return nil
  }
}

/// A cursor that also carries how many items came before it, so that totals can be reached.
///
/// Two of them are equal when their values are: a server that goes in circles is found out although
/// the count goes up.
public struct CountedCursor<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What to ask for.
  public var value: Value

  /// How many items came before.
  public var received: Int

  /// Creates a cursor.
  ///
  /// - Parameters:
  ///   - value: What to ask for.
  ///   - received: How many items came before.
  public init(_ value: Value, received: Int) {
    self.value = value
    self.received = received
  }

  /// Whether two cursors ask for the same.
  ///
  /// - Parameters:
  ///   - left: A cursor.
  ///   - right: Another one.
  /// - Returns: Whether their values are equal.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  /// Hashes the value alone.
  ///
  /// - Parameter hasher: Takes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension CountedCursor: Codable where Value: Codable {}

extension Int {
  /// This number and another, for counts that come out of a stored cursor.
  func adding(_ other: Int) throws(FeedError) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    guard !isTooLarge else {
      throw FeedError(code: .invalidResumePoint, detail: "its cursor counts beyond any list")
    }
    return sum
  }
}
