// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An actor that owns a paged list and the load in flight.
///
/// Any number of tasks pull on a feed at once. Callers of the same page share one load; a caller
/// that is cancelled leaves alone and at once; an answer that comes too late is dropped. The list
/// ends with a reason, and stops with an error, never in silence.
///
/// ```swift
/// let feed = Feed(CursorSource { cursor, limit in try await api.list(after: cursor, limit: limit) })
/// for try await page in feed.pages {
///   print(page.index, page.items.count)
/// }
/// ```
///
/// The feed is the driver of a pure state machine, which takes every decision: calls become events, and
/// the effects that come back are carried out in order, within one turn of the actor. The source
/// never runs on the feed.
public actor Feed<Item: Sendable, Cursor: Hashable & Sendable> {
  typealias Outcome = Result<Delivery, FeedError>

  /// A waiter's page, and the generation in which it got it.
  struct Delivery: Sendable {
    var page: Page<Item, Cursor>?
    var generation: Int
  }

  /// What the driver remembers of the newest load of a slot.
  struct LoadRecord {
    var retry = RetryState()
    var started: Duration
    var description: LoadDescription
    var error: FeedError?
  }

  /// An observer of the feed's states.
  struct Watcher {
    let id: Int
    let states: AsyncStream<FeedSnapshot<Item, Cursor>>.Continuation
  }

  nonisolated let configuration: FeedConfiguration
  nonisolated let signal: FeedSignal
  let clock: any Clock<Duration>
  let now: @Sendable () -> Duration

  var machine: FeedMachine
  var source: any PageSource<Item, Cursor>
  var randomness: any RandomNumberGenerator & Sendable
  var cursors = CursorTable<Cursor>()
  var store = PageStore<Item, Cursor>()

  /// The generation that the stored pages belong to.
  var storedGeneration = 0

  /// The total as the newest page that knows it says.
  var totalCount: Int?

  /// The page that is being taken in, during that turn.
  var arrival: Page<Item, Cursor>?

  var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  var records: [FeedMachine.Slot: LoadRecord] = [:]

  /// What runs for each attempt: the call of the source, the wait after it, or the cool-down.
  var tasks: [Int: Task<Void, Never>] = [:]

  var watchers: [Watcher] = []
  private var lastWaiter = 0

  /// Creates a feed over a source.
  ///
  /// Nothing is loaded before somebody asks.
  ///
  /// - Parameters:
  ///   - source: Answers the requests.
  ///   - configuration: How the feed pages. Default: everything is kept, up to 4 attempts a page.
  ///   - clock: What back-off and deadlines are measured with. Default: a continuous clock.
  public init(
    _ source: some PageSource<Item, Cursor>, configuration: FeedConfiguration = .init(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.source = source
    self.configuration = configuration
    self.clock = clock
    now = stopwatch(clock)
    randomness = configuration.randomness
    signal = FeedSignal(prefetchDistance: configuration.prefetchDistance)
    machine = FeedMachine(rules: configuration.rules)
  }

  /// Creates a feed over a closure.
  ///
  /// Nothing is loaded before somebody asks.
  ///
  /// - Parameters:
  ///   - configuration: How the feed pages. Default: everything is kept, up to 4 attempts a page.
  ///   - clock: What back-off and deadlines are measured with. Default: a continuous clock.
  ///   - load: Answers one request. It runs off the feed and may be called concurrently.
  public init(
    configuration: FeedConfiguration = .init(), clock: any Clock<Duration> = ContinuousClock(),
    _ load: @escaping @concurrent @Sendable (PageRequest<Cursor>) async throws -> Page<Item, Cursor>
  ) {
    self.init(ClosureSource(load), configuration: configuration, clock: clock)
  }

  deinit {
    for task in tasks.values { task.cancel() }
    for watcher in watchers { watcher.states.finish() }
  }

  // MARK: - Events

  /// Gives the machine an event and carries out what it says.
  func run(_ event: FeedMachine.Event) {
    for effect in machine.handle(event) { perform(effect) }
  }

  /// Calls the machine for a waiter and waits for its answer.
  ///
  /// The waiter is registered and the machine asked in one step, so nothing can come between the
  /// two. A cancellation that comes before finds the task cancelled in that step; one that comes
  /// after finds the waiter.
  ///
  /// - Parameter call: What is asked for; made in that step, too.
  /// - Returns: The answer.
  func ask(_ call: () -> FeedMachine.Call) async -> Outcome {
    lastWaiter += 1
    let waiter = lastWaiter
    let inside = LoadContext.attempts(of: signal)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        guard !Task.isCancelled else {
          return continuation.resume(returning: .failure(FeedError(code: .cancelled)))
        }
        waiters[waiter] = continuation
        run(.call(waiter, call(), inside: inside))
      }
    } onCancel: { [weak self, executor = configuration.executor] in
      // The actor cancels loads, never this handler: it runs under a lock of the task.
      spawn("feed: leave", on: executor) { await self?.run(.leave(waiter)) }
    }
    // The list may have been replaced since the answer was given: then nobody sees the old page.
    if case .success(let delivery) = outcome, delivery.page != nil,
      delivery.generation != machine.generation
    {
      return .failure(FeedError(code: .superseded))
    }
    return outcome
  }
}

