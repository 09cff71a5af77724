// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What runs on a feed: the driver of its state machine.
///
/// The machine takes every decision: calls become events, and the effects that come back are
/// carried out in order, within one turn of the actor. The core belongs to its feed and is touched
/// in its turns only. It knows neither the type of the items nor that of the cursors: isolated
/// methods of a generic actor are not specialised for them.
struct FeedCore: ~Copyable {
  /// It owns the core and is there in each of its turns; nothing but a turn may touch it.
  unowned let feed: any UntypedFeed
  let settings: FeedSettings
  let signal: FeedSignal
  let now: @Sendable () -> Duration

  /// Whether anybody wants to know how long a load takes.
  let measuresLoads: Bool

  /// Whether an observer or a retry budget is to hear of what becomes of loads.
  let hearsOfLoads: Bool

  var machine: FeedMachine

  /// How the source is asked.
  private(set) var access: SourceAccess
  var randomness: any RandomNumberGenerator & Sendable
  var cursors = CursorTable<CursorKey>()
  var store = PageStore()

  /// The generation that the stored pages belong to.
  var storedGeneration = 0

  /// The total as the newest page that knows it says.
  var totalCount: Int?

  /// Pages that begin inside of a cursor's answer, because the page before was the last one once,
  /// and how many of the answer's items stand before them.
  var seams: [Int: Int] = [:]

  /// The page that is being taken in, during that turn.
  var arrival: (any HeldPage)?

  /// Whether it stands in the answer that the last page came from.
  var isArrivalInsideLastPage = false

  /// Whether it comes although the page before was the last one.
  var isArrivalBehindEnd = false

  var waiters = NumberTable<Ticket>()

  /// The waiter whose call this turn is about.
  var caller: Int?

  /// The caller's answer, if the turn has one.
  var callersAnswer: FeedAnswer?

  /// The answers of this turn, empty between turns.
  var answers: [(ticket: Ticket, answer: FeedAnswer)] = []

  /// The newest answer of this turn, for all who get the same.
  var sharedAnswer: (FeedMachine.Answer, FeedAnswer)?
  var records = LoadRecords()

  /// What runs for each attempt: the call of the source, the wait after it, or the cool-down.
  var tasks = NumberTable<Task<Void, Never>>()

  /// The task of an attempt that has ended, during that turn: it can make another call.
  var freeTask: Task<Void, Never>?

  /// That other call.
  var nextCall: SourceCall?

  /// Room for the effects of a turn, empty between turns.
  private var effects: [FeedMachine.Effect] = []

  var watchers: [FeedWatcher] = []
  private var lastWaiter = 0

  init(
    _ feed: any UntypedFeed, _ source: FeedSource, _ settings: FeedSettings, _ signal: FeedSignal
  ) {
    self.feed = feed
    access = SourceAccess(from: feed, to: source, classify: settings.retry.classify)
    self.settings = settings
    self.signal = signal
    now = stopwatch(settings.clock)
    measuresLoads = settings.measuresLoads
    hearsOfLoads = settings.hearsOfLoads
    randomness = settings.randomness
    machine = FeedMachine(rules: settings.rules)
  }

  deinit {
    for task in tasks.values { task.cancel() }
    for watcher in watchers { watcher.states.finish() }
  }

  /// Asks another source from now on.
  mutating func change(to source: FeedSource) {
    access = SourceAccess(from: feed, to: source, classify: settings.retry.classify)
  }

  /// Gives the machine an event and carries out what it says.
  ///
  /// Answers to those who wait are given when all else is done: who gets one runs on at once,
  /// beside the feed, and must find the list and the demand as this turn leaves them. The caller's
  /// own is what the turn returns.
  mutating func run(_ event: consuming FeedMachine.Event) {
    machine.handle(event, &effects)
    var done = 0
    while done < effects.count {
      perform(effects[done])
      done += 1
    }
    effects.removeAll(keepingCapacity: done <= 8)
    sharedAnswer = nil
    if !answers.isEmpty { giveAnswers() }
  }

  private mutating func giveAnswers() {
    for (ticket, answer) in answers { ticket.give(answer) }
    answers.removeAll(keepingCapacity: answers.count <= 8)
  }

  /// Asks the machine for a waiter, unless the waiter's task is cancelled.
  mutating func enter(_ call: FeedMachine.Call, inside: [Int]) -> Waiter? {
    Task.isCancelled ? nil : register(call, inside: inside)
  }

  /// Asks the machine for the page at an iterator's place, unless the iterator's task is cancelled.
  mutating func enter(_ place: FeedPlace, reader: Int?, ahead: Int, inside: [Int]) -> Waiter? {
    // Looked at once: the place may count on a cursor, which only the machine lets go of.
    guard !Task.isCancelled else { return nil }
    let place = FeedMachine.Place(
      index: place.index, generation: place.generation, fallback: fallback(for: place),
      isDetached: place.isDetached, reader: reader, ahead: ahead)
    return register(.page(place), inside: inside)
  }

  /// Registers a waiter and asks the machine, in one turn: nothing can come between the two.
  private mutating func register(_ call: FeedMachine.Call, inside: [Int]) -> Waiter {
    lastWaiter += 1
    caller = lastWaiter
    run(.call(lastWaiter, call, inside: inside))
    caller = nil
    if let answer = callersAnswer.take() { return .answered(answer) }
    let ticket = Ticket()
    waiters.insert(ticket, for: lastWaiter)
    return .waiting(lastWaiter, ticket)
  }
}
