// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What an iterator of a feed's pages does, without the types of items and cursors.
@usableFromInline
struct FeedReader: Sendable {
  private let feed: any UntypedFeed
  @usableFromInline let signal: FeedSignal
  private let executor: (any TaskExecutor)?
  private let cycles: CycleRule
  private let ahead: Int
  @usableFromInline var limit: PageLimit
  private var isFinished = false

  /// Finds the place of a resume point; `nil` once it has, and at the start of the list.
  private var start: (@Sendable () async throws(FeedError) -> FeedPlace)?

  /// How many items of the next page were consumed before the resume point.
  @usableFromInline var consumedCount = 0

  /// Where it is in the list.
  @usableFromInline var place = FeedPlace()

  /// Pages that were loaded when the iterator last came to the feed.
  private var picture: Shared<PageStore>?

  /// Those of them that come next and need nothing but to be read.
  @usableFromInline var run = PageStore.Run()

  /// The number of the page at which a read-ahead wants to hear of the iterator again.
  private var nextVisit = 0
  private var claim: AheadClaim?

  init(
    _ feed: any UntypedFeed, _ signal: FeedSignal, _ configuration: FeedConfiguration, ahead: Int,
    limit: PageLimit, start: (@Sendable () async throws(FeedError) -> FeedPlace)?
  ) {
    self.feed = feed
    self.signal = signal
    executor = configuration.executor
    cycles = configuration.cycles
    self.ahead = ahead
    self.limit = limit
    self.start = start
  }

  /// The next page, if it needs nothing but to be read.
  @inlinable
  mutating func nextLoaded() -> (any HeldPage)? {
    guard place.index < run.end, let generation = place.generation,
      signal.isOpen(at: generation), !Task.isCancelled, let page = run[place.index]
    else { return nil }
    // The rest of the place follows when it is needed.
    place.index += 1
    return page
  }

  /// The next page, where there is more to do than to read it.
  ///
  /// One function for all the way to the feed and back: every further one with an `isolation` would
  /// go back to that actor once more. It waits and nothing else, so that the memory of a task that
  /// waits is small.
  @usableFromInline
  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(FeedError) -> (any HeldPage)? {
    if start != nil { try await findStart() }
    guard try needsFeed() else { return takeKnown() }
    let ahead = claimAhead()
    let waiter = await feed.enter(
      place, reader: claim?.id, ahead: ahead, inside: LoadContext.attempts(of: signal))
    return try take(await waiter?.answer(from: feed, on: executor), ahead: ahead)
  }

  @usableFromInline
  mutating func finish() {
    isFinished = true
    start = nil
    dropPicture()
    place.finish()
    claim = nil
  }

  private mutating func dropPicture() {
    picture = nil
    run = PageStore.Run()
  }

  /// Finds the place of the resume point that the reader starts from.
  private mutating func findStart() async throws(FeedError) {
    guard !limit.isReached else { return }
    do throws(FeedError) {
      try check()
      if let start = start.take() { place = try await start() }
      consumedCount = place.consumedCount
    } catch {
      finish()
      throw error
    }
  }

  /// Whether the reader may go on in its list.
  private func check() throws(FeedError) {
    guard !Task.isCancelled else { throw FeedError(code: .cancelled) }
    guard let generation = signal.generation else { throw FeedError(code: .closed) }
    if let own = place.generation, own != generation { throw FeedError(code: .superseded) }
  }

  /// Whether only the feed can say what comes next; if not, ``takeKnown()`` does.
  private mutating func needsFeed() throws(FeedError) -> Bool {
    guard !isFinished, !limit.isReached else { return false }
    if let last = run.last(before: place.index) { place.stand(behind: last) }
    do throws(FeedError) {
      try check()
      if place.index < nextVisit || ahead == 0, picture?.value[place.index] != nil { return false }
      if picture != nil { dropPicture() }
      if try place.detached?.canGoOn() != false { return true }
      finish()
      return false
    } catch {
      finish()
      throw error
    }
  }

  /// The next page, if it was loaded when the reader last came to the feed.
  private mutating func takeKnown() -> (any HeldPage)? {
    guard !isFinished, !limit.isReached, let picture = picture?.value,
      let entry = picture[place.index]
    else { return nil }
    place.move(behind: entry.page)
    if limit.isUnlimited {
      run = picture.run(from: place.index, to: ahead == 0 ? .max : nextVisit)
    }
    return entry.page
  }

  /// How many pages ahead are wanted: none of those behind the limit, and none beside the list.
  private mutating func claimAhead() -> Int {
    guard !place.isDetached else { return 0 }
    let ahead = limit.pagesAhead(of: ahead)
    if ahead > 0, claim == nil { claim = AheadClaim(feed, signal, executor) }
    return ahead
  }

  /// Takes what the feed has answered; it answers nothing to a task that is cancelled.
  private mutating func take(
    _ answer: FeedAnswer?, ahead: Int
  ) throws(FeedError) -> (any HeldPage)? {
    do throws(FeedError) {
      guard let answer else { throw FeedError(code: .cancelled) }
      let page = try takePage(try answer.get(), ahead: ahead)
      if page == nil { finish() }
      return page
    } catch {
      finish()
      throw error
    }
  }

  /// Takes the page that the feed has given, if it has one.
  private mutating func takePage(
    _ answer: FeedAnswer, ahead: Int
  ) throws(FeedError) -> (any HeldPage)? {
    place.generation = answer.generation
    guard !place.isDetached else { return try takeBesideList(answer) }
    guard let page = try answer.current(answer.listed, by: signal) else { return nil }
    picture = answer.picture
    place.move(behind: page)
    nextVisit = place.index + (ahead > 0 ? (ahead - 1) / 2 : 0)
    return page
  }

  /// Takes the next page of a walk that lies outside of the list.
  private mutating func takeBesideList(
    _ answer: FeedAnswer
  ) throws(FeedError) -> (any HeldPage)? {
    guard let page = try answer.current(answer.page, by: signal),
      var walk = place.takeDetached()
    else { return nil }
    walk.pass(
      itemCount: page.facts.itemCount, endReason: page.facts.endReason, next: page.next,
      cycles: cycles)
    place.putBack(walk)
    let endReason = walk.walk.endReason
    let closesCycle = walk.walk.isStopped(by: .cursorCycle)
    guard closesCycle || endReason != page.facts.endReason else { return page }
    return page.changed(
      endReason: endReason, closesCycle: closesCycle, hidesNext: false,
      itemCount: page.facts.itemCount)
  }
}

/// An iterator's claim on pages ahead of it; the claim ends with the last copy of the iterator.
private final class AheadClaim: Sendable {
  let id: Int
  private let feed: any UntypedFeed
  private let executor: (any TaskExecutor)?

  init(_ feed: any UntypedFeed, _ signal: FeedSignal, _ executor: (any TaskExecutor)?) {
    id = signal.newID()
    self.feed = feed
    self.executor = executor
  }

  deinit {
    spawn("feed: reader left", on: executor) { [feed, id] in await feed.run(.readerLeft(id)) }
  }
}
