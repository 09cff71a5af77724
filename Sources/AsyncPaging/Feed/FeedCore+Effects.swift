// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedCore {
  /// Carries out one effect.
  mutating func perform(_ effect: FeedMachine.Effect) {
    switch effect {
    case .start(let request): start(request)
    case .wait(let slot, let attempt): backOff(slot, after: attempt)
    case .coolDown(let attempt): coolDown(after: attempt)
    case .stop(let attempt): tasks.remove(attempt)?.cancel()
    case .replace(let endReason): replaceList(endReason)
    case .add(let lane, let endReason): takeArrival(at: lane, endReason)
    case .drop(let first): store.drop(below: first)
    case .clear(let keepsItems): clearList(keepsItems: keepsItems)
    case .forget(let cursor): cursors.release(cursor)
    case .dropDemand: signal.dropDemand()
    case .resume(let waiter, let answer): give(answer, to: waiter)
    case .note(let note): report(note)
    case .publish: publish()
    case .finish: finish()
    }
  }

  @inline(never)
  private mutating func finish() {
    signal.close()
    for watcher in watchers { watcher.states.finish() }
    watchers = []
  }

  /// Makes the page that has come the only one of the machine's new list.
  private mutating func replaceList(_ endReason: EndReason?) {
    let oldCount = store.itemPositions.count
    store = PageStore()
    seams = [:]
    totalCount = nil
    takeArrival(at: .refresh, endReason)
    guard storedGeneration != machine.generation else { return }
    storedGeneration = machine.generation
    // Nobody can look beyond the end of a list that shows nothing.
    let count = store.itemPositions.count
    signal.publish(
      generation: machine.generation, itemCount: count, replacing: count == 0 ? 0 : oldCount)
  }

  private mutating func clearList(keepsItems: Bool) {
    cursors = CursorTable()
    records = LoadRecords()
    seams = [:]
    signal.publish(
      generation: machine.generation, itemCount: 0,
      replacing: keepsItems ? store.itemPositions.count : 0)
    guard !keepsItems else { return }
    store = PageStore()
    totalCount = nil
    storedGeneration = machine.generation
  }

  private mutating func takeArrival(at lane: Lane, _ endReason: EndReason?) {
    guard var page = arrival else { return }
    let walk = lane == .previous ? machine.lanes.previous.walk : machine.lanes.next.walk
    let closesCycle = walk.isStopped(by: .cursorCycle)
    if endReason != page.facts.endReason || closesCycle {
      page = page.changed(
        endReason: endReason, closesCycle: closesCycle, hidesNext: false,
        itemCount: page.facts.itemCount)
      arrival = page
    }
    if isArrivalBehindEnd { openLastPage(before: page.facts) }
    totalCount = page.facts.totalCount ?? totalCount
    store.add(page, at: lane)
    signal.publish(itemCount: store.itemPositions.upperBound)
  }

  /// Lets the page that was the last one no longer say so, now that another follows.
  private mutating func openLastPage(before page: PageFacts) {
    let isInside = isArrivalInsideLastPage
    if isInside { seams[page.index] = page.skippedCount }
    store.changeLast { last in
      last.changed(
        endReason: nil, closesCycle: last.facts.closesCycle && !isInside, hidesNext: isInside,
        itemCount: last.facts.itemCount)
    }
  }

  private func publish() {
    if !watchers.isEmpty { tellWatchers() }
  }

  @inline(never)
  private func tellWatchers() {
    let state = state
    for watcher in watchers { watcher.states.yield(state) }
  }

  /// Gives an answer: to the caller in this turn, to one who waits at the turn's end.
  private mutating func give(_ answer: FeedMachine.Answer, to waiter: Int) {
    if waiter == caller {
      callersAnswer = shared(answer)
    } else if let ticket = waiters.remove(waiter) {
      answers.append((ticket, shared(answer)))
    }
  }

  /// The answer for a waiter, the same for all who get the same in this turn.
  private mutating func shared(_ answer: FeedMachine.Answer) -> FeedAnswer {
    if let sharedAnswer, sharedAnswer.0 == answer { return sharedAnswer.1 }
    let new = publicAnswer(answer)
    sharedAnswer = (answer, new)
    return new
  }

  /// What a waiter gets, in the public terms.
  private func publicAnswer(_ answer: FeedMachine.Answer) -> FeedAnswer {
    switch answer {
    case .arrived: delivery(of: arrival)
    case .page(let index):
      // The store keeps what the machine says is kept; were it not so, that is no end of the data.
      store[index].map { delivery(of: $0.page) } ?? FeedAnswer(error(for: .superseded))
    case .end, .done: delivery(of: nil)
    case .failure(let failure): FeedAnswer(error(for: failure))
    }
  }

  private func delivery(of page: (any HeldPage)?) -> FeedAnswer {
    let isFollowed = page.map { store.indices.upperBound > $0.facts.index + 1 } ?? false
    return FeedAnswer(
      page, listed: page.map { fitted($0) }, generation: machine.generation,
      picture: isFollowed ? Shared(store) : nil)
  }

  /// A failure of the machine, in the public terms.
  func error(for failure: FeedMachine.Failure) -> FeedError {
    let index = machine.lanes.next.walk.index
    return switch failure {
    case .cancelled: FeedError(code: .cancelled)
    case .closed: FeedError(code: .closed)
    case .superseded: FeedError(code: .superseded)
    case .reentrant: FeedError(code: .reentrantLoad)
    case .noProgress: FeedError(code: .noProgress, pageIndex: index)
    case .stopped(let stop): FeedError(stop, pageIndex: index)
    case .source(let slot): records[slot]?.error ?? FeedError(code: .sourceFailed)
    }
  }

  @inline(never)
  private mutating func backOff(_ slot: FeedMachine.Slot, after attempt: Int) {
    let delay = records[slot]?.retry.delay ?? .zero
    sleep(for: delay, after: attempt, "feed: back-off", then: .waited(attempt))
  }

  @inline(never)
  private mutating func coolDown(after attempt: Int) {
    guard let duration = settings.failureCoolDown else { return }
    sleep(for: duration, after: attempt, "feed: cool-down", then: .cooledDown(attempt))
  }

  /// Reports an event when a time is over, in place of the attempt's own task.
  private mutating func sleep(
    for delay: Duration, after attempt: Int, _ name: String, then event: FeedMachine.Event
  ) {
    let task = spawn(name, on: settings.executor) {
      [weak feed = feed, clock = settings.clock] in
      guard await pause(for: delay, on: clock) else { return }
      await feed?.endSleep(after: attempt, event)
    }
    tasks.insert(task, for: attempt)
  }

  mutating func endSleep(after attempt: Int, _ event: FeedMachine.Event) {
    tasks.remove(attempt)
    run(event)
  }

  private mutating func report(_ note: FeedMachine.Note) {
    switch note {
    case .joined(let slot):
      guard hearsOfLoads, let record = records[slot] else { return }
      settings.observer?.loadJoined(record.description)
    case .superseded(let slot):
      if let record = takeRecord(of: slot) { settings.observer?.loadSuperseded(record.description) }
    case .cancelled(let slot):
      if let record = takeRecord(of: slot) { settings.observer?.loadCancelled(record.description) }
    case .ended(let lane, let reason): settings.observer?.laneEnded(lane, reason: reason)
    }
  }

  /// The record of a load that is given up.
  ///
  /// A lane keeps it, for the error of the load before.
  private mutating func takeRecord(of slot: FeedMachine.Slot) -> LoadRecord? {
    let record = records[slot]
    if case .reload = slot { records[slot] = nil }
    return record
  }
}
