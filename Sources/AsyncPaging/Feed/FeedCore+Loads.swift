// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedCore {
  /// Asks the source, in a task that does not keep the feed alive: the one that has just brought a
  /// page, or one of its own.
  mutating func start(_ request: FeedMachine.Request) {
    let attempt = request.attempt
    note(request)
    let call = SourceCall(
      by: access,
      FeedRequest(
        position: request.position, cursor: cursors[request.position.cursor],
        direction: request.slot == .lane(.previous) ? .previous : .next, attempt: request.number,
        generation: request.generation),
      in: LoadContext.entering(attempt, of: signal, on: settings.executor) {
        machine.expects($0) != nil
      })
    // A source may have cancelled the task it ran in. That is not to reach the next load.
    if let task = freeTask.take(), !Task.isCancelled {
      tasks.insert(task, for: attempt)
      nextCall = call
    } else {
      let task = spawn("feed: load", on: settings.executor) { @concurrent in
        var next: SourceCall? = call
        while let call = next { next = await call.make() }
      }
      tasks.insert(task, for: attempt)
    }
  }

  /// Remembers that an attempt begins, and says so.
  private mutating func note(_ request: FeedMachine.Request) {
    let description = LoadDescription(
      lane: request.slot.lane, pageIndex: request.position.index, generation: request.generation,
      attempt: request.number)
    records.begin(
      request.slot, description, at: measuresLoads && request.number == 1 ? now() : .zero)
    if hearsOfLoads { settings.observer?.attemptStarted(description, cause: request.cause) }
  }

  /// Takes a page, unless its attempt is no longer the current one.
  ///
  /// - Returns: The call that the attempt's task is to make next, if the feed wants another page
  ///   now.
  mutating func succeed(_ attempt: Int, _ page: any HeldPage) -> SourceCall? {
    guard let slot = machine.expects(attempt) else { return nil }
    freeTask = tasks.remove(attempt)
    take(page, of: attempt, in: slot)
    freeTask = nil
    return nextCall.take()
  }

  private mutating func take(
    _ page: any HeldPage, of attempt: Int, in slot: FeedMachine.Slot
  ) {
    arrival = page
    if hearsOfLoads, let record = records[slot] {
      settings.retry.succeeded(record.retry)
      settings.observer?.pageLoaded(
        record.description, itemCount: page.facts.itemCount, duration: now() - record.started)
    }
    switch slot {
    case .lane(.refresh):
      cursors.start(at: nil)
      let previous = page.previous.map { PageWalk.Next.cursor(cursors.number(for: $0)) }
      run(.arrived(attempt, read(page), previous: previous))
    case .lane(.next):
      let walk = machine.lanes.next.walk
      isArrivalInsideLastPage = walk.isInsideLastPage
      isArrivalBehindEnd = !walk.isOpen
      run(.arrived(attempt, read(page)))
      isArrivalInsideLastPage = false
      isArrivalBehindEnd = false
    case .lane(.previous):
      let previous = page.previous.map { PageWalk.Next.cursor(cursors.number(for: $0)) }
      run(
        .arrived(
          attempt,
          PageWalk.Arrival(
            itemCount: page.facts.itemCount, next: previous ?? .end(.noNextCursor, cursor: nil))))
    case .reload:
      run(.reloaded(attempt))
      records[slot] = nil
    }
    arrival = nil
  }

  /// What the machine must know of a page.
  private mutating func read(_ page: any HeldPage) -> PageWalk.Arrival {
    let facts = page.facts
    return PageWalk.Arrival(
      itemCount: facts.itemCount,
      next: cursors.next(endReason: facts.endReason, cursor: page.next))
  }

  /// Takes a failure, unless its attempt is no longer the current one.
  mutating func fail(_ attempt: Int, _ error: any Error, _ advice: RetryAdvice) {
    guard let slot = machine.expects(attempt), var record = records[slot] else { return }
    tasks.remove(attempt)
    let observer = settings.observer
    observer?.attemptFailed(record.description, error: error)
    let decision = settings.retry.decide(
      on: advice, &record.retry,
      elapsed: measuresLoads ? now() - record.started : .zero, using: &randomness)
    switch decision {
    case .wait(let delay):
      records[slot] = record
      observer?.loadWaiting(record.description, delay: delay)
      run(.failed(attempt, isRetried: true))
    case .fail(let code, let retryAfter):
      let failure = FeedError(
        code: code, attempts: record.retry.attempts, pageIndex: record.description.pageIndex,
        retryAfter: retryAfter, underlying: error)
      record.error = failure
      records[slot] = record
      observer?.loadFailed(record.description, error: failure)
      run(.failed(attempt, isRetried: false))
      if case .reload = slot { records[slot] = nil }
    }
  }
}

extension FeedMachine.Slot {
  /// The lane, or `nil` for a page that is loaded for an iterator alone.
  var lane: Lane? {
    if case .lane(let lane) = self { return lane }
    return nil
  }
}
