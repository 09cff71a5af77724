// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// Asks the source, in a task of its own that does not keep the feed alive.
  func start(_ request: FeedMachine.Request) {
    let description = LoadDescription(
      lane: request.slot.lane, pageIndex: request.position.index, generation: request.generation,
      attempt: request.number)
    if request.number == 1 {
      // The error of the load before stays: it is the lane's again if this load is given up.
      records[request.slot] = LoadRecords.Record(
        started: now(), description: description, error: records[request.slot]?.error)
    } else {
      records[request.slot]?.description = description
    }
    records[request.slot]?.retry.attempts = request.number
    configuration.observer?.attemptStarted(description, cause: request.cause)

    let question = FeedSource.Request(
      position: request.position, cursor: cursors[request.position.cursor],
      direction: request.slot == .lane(.previous) ? .previous : .next, attempt: request.number,
      generation: request.generation)
    let attempt = request.attempt
    let context = LoadContext.current.entering(
      attempt, of: signal, on: configuration.executor
    ) { machine.expects($0) != nil }
    tasks[attempt] = spawn(
      "feed: load page \(description.pageIndex)", on: configuration.executor
    ) { [weak self, source, classify = configuration.retry.classify] in
      do {
        let page = try await LoadContext.$current.withValue(context) {
          try await source.page(question)
        }
        await self?.succeed(attempt, page)
      } catch {
        await self?.fail(attempt, error, classify(error))
      }
    }
  }

  /// Takes a page, unless its attempt is no longer the current one.
  private func succeed(_ attempt: Int, _ page: any HeldPage) {
    guard let slot = machine.expects(attempt), let record = records[slot] else { return }
    tasks[attempt] = nil
    arrival = page
    configuration.retry.succeeded(record.retry)
    configuration.observer?.pageLoaded(
      record.description, itemCount: page.facts.itemCount, duration: now() - record.started)
    switch slot {
    case .lane(.refresh):
      cursors.start(at: nil)
      let previous = page.previous.map { PageWalk.Next.cursor(cursors.number(for: $0)) }
      run(.arrived(attempt, read(page), previous: previous))
    case .lane(.next):
      isArrivalInsideLastPage = machine.lanes.next.walk.isInsideLastPage
      run(.arrived(attempt, read(page)))
      isArrivalInsideLastPage = false
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
  private func read(_ page: any HeldPage) -> PageWalk.Arrival {
    let facts = page.facts
    return PageWalk.Arrival(
      itemCount: facts.itemCount,
      next: cursors.next(endReason: facts.endReason, cursor: page.next))
  }

  /// Takes a failure, unless its attempt is no longer the current one.
  private func fail(_ attempt: Int, _ error: any Error, _ advice: RetryAdvice) {
    guard let slot = machine.expects(attempt), var record = records[slot] else { return }
    tasks[attempt] = nil
    let observer = configuration.observer
    observer?.attemptFailed(record.description, error: error)
    let decision = configuration.retry.decide(
      on: advice, &record.retry, elapsed: now() - record.started, using: &randomness)
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
