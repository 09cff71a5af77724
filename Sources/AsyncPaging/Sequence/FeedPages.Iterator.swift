// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedPages {
  /// One consumer's position in the pages of a feed.
  ///
  /// It holds a picture of the pages that were loaded when it last came to the feed, and goes back
  /// there when that is used up. A copy of an iterator goes its own way, but shares the claim on
  /// pages ahead, which follows the one that came last.
  public struct Iterator: AsyncIteratorProtocol {
    private let feed: Feed<Item, Cursor>
    @usableFromInline let signal: FeedSignal
    private let ahead: Int
    private var limit: PageLimit
    private var isFinished = false

    /// Where to start, until the first page is there.
    private var point: ResumePoint<Cursor>?

    /// How many items of the next page were consumed before the resume point.
    private var consumedCount = 0

    /// Where it is in the list.
    @usableFromInline var place = FeedPlace()

    /// Pages that were loaded when the iterator last came to the feed.
    private var picture: PageStore?

    /// Those of them that come next and need nothing but to be read.
    @usableFromInline var run = PageStore.Run()

    /// The number of the page at which a read-ahead wants to hear of the iterator again.
    private var nextVisit = 0
    private var reader: ReaderToken<Item, Cursor>?

    /// The generation it is bound to, from its first page on.
    @inlinable var generation: Int? { place.generation }

    init(
      feed: Feed<Item, Cursor>, ahead: Int, point: ResumePoint<Cursor>?, limit: PageLimit
    ) {
      self.feed = feed
      signal = feed.signal
      self.ahead = ahead
      self.point = point
      self.limit = limit
    }

    /// The next page; waits for it to be loaded if it is not there.
    ///
    /// A page that is there costs neither a hop nor a lock.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The page, or `nil` after the last one, again and again without a request.
    /// - Throws: ``FeedError`` with code `superseded` when the list was replaced, `cancelled`,
    ///   `closed`, or that of the page's load; the iterator is finished then.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedError) -> Page<Item, Cursor>? {
      if hasNextInRun, let page = run[place.index] {
        // The rest of the place follows when it is needed.
        place.index += 1
        return LoadedPage.page(in: page)
      }
      guard let page = try await goOn(isolation: actor) else { return nil }
      return isWhole ? LoadedPage.page(in: page) : cut(LoadedPage.page(in: page))
    }

    /// Whether the next page needs nothing but to be read.
    @inlinable var hasNextInRun: Bool {
      guard place.index < run.end, let generation = place.generation else { return false }
      return signal.isOpen(at: generation) && !Task.isCancelled
    }

    /// The next page, where there is more to do than to read it.
    @usableFromInline
    mutating func goOn(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> (any HeldPage)? {
      guard !isFinished, !limit.isReached else { return nil }
      if let last = run.last(before: place.index) { place.stand(behind: last) }
      do {
        let page = try await advance(isolation: actor)
        if page == nil { finish() }
        return page
      } catch {
        finish()
        throw error
      }
    }

    /// Whether pages are handed out as they are.
    @usableFromInline var isWhole: Bool { limit.isUnlimited && consumedCount == 0 }

    /// A page without what was consumed before, up to the limit.
    @usableFromInline
    mutating func cut(_ page: Page<Item, Cursor>) -> Page<Item, Cursor> {
      var page = page
      if consumedCount > page.skippedCount {
        page.items = Array(page.items.dropFirst(consumedCount - page.skippedCount))
        page.place.skippedCount = consumedCount
      }
      consumedCount = 0
      page = limit.cut(page)
      if limit.isReached { finish() }
      return page
    }

    private mutating func finish() {
      isFinished = true
      picture = nil
      run = PageStore.Run()
      place.finish()
      reader = nil
    }

    private mutating func advance(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> (any HeldPage)? {
      guard !Task.isCancelled else { throw FeedError(code: .cancelled) }
      guard let generation = signal.generation else { throw FeedError(code: .closed) }
      if let own = place.generation, own != generation { throw FeedError(code: .superseded) }
      if place.index < nextVisit || ahead == 0, let picture, let entry = picture[place.index] {
        place.move(behind: entry.page)
        if limit.isUnlimited {
          run = picture.run(from: place.index, to: ahead == 0 ? .max : nextVisit)
        }
        return entry.page
      }
      return try await visit(isolation: actor)
    }

    /// Goes to the feed for the next page, and for a picture of those behind it.
    private mutating func visit(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> (any HeldPage)? {
      picture = nil
      run = PageStore.Run()
      if let point {
        try point.check(fingerprint: feed.configuration.fingerprint)
        place = await feed.place(for: point)
        consumedCount = place.consumedCount
        self.point = nil
      }
      if place.detached != nil { return try await visitBesideList(isolation: actor) }
      // What lies behind the limit is not read ahead.
      let ahead = limit.pagesAhead(of: ahead)
      if ahead > 0, reader == nil { reader = ReaderToken(feed) }
      let delivery = try await feed.visit(place, reader: reader?.id, ahead: ahead).get()
      place.generation = delivery.generation
      guard let page = try delivery.current(delivery.listed, by: signal) else { return nil }
      picture = delivery.picture
      place.move(behind: page)
      nextVisit = place.index + (ahead > 0 ? (ahead - 1) / 2 : 0)
      return page
    }

    /// Gets the next page of a walk that lies outside of the list.
    private mutating func visitBesideList(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> (any HeldPage)? {
      guard try place.detached?.canGoOn() == true else { return nil }
      let delivery = try await feed.visit(place, reader: nil, ahead: 0).get()
      place.generation = delivery.generation
      guard let page = try delivery.current(delivery.page, by: signal),
        var walk = place.takeDetached()
      else { return nil }
      walk.pass(
        itemCount: page.facts.itemCount, endReason: page.facts.endReason, next: page.next,
        cycles: feed.configuration.cycles)
      place.putBack(walk)
      let endReason = walk.walk.endReason
      let closesCycle = walk.walk.isStopped(by: .cursorCycle)
      guard closesCycle || endReason != page.facts.endReason else { return page }
      return page.changed(
        endReason: endReason, closesCycle: closesCycle, hidesNext: false,
        itemCount: page.facts.itemCount)
    }
  }
}

/// An iterator's claim on pages ahead of it; the claim ends with the last copy of the iterator.
final class ReaderToken<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  let id: Int
  private let feed: Feed<Item, Cursor>

  init(_ feed: Feed<Item, Cursor>) {
    id = feed.signal.newID()
    self.feed = feed
  }

  deinit {
    spawn("feed: reader left", on: feed.configuration.executor) { [feed, id] in
      await feed.run(.readerLeft(id))
    }
  }
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension FeedPages.Iterator: Sendable {}
