// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// Loads the page after the last one, or joins the load that is under way.
  ///
  /// Concurrent callers share one load and get the same page. While a refresh, or the first load,
  /// is in flight they get its page. Pages without items are kept but passed over: the call returns
  /// the next page that has items, or the last one. During a back-off it attempts at once.
  ///
  /// - Returns: The new page, or `nil` when the feed had ended before.
  /// - Throws: ``FeedError`` with code `cancelled`, `closed`, `superseded` (the list is being
  ///   replaced), `noProgress`, `cursorCycle`, `missingCursor`, `reentrantLoad`, or that of the
  ///   failed load: `sourceFailed`, `retriesExhausted`, `retryBudgetExhausted`,
  ///   `retryAfterTooLong`, `deadlineExceeded`.
  @inlinable @discardableResult
  public nonisolated func loadNext() async throws(FeedError) -> Page<Item, Cursor>? {
    try await pull(.next).map { LoadedPage.page(in: $0) }
  }

  /// Replaces the list by a new one that begins with a fresh first page.
  ///
  /// The old pages stay until that page is in; then the swap is one step. If the refresh fails, the
  /// old list stays whole and usable. A load of the old list that is in flight is given up, its
  /// waiters get `superseded`. Concurrent refreshes share one load.
  ///
  /// - Returns: The first page of the new list.
  /// - Throws: ``FeedError`` as ``loadNext()`` does.
  @inlinable @discardableResult
  public nonisolated func refresh() async throws(FeedError) -> Page<Item, Cursor>? {
    try await pull(.refresh).map { LoadedPage.page(in: $0) }
  }

  /// Runs the failed lanes again, each once, and waits for them.
  ///
  /// A load that waits between two attempts attempts now. A failed refresh is run alone: if it
  /// succeeds, the list that the other lanes belong to is gone. With nothing failed it does
  /// nothing, unless the last page's cursor cannot be followed: then it says so again.
  ///
  /// - Throws: ``FeedError`` as ``loadNext()`` does; the first failure if several lanes fail again.
  public nonisolated func retry() async throws(FeedError) {
    _ = try await pull(.retry)
  }

  /// Asks an ended feed once more whether something follows, without a refresh.
  ///
  /// It asks with the last cursor there was: the last page's own, if that page had no next one, and
  /// then takes only the items behind those it knows. Otherwise it is ``loadNext()``.
  ///
  /// - Returns: The new page, or `nil` when there is still nothing.
  /// - Throws: ``FeedError`` as ``loadNext()`` does.
  @inlinable @discardableResult
  public nonisolated func checkForMore() async throws(FeedError) -> Page<Item, Cursor>? {
    try await pull(.checkForMore).map { LoadedPage.page(in: $0) }
  }

  /// Says that items through an index are wanted.
  ///
  /// Any thread, at once, as often as you like.
  ///
  /// Demand is a level: only the highest one counts, it is remembered while a load is in flight,
  /// and the feed loads until it has ``FeedConfiguration/prefetchDistance`` items beyond it, the
  /// data ends, or the lane fails. A level that is met costs a few atomic loads. A failed lane is
  /// closed to demand until ``retry()`` or a direct call.
  ///
  /// With the default distance of 0 the index of the last item asks for nothing, since that item is
  /// there: set a distance, or ask for the index you want next.
  ///
  /// A level belongs to the list that it was reported for. Give the
  /// ``FeedSnapshot/itemsGeneration`` of the snapshot in which the index was seen, and a report
  /// that comes after the list was replaced is void. Without it the current list is meant; a level
  /// beyond its end but within the list before it is taken for such a late report, until a level
  /// within the new list has been reported or that list has grown.
  ///
  /// - Parameters:
  ///   - index: The index of an item, counted from the first item of the generation. Negative ones
  ///     mean nothing.
  ///   - generation: The generation that the index belongs to. Default: the current one.
  public nonisolated func demand(through index: Int, generation: Int? = nil) {
    guard
      signal.demand(
        through: index, generation: generation, keeping: configuration.prefetchDistance)
    else { return }
    // What the demand starts is not part of the load in which it may have been made.
    LoadContext.$current.withValue(nil) {
      spawn("feed: demand", on: configuration.executor) { [weak self] in await self?.takeDemand() }
    }
  }

  /// Stops demand from starting loads until ``resumeDemand()``.
  ///
  /// What is in flight goes on, and the level is still followed.
  public func pauseDemand() { run(.pauseDemand) }

  /// Lets demand start loads again.
  public func resumeDemand() { run(.resumeDemand) }

  /// Ends all loads; their waiters get `cancelled`.
  ///
  /// Items, position and ended lanes stay, demand is forgotten.
  public func cancel() { run(.cancel) }

  /// Drops the list: nothing is loaded, a new generation begins, waiters get `superseded`.
  ///
  /// Nothing is loaded again before somebody asks.
  public func reset() { run(.reset(keepsItems: false)) }

  /// Drops the list and asks another source from now on.
  ///
  /// When it returns, no item of the old source is ever handed out again, however late the old
  /// source answers. Nothing is loaded before somebody asks, for instance with ``refresh()``.
  ///
  /// - Parameters:
  ///   - source: Answers the requests from now on.
  ///   - keepingItems: Whether the old items stay in the snapshot, marked by
  ///     ``FeedSnapshot/itemsGeneration``, until the first new page is in. Default: no.
  public func reset(to source: some PageSource<Item, Cursor>, keepingItems: Bool = false) {
    box.core.change(to: FeedSource(source, configuration.shared.value))
    run(.reset(keepsItems: keepingItems))
  }

  /// Ends the feed for good: loads are cancelled, waiters get `closed`, updates deliver a last
  /// state and finish, later calls throw `closed` and start nothing.
  public func close() { run(.close) }
}