// MARK: - Triggers

extension Feed {
  /// Loads the page after the last one, or joins the load that is under way.
  ///
  /// Concurrent callers share one load and get the same page. While a refresh, or the first load, is
  /// in flight they get its page. Pages without items are kept but passed over: the call returns
  /// the next page that has items, or the last one. During a back-off it attempts at once.
  ///
  /// - Returns: The new page, or `nil` when the feed had ended before.
  /// - Throws: ``FeedError`` with code `cancelled`, `closed`, `superseded` (the list is being
  ///   replaced), `noProgress`, `cursorCycle`, `missingCursor`, `reentrantLoad`, or that of the
  ///   failed load: `sourceFailed`, `retriesExhausted`, `retryBudgetExhausted`,
  ///   `retryAfterTooLong`, `deadlineExceeded`.
  public func loadNext() async throws(FeedError) -> Page<Item, Cursor>? {
    try await ask { .load(.next) }.get().page
  }

  /// Replaces the list by a new one that begins with a fresh first page.
  ///
  /// The old pages stay until that page is in; then the swap is one step. If the refresh fails, the
  /// old list stays whole and usable. A load of the old list that is in flight is given up, its
  /// waiters get `superseded`. Concurrent refreshes share one load.
  ///
  /// - Returns: The first page of the new list.
  /// - Throws: ``FeedError`` as ``loadNext()`` does.
  @discardableResult
  public func refresh() async throws(FeedError) -> Page<Item, Cursor>? {
    try await ask { .load(.refresh) }.get().page
  }

  /// Runs the failed lanes again, each once, and waits for them.
  ///
  /// A load that waits between two attempts attempts now. A failed refresh is run alone: if it
  /// succeeds, the list that the other lanes belong to is gone. With nothing failed it does nothing,
  /// unless the last page's cursor cannot be followed: then it says so again.
  ///
  /// - Throws: ``FeedError`` as ``loadNext()`` does; the first failure if several lanes fail again.
  public func retry() async throws(FeedError) {
    _ = try await ask { .retry }.get()
  }

  /// Asks an ended feed once more whether something follows, without a refresh.
  ///
  /// It asks with the last cursor there was: the last page's own, if that page had no next one, and
  /// then takes only the items behind those it knows. Otherwise it is ``loadNext()``.
  ///
  /// - Returns: The new page, or `nil` when there is still nothing.
  /// - Throws: ``FeedError`` as ``loadNext()`` does.
  public func checkForMore() async throws(FeedError) -> Page<Item, Cursor>? {
    try await ask { .checkForMore }.get().page
  }

