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
/// The feed is the driver of a pure state machine, which takes every decision: calls become events,
/// and the effects that come back are carried out in order, within one turn of the actor. The source
/// never runs on the feed.
public actor Feed<Item: Sendable, Cursor: Hashable & Sendable> {
  nonisolated let configuration: FeedConfiguration
  @usableFromInline nonisolated let signal: FeedSignal
  let clock: any Clock<Duration>
  let now: @Sendable () -> Duration

  var machine: FeedMachine
  var source: FeedSource
  var randomness: any RandomNumberGenerator & Sendable
  var cursors = CursorTable<CursorKey>()
  var store = PageStore()

  /// The generation that the stored pages belong to.
  var storedGeneration = 0

  /// The total as the newest page that knows it says.
  var totalCount: Int?

  /// Pages that begin inside of a cursor's answer, because the page before was the last one once, and
  /// how many of the answer's items stand before them.
  var seams: [Int: Int] = [:]

  /// The page that is being taken in, during that turn.
  var arrival: (any HeldPage)?

  /// Whether it stands in the answer that the last page came from.
  var isArrivalInsideLastPage = false

  var waiters: [Int: Ticket] = [:]

  /// The answers of this turn, empty between turns.
  var answers: [(ticket: Ticket, answer: FeedAnswer)] = []

  /// The newest answer of this turn, for all who get the same.
  var sharedAnswer: (FeedMachine.Answer, FeedAnswer)?
  var records = LoadRecords()

  /// What runs for each attempt: the call of the source, the wait after it, or the cool-down.
  var tasks: [Int: Task<Void, Never>] = [:]

  /// The task of an attempt that has ended, during that turn: it can make another call.
  var freeTask: Task<Void, Never>?

  /// That other call.
  var nextCall: SourceCall?

  /// Room for the effects of a turn, empty between turns.
  private var spareEffects: [FeedMachine.Effect] = []

  var watchers: [FeedWatcher] = []
  private var lastWaiter = 0

  /// Creates a feed over a source.
  ///
  /// Nothing is loaded before somebody asks.
  ///
  /// - Parameters:
  ///   - source: Answers the requests.
  ///   - configuration: How the feed pages. Default: everything is kept, up to 4 attempts a page.
  ///   - clock: What back-off and deadlines are measured with. Default: a continuous clock.
  @inlinable
  public init(
    _ source: some PageSource<Item, Cursor>, configuration: FeedConfiguration = .init(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(FeedSource(source, configuration), configuration, clock)
  }

  @usableFromInline
  init(_ source: FeedSource, _ configuration: FeedConfiguration, _ clock: any Clock<Duration>) {
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
  @inlinable
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
  ///
  /// Answers are given when all else is done: who gets one runs on at once, beside the feed, and must
  /// find the list and the demand as this turn leaves them.
  func run(_ event: FeedMachine.Event) {
    var effects = spareEffects
    spareEffects = []
    machine.handle(event, &effects)
    for effect in effects { perform(effect) }
    for (ticket, answer) in answers { ticket.give(answer) }
    answers.removeAll(keepingCapacity: answers.count <= 8)
    sharedAnswer = nil
    effects.removeAll(keepingCapacity: effects.count <= 8)
    spareEffects = effects
  }

  /// Calls the machine for a waiter and waits for its answer.
  ///
  /// The waiter is registered and the machine asked in one turn, so nothing can come between the
  /// two. A task that is cancelled before that turn asks for nothing; when it is cancelled after it,
  /// the feed lets the waiter go in another turn.
  ///
  /// - Parameter call: What is asked for.
  /// - Returns: The answer.
  nonisolated func ask(_ call: FeedMachine.Call) async -> Result<FeedDelivery, FeedError> {
    await wait(for: enter(call, inside: LoadContext.attempts(of: signal)))
  }

  /// Waits for the answer of a waiter.
  nonisolated func wait(for waiter: Waiter?) async -> Result<FeedDelivery, FeedError> {
    guard let waiter else { return .failure(FeedError(code: .cancelled)) }
    if let answer = waiter.ticket.answer { return answer.outcome }
    return await withTaskCancellationHandler {
      await waiter.ticket.wait().outcome
    } onCancel: { [weak self, executor = configuration.executor, number = waiter.number] in
      // The actor cancels loads, never this handler: it runs under a lock of the task.
      spawn("feed: leave", on: executor) { await self?.run(.leave(number)) }
    }
  }

  /// Registers a waiter and asks the machine, unless the waiter's task is cancelled.
  func enter(_ call: FeedMachine.Call, inside: [Int]) -> Waiter? {
    guard !Task.isCancelled else { return nil }
    lastWaiter += 1
    let waiter = Waiter(number: lastWaiter, ticket: Ticket())
    waiters[waiter.number] = waiter.ticket
    run(.call(waiter.number, call, inside: inside))
    return waiter
  }
}

/// One who waits for a feed's answer.
struct Waiter: Sendable {
  let number: Int
  let ticket: Ticket
}

/// An observer of a feed's states.
struct FeedWatcher: Sendable {
  let id: Int
  let states: AsyncStream<FeedState>.Continuation
}
