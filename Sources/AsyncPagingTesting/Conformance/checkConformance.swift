// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// How a source is checked.
public struct ConformanceOptions: Sendable {
  /// How many pages the source may have before it counts as endless.
  public var pageLimit: Int

  /// The limit that each request carries; `nil` leaves it to the source.
  public var limit: Int?

  /// How many calls are made at the same time.
  public var concurrency: Int

  /// How often a page is asked for that fails in a way which is worth another attempt.
  public var attempts: Int

  /// How long an answer may take before the call counts as one that never returns.
  public var patience: Duration

  /// How long a cancelled call may go on to an answer before it counts as one that did not notice.
  ///
  /// A call that ends with an error has noticed, however late within the ``patience``. What a busy
  /// machine adds is measured and granted as well.
  public var cancellationGrace: Duration

  /// What time is measured with: how long answers take, patience and grace.
  public var clock: any Clock<Duration>

  /// Says which errors are worth another attempt.
  public var classify: @Sendable (any Error) -> RetryAdvice

  /// Creates options.
  ///
  /// - Parameters:
  ///   - pageLimit: How many pages the source may have; at least 1. Default: 100.
  ///   - limit: The limit that each request carries; at least 1. Default: none.
  ///   - concurrency: How many calls are made at the same time; at least 2. Default: 4.
  ///   - attempts: How often a failing page is asked for, at once; at least 1. Default: 3.
  ///   - patience: How long an answer may take. Default: 30 seconds.
  ///   - cancellationGrace: How long a cancelled call may go on to an answer. Default: 50
  ///     milliseconds.
  ///   - clock: What time is measured with. Default: a continuous clock.
  ///   - classify: Says which errors are worth another attempt. Default: as a feed's policy does.
  public init(
    pageLimit: Int = 100, limit: Int? = nil, concurrency: Int = 4, attempts: Int = 3,
    patience: Duration = .seconds(30), cancellationGrace: Duration = .milliseconds(50),
    clock: any Clock<Duration> = ContinuousClock(),
    classify: @escaping @Sendable (any Error) -> RetryAdvice = RetryPolicy.defaultAdvice(for:)
  ) {
    precondition(pageLimit >= 1, "pageLimit is \(pageLimit), must be 1 or more")
    if let limit { precondition(limit >= 1, "limit is \(limit), must be 1 or more") }
    precondition(concurrency >= 2, "concurrency is \(concurrency), must be 2 or more")
    precondition(attempts >= 1, "attempts is \(attempts), must be 1 or more")
    self.pageLimit = pageLimit
    self.limit = limit
    self.concurrency = concurrency
    self.attempts = attempts
    self.patience = patience
    self.cancellationGrace = cancellationGrace
    self.clock = clock
    self.classify = classify
  }
}

/// Checks that a source does what a feed relies on.
///
/// It walks through all pages, asks for some of them again, one by one and at the same time, and
/// cancels a call: the calls of a walk and about 15 more, made at once and without any back-off.
/// The data should not change meanwhile. Items are told apart by their equality.
///
/// A call that does not return within the patience of the options is given up; its task is
/// cancelled and left behind. Whether a cancelled call notices is told by how it ends: with an
/// error, or soon. That can only be told of a source that takes longer than the grace of the
/// options and the machine's own delays; the report says so if it could not be.
///
/// ```swift
/// @Test func `our source conforms`() async {
///   let report = await checkConformance(of: Repositories(client: .stub))
///   #expect(report.isConforming, "\(report)")
/// }
/// ```
///
/// - Parameters:
///   - source: The source.
///   - options: How it is checked.
///   - areInOrder: Whether the second of two neighbours may follow the first. Default: the order is
///     not checked.
/// - Returns: What was found out; print it.
public func checkConformance<Item: Hashable & Sendable, Cursor>(
  of source: some PageSource<Item, Cursor>, options: ConformanceOptions = .init(),
  areInOrder: (@Sendable (Item, Item) -> Bool)? = nil
) async -> ConformanceReport {
  await checkConformance(
    of: source, identifiedBy: { $0 }, options: options, areInOrder: areInOrder)
}

/// Checks that a source does what a feed relies on, with items told apart by a key.
///
/// As for items that are `Hashable`, but an answer is the same when its keys are.
///
/// - Parameters:
///   - source: The source.
///   - key: What an item is known by.
///   - options: How it is checked.
///   - areInOrder: Whether the second of two neighbours may follow the first. Default: the order is
///     not checked.
/// - Returns: What was found out; print it.
public func checkConformance<Item: Sendable, Cursor, Key: Hashable & Sendable>(
  of source: some PageSource<Item, Cursor>, identifiedBy key: @escaping @Sendable (Item) -> Key,
  options: ConformanceOptions = .init(), areInOrder: (@Sendable (Item, Item) -> Bool)? = nil
) async -> ConformanceReport {
  var check = ConformanceCheck(
    source, options, identity: ItemIdentity(key), areInOrder: areInOrder)
  return await check.run()
}

/// Checks that a source does what a feed relies on, without looking at its items.
///
/// As for items that are `Hashable`, but answers are compared by their cursors and the number of
/// their items, and overlap is not checked.
///
/// - Parameters:
///   - source: The source.
///   - options: How it is checked.
///   - areInOrder: Whether the second of two neighbours may follow the first. Default: the order is
///     not checked.
/// - Returns: What was found out; print it.
public func checkConformance<Item: Sendable, Cursor>(
  of source: some PageSource<Item, Cursor>, options: ConformanceOptions = .init(),
  areInOrder: (@Sendable (Item, Item) -> Bool)? = nil
) async -> ConformanceReport {
  var check = ConformanceCheck(source, options, identity: nil, areInOrder: areInOrder)
  return await check.run()
}