  /// Says that items through an index are wanted.
  ///
  /// Any thread, at once, as often as you like.
  ///
  /// Demand is a level: only the highest one counts, it is remembered while a load is in flight, and
  /// the feed loads until it has ``FeedConfiguration/prefetchDistance`` items beyond it, the data
  /// ends, or the lane fails. A level that is met costs a few atomic loads. A failed lane is closed
  /// to demand until ``retry()`` or a direct call.
  ///
  /// A level belongs to the list that it was reported for. Give the
  /// ``FeedSnapshot/itemsGeneration`` of the snapshot in which the index was seen, and a report that
  /// comes after the list was replaced is void. Without it the current list is meant; a level beyond
  /// its end but within the list before it is taken for such a late report, until a level within the
  /// new list has been reported or that list has grown.
  ///
  /// - Parameters:
  ///   - index: The index of an item, counted from the first item of the generation. Negative ones
  ///     mean nothing.
  ///   - generation: The generation that the index belongs to. Default: the current one.
  public nonisolated func demand(through index: Int, generation: Int? = nil) {
    guard signal.demand(through: index, generation: generation) else { return }
    // What the demand starts is not part of the load in which it may have been made.
    LoadContext.$current.withValue(LoadContext()) {
      spawn("feed: demand", on: configuration.executor) { [weak self] in await self?.takeDemand() }
    }
  }

  private func takeDemand() {
    guard let demand = signal.takeDemand() else { return }
    run(.demand(demand.level, generation: demand.generation))
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
    self.source = source
    run(.reset(keepsItems: keepingItems))
  }

  /// Ends the feed for good: loads are cancelled, waiters get `closed`, updates deliver a last state
  /// and finish, later calls throw `closed` and start nothing.
  public func close() { run(.close) }
}

// MARK: - State

extension Feed {
  /// The state of the feed now.
  public var snapshot: FeedSnapshot<Item, Cursor> {
    FeedSnapshot(
      pages: PageList(store), items: ItemList(store), generation: machine.generation,
      itemsGeneration: storedGeneration,
      pageCount: machine.isLoaded ? machine.lanes.next.walk.index : 0,
      itemCount: machine.isLoaded ? machine.lanes.next.walk.itemCount : 0,
      totalCount: totalCount, refresh: phase(of: .refresh), next: phase(of: .next),
      previous: phase(of: .previous), isLoaded: machine.isLoaded, isClosed: machine.isClosed)
  }

  /// The states of the feed as they change.
  ///
  /// See ``FeedUpdates``.
  public nonisolated var updates: FeedUpdates<Item, Cursor> { FeedUpdates(self) }

  private func phase(of lane: Lane) -> LanePhase {
    switch machine.lanes[lane].phase {
    case .idle: .idle
    case .loading(let attempt): .loading(attempt: attempt)
    case .waiting(let attempt):
      .waiting(attempt: attempt, delay: records[.lane(lane)]?.retry.delay ?? .zero)
    case .failed(.source): .failed(error(for: .source(.lane(lane))))
    case .failed(.noProgress): .failed(error(for: .noProgress))
    case .failed(.stopped(let stop)): .failed(error(for: .stopped(stop)))
    case .ended(let reason): .ended(reason)
    }
  }

  /// A stream of states for one observer, starting with the current one.
  func watch() -> AsyncStream<FeedSnapshot<Item, Cursor>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FeedSnapshot<Item, Cursor>.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(snapshot)
    guard !machine.isClosed else {
      continuation.finish()
      return stream
    }
    let id = signal.newID()
    watchers.append(Watcher(id: id, states: continuation))
    continuation.onTermination = { [weak self, executor = configuration.executor] _ in
      spawn("feed: observer left", on: executor) { await self?.removeWatcher(id) }
    }
    return stream
  }

  private func removeWatcher(_ id: Int) { watchers.removeAll { $0.id == id } }
}
