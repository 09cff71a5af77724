// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One consistent picture of a feed.
///
/// Everything in it belongs to the same instant. Taking it costs nothing that grows with what is
/// loaded, and it never changes.
public struct FeedSnapshot<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The kept pages, in order.
  public let pages: PageList<Item, Cursor>

  /// The items of the kept pages, in order.
  public let items: ItemList<Item, Cursor>

  /// How often the list has been replaced.
  public let generation: Int

  /// The generation that ``items`` belong to.
  ///
  /// It is older than ``generation`` while the old items stay in sight after
  /// ``Feed/reset(to:keepingItems:)``.
  public let itemsGeneration: Int

  /// How many pages came in this generation, kept or not.
  public let pageCount: Int

  /// How many items came in this generation, kept or not.
  public let itemCount: Int

  /// How many items there are on all pages together, as the newest page that knows it says.
  public let totalCount: Int?

  /// What the refresh lane is doing; it also makes the first load.
  public let refresh: LanePhase

  /// What the next lane is doing.
  public let next: LanePhase

  /// What the previous lane is doing.
  public let previous: LanePhase

  /// Whether the first page of this generation is in.
  public let isLoaded: Bool

  /// Whether the feed is closed.
  public let isClosed: Bool

  /// What a lane is doing.
  ///
  /// - Parameter lane: The lane.
  public subscript(lane: Lane) -> LanePhase {
    switch lane {
    case .refresh: refresh
    case .next: next
    case .previous: previous
    }
  }

  init(_ state: FeedState) {
    pages = PageList(state.store)
    items = ItemList(state.store)
    generation = state.generation
    itemsGeneration = state.itemsGeneration
    pageCount = state.pageCount
    itemCount = state.itemCount
    totalCount = state.totalCount
    refresh = state.refresh
    next = state.next
    previous = state.previous
    isLoaded = state.isLoaded
    isClosed = state.isClosed
  }

  /// Whether any lane has a load in flight, its back-off included.
  public var isLoading: Bool { refresh.isActive || next.isActive || previous.isActive }

  /// Why the data ended, if it has.
  public var endReason: EndReason? { next.endReason }
}

/// What a lane is doing.
public enum LanePhase: Sendable {
  /// Nothing; a page can be asked for.
  case idle

  /// The source is asked, for the attempt with this number.
  case loading(attempt: Int)

  /// The attempt with this number failed; another follows after the delay.
  case waiting(attempt: Int, delay: Duration)

  /// The load failed. Demand starts nothing until somebody asks.
  case failed(FeedError)

  /// That was all.
  case ended(EndReason)

  /// Whether a load is in flight, its back-off included.
  public var isActive: Bool {
    switch self {
    case .loading, .waiting: true
    case .idle, .failed, .ended: false
    }
  }

  /// The error of a lane that failed.
  public var error: FeedError? {
    if case .failed(let error) = self { return error }
    return nil
  }

  /// Why the lane ended, if it has.
  public var endReason: EndReason? {
    if case .ended(let reason) = self { return reason }
    return nil
  }
}

/// A snapshot as the feed's isolated part makes it: without the types of items and cursors.
struct FeedState: Sendable {
  var store: PageStore
  var generation: Int
  var itemsGeneration: Int
  var pageCount: Int
  var itemCount: Int
  var totalCount: Int?
  var refresh: LanePhase
  var next: LanePhase
  var previous: LanePhase
  var isLoaded: Bool
  var isClosed: Bool
}
