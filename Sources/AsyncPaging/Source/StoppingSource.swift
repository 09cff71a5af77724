// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Which items of a page may stop a walk.
public enum StopCheck: Sendable, Hashable {
  /// The last item of the page alone: for data whose order is only roughly kept.
  case lastItem

  /// Any item of the page.
  case everyItem
}

/// A source that ends where an item says so.
public struct StoppingSource<Base: PageSource>: PageSource {
  /// The items of the base.
  public typealias Item = Base.Item

  /// The cursor of the base.
  public typealias Cursor = Base.Cursor

  private let base: Base
  private let check: StopCheck
  private let stops: @Sendable (Item) -> Bool

  init(_ base: Base, check: StopCheck, _ stops: @escaping @Sendable (Item) -> Bool) {
    self.base = base
    self.check = check
    self.stops = stops
  }

  /// Asks the base and looks whether its page is the last one.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page, cut before the first item that stops if the page is the last one.
  /// - Throws: What the base throws.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    let page = try await base.page(for: request)
    let isLast =
      switch check {
      case .lastItem: page.items.last.map(stops) ?? false
      case .everyItem: page.items.contains(where: stops)
      }
    guard isLast else { return page }
    var last = page.withItems { items in Array(items.prefix { !stops($0) }) }
    last.next = nil
    last.endReason = .stopRule
    return last
  }
}

extension PageSource {
  /// This source up to the first item that says that no later one is wanted.
  ///
  /// The page with that item is the last one, with the reason ``EndReason/stopRule``, and holds the
  /// items before it; no further request is made. For data in order of time, for instance, that is
  /// wanted back to a watermark.
  ///
  /// - Parameters:
  ///   - check: Which items of a page may stop the walk. Default: the last one alone.
  ///   - stops: Whether an item, and all that follow it, are not wanted.
  /// - Returns: The source that ends there.
  public func stopping(
    checking check: StopCheck = .lastItem, when stops: @escaping @Sendable (Item) -> Bool
  ) -> StoppingSource<Self> {
    StoppingSource(self, check: check, stops)
  }
}
