// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// A server in memory whose data changes between pages, served in the usual styles.
///
/// Its items are in an order of the server's own, and each carries the version of the data in which
/// it was written. Tests change the data at once (``apply(_:)``), after an answer
/// (``schedule(_:afterAnswer:)``), or leave it to the ``ServerConditions``. Any number of sources,
/// of any style, share one server.
///
/// ```swift
/// let server = SimulatedServer(itemCount: 30, pageSize: 10)
/// let feed = Feed(server.offsetSource())
/// try await feed.loadNext()
/// server.apply(.insert(at: 0))
/// let page = try await feed.loadNext()     // repeats the last item of the first page
/// ```
public final class SimulatedServer: Sendable {
  /// What the server's pages hold.
  public struct Item: Sendable, Hashable {
    /// What it is known by; never used again after it was deleted.
    public let id: Int

    /// The version of the data in which it was written.
    public let version: Int
  }

  /// A change of the data.
  public enum Change: Sendable, Hashable {
    /// A new item comes in before the one at an index; below zero, at the front; beyond the last
    /// one, at the end.
    case insert(at: Int)

    /// The item at an index goes; where there is none, none.
    case delete(at: Int)

    /// Everything is written anew, in the next version.
    case publish
  }

  /// What one call asked for.
  public enum Position: Sendable, Hashable, CustomStringConvertible {
    /// The page with a number, from 1.
    case page(Int)

    /// The items from an offset on.
    case offset(Int)

    /// The items after the one with an id; `nil` for the first ones.
    case after(Int?)

    /// The items at an opaque cursor; `nil` for the first ones.
    case cursor(String?)

    /// What was asked for, in a word and a number.
    public var description: String {
      switch self {
      case .page(let number): "page \(number)"
      case .offset(let offset): "offset \(offset)"
      case .after(let id): id.map { "after \($0)" } ?? "start"
      case .cursor(let cursor): cursor.map { "cursor \($0)" } ?? "start"
      }
    }
  }

  /// A cursor that the server does not know, or no longer.
  public struct UnknownCursor: RetryAdvising, Sendable, Hashable {
    /// Creates the error.
    public init() {}

    /// The answer would be the same.
    public var retryAdvice: RetryAdvice { .never }
  }

  private let pageSize: Int
  private let announcesTotal: Bool
  private let expiresCursors: Bool
  private let conditions: ServerConditions
  private let state: Locked<ServerState>

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - itemCount: How many items it has, with the ids from 0; at least 0.
  ///   - pageSize: How many items it puts on a page when nobody asks for fewer; at least 1.
  ///   - announcesTotal: Whether it says how many items there are. Default: no.
  ///   - expiresCursors: Whether ``Change/publish`` makes the cursors handed out before unknown.
  ///     Default: no.
  ///   - conditions: How each call is treated. Default: it is answered at once.
  public init(
    itemCount: Int, pageSize: Int = 10, announcesTotal: Bool = false, expiresCursors: Bool = false,
    conditions: ServerConditions = .calm
  ) {
    precondition(itemCount >= 0, "itemCount is \(itemCount), must be 0 or more")
    precondition(pageSize >= 1, "pageSize is \(pageSize), must be 1 or more")
    self.pageSize = pageSize
    self.announcesTotal = announcesTotal
    self.expiresCursors = expiresCursors
    self.conditions = conditions
    state = Locked(ServerState(itemCount: itemCount))
  }

  // MARK: - Data

  /// The items there are now, in order.
  public var items: [Item] { state.withLock { $0.items } }

  /// How often the data was published anew.
  public var version: Int { state.withLock { $0.version } }

  /// Changes the data now.
  ///
  /// - Parameter change: What happens.
  public func apply(_ change: Change) { state.withLock { $0.apply(change) } }

  /// Changes the data right after an answer was read from it.
  ///
  /// - Parameters:
  ///   - change: What happens.
  ///   - count: The number of the answer, from 1, over all styles. One that was read already
  ///     changes nothing any more.
  public func schedule(_ change: Change, afterAnswer count: Int) {
    state.withLock { $0.scheduled[count, default: []].append(change) }
  }

  // MARK: - Calls

  /// What was asked for so far, in the order of arrival.
  public var calls: [Position] { state.withLock { $0.calls } }

  /// How often a position was asked for.
  ///
  /// - Parameter position: The position.
  /// - Returns: The number of calls.
  public func callCount(of position: Position) -> Int {
    state.withLock { $0.counts[position] ?? 0 }
  }

  /// How many calls ran at the same time at most.
  public var highestConcurrency: Int { state.withLock { $0.highestConcurrency } }

  /// Answers one call.
  private func answer(_ position: Position, limit: Int?) async throws -> ServerState.Slice {
    let call = state.withLock { $0.enter(position) }
    defer { state.withLock { $0.running -= 1 } }
    let weather = conditions.arrive(position.description, call)
    if let change = weather.change { apply(change) }
    guard !weather.fails else {
      try await conditions.travel(position.description, call)
      throw InjectedFailure(call: call)
    }
    let slice = state.withLock { state in
      state.read(position, count: min(limit ?? pageSize, pageSize), expiresCursors: expiresCursors)
    }
    // The answer is on its way; what happens now is not in it.
    try await conditions.travel(position.description, call)
    guard let slice else { throw UnknownCursor() }
    return slice
  }

  private func batch(_ position: Position, limit: Int?) async throws -> Batch<Item> {
    let slice = try await answer(position, limit: limit)
    return Batch(slice.items, totalCount: announcesTotal ? slice.totalCount : nil)
  }

  // MARK: - Styles

  /// A source that asks for pages by number.
  ///
  /// - Returns: The source.
  public func pageSource() -> PageNumberSource<Item> {
    PageNumberSource(limit: pageSize) { number, _ in
      try await self.batch(.page(number), limit: nil)
    }
  }

  /// A source that asks with an offset and a limit.
  ///
  /// - Returns: The source.
  public func offsetSource() -> OffsetSource<Item> {
    OffsetSource(limit: pageSize) { offset, limit in
      try await self.batch(.offset(offset), limit: limit)
    }
  }

  /// A source that asks for what comes after the last item, also when that item is gone.
  ///
  /// - Returns: The source.
  public func keysetSource() -> KeysetSource<Item, Int> {
    KeysetSource(after: \Item.id, limit: pageSize) { id, limit in
      try await self.batch(.after(id), limit: limit)
    }
  }

  /// A source that asks with an opaque cursor, which stands behind an item; the last page has none.
  ///
  /// - Returns: The source.
  public func cursorSource() -> CursorSource<Item, String> {
    CursorSource(limit: pageSize) { cursor, limit -> Page<Item, String> in
      let slice = try await self.answer(.cursor(cursor), limit: limit)
      return Page(
        items: slice.items, next: slice.next,
        totalCount: self.announcesTotal ? slice.totalCount : nil)
    }
  }
}
