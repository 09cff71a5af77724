// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// Where a stress takes place: on the pool, or in a simulation.
struct StressStage: Sendable {
  var simulation: Simulation?

  /// Starts a task.
  func spawn(
    _ name: String, _ body: @escaping @concurrent @Sendable () async -> Void
  ) -> Task<Void, any Error> {
    if let simulation { return simulation.spawn(name) { await body() } }
    return Task(name: name) { await body() }
  }

  /// Lets others run.
  func turn(_ number: Int) async {
    guard let simulation else { return await Task.yield() }
    // Time moves only while nobody can run; a client that never sleeps would stop it.
    if number % 4 == 3 {
      try? await simulation.clock.sleep(for: .milliseconds(1))
    } else {
      await simulation.latency()
    }
  }
}

/// The hands of a stress: they carry operations out and look at what comes back.
struct StressClient<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  let feed: Feed<Item, Cursor>
  let audit: LoadAudit?
  let sources: [any PageSource<Item, Cursor>]
  let checks: StressChecks<Item>
  let ledger: StressLedger
  let stage: StressStage

  /// Does one step after the other, and leaves its calls to run by themselves: one that hangs holds
  /// nobody up.
  func run(_ steps: [StressStep], client: Int) async {
    for (number, step) in steps.enumerated() {
      let call = await perform(step.operation, "client \(client), operation \(number + 1)")
      for turn in 0..<step.turns {
        if let call, ledger.isOver(call) { break }
        await stage.turn(turn)
      }
    }
  }

  /// Carries out an operation.
  ///
  /// - Returns: The number of the call, if it is one that can take long.
  private func perform(_ operation: StressOperation, _ place: String) async -> Int? {
    let name = "\(place): \(operation)"
    ledger.note(operation)
    switch operation {
    case .loadNext:
      return call(name) { try await feed.loadNext().map { _ in "page" } ?? "end" }
    case .refresh: return call(name) { try await feed.refresh().map { _ in "page" } ?? "end" }
    case .retry:
      return call(name) {
        try await feed.retry()
        return "done"
      }
    case .iterate(let ahead, let rest, let limit):
      return call(name) {
        try await iterate(name, ahead: ahead, rest: rest, leavingAfter: limit)
      }
    case .checkForMore:
      return call(name) { try await feed.checkForMore().map { _ in "page" } ?? "end" }
    case .demand(let index): feed.demand(through: index)
    case .pauseDemand:
      await feed.pauseDemand()
      audit?.note(isDemandPaused: true)
    case .resumeDemand:
      audit?.note(isDemandPaused: false)
      await feed.resumeDemand()
    case .cancelOne(let pick): ledger.cancel(pick: pick)
    case .cancelAll: await feed.cancel()
    case .reset: await reset(name) { await feed.reset() }
    case .resetTo(let source, let keepsItems):
      await reset(name) { await feed.reset(to: sources[source], keepingItems: keepsItems) }
    case .close: await close()
    }
    return nil
  }

  /// Drops the list, and checks that a new one has begun.
  private func reset(_ name: String, _ body: () async -> Void) async {
    let before = await feed.snapshot.generation
    await body()
    let after = await feed.snapshot.generation
    ledger.check(
      after > before || ledger.isClosing,
      "\(name): generation \(after) is shown, and \(before) was before")
  }

  /// Closes the feed; whoever calls it from then on is told so, and nothing is loaded any more.
  func close() async {
    ledger.beginClosing()
    await feed.close()
    audit?.noteClosed()
    ledger.endClosing()
  }

  /// Makes a call in a task of its own.
  private func call(
    _ name: String, _ body: @escaping @concurrent @Sendable () async throws -> String
  ) -> Int {
    let isLate = ledger.isClosed
    let call = ledger.begin(name)
    let task = stage.spawn(name) { [ledger] in
      do {
        let outcome = try await body()
        ledger.check(!isLate, "\(name): \(outcome), although the feed had been closed before")
        ledger.end(call, outcome)
      } catch let error as FeedError {
        ledger.judge(error, of: name, isLate: isLate)
        ledger.end(call, error.code.description)
      } catch {
        ledger.find("\(name): threw \(type(of: error)), not FeedError")
        ledger.end(call, "other error")
      }
    }
    ledger.keep(task)
    return call
  }

  // MARK: - Looking

  /// Walks through the pages and checks that they follow one another.
  private func iterate(
    _ name: String, ahead: Int, rest: Int, leavingAfter limit: Int?
  ) async throws(FeedError) -> String {
    var pages: [Page<Item, Cursor>] = []
    defer { check(pages, name) }
    var iterator = feed.pages(prefetching: ahead).makeAsyncIterator()
    while let page = try await iterator.next() {
      pages.append(page)
      ledger.change { $0.pagesIterated += 1 }
      if pages.count == limit { return "left" }
      for turn in 0..<rest { await stage.turn(turn) }
    }
    ledger.check(
      pages.last?.isLast == true,
      "\(name): ended after \(pages.count) pages, of which none is the last")
    return "end"
  }

  private func check(_ pages: [Page<Item, Cursor>], _ name: String) {
    let numbers = pages.map(\.index)
    ledger.check(
      numbers == Array(0..<numbers.count), "\(name): got the pages \(numbers), not each in its turn"
    )
    for (page, following) in zip(pages, pages.dropFirst())
    where checks.expectsStableCursors && following.skippedCount == 0 {
      // Behind the last page its own cursor is asked for once more.
      ledger.check(
        page.next ?? page.cursor == following.cursor,
        "\(name): page \(following.index) was not asked for with the cursor of page \(page.index)")
    }
    for seam in checks.identity?.seams(pages.map(\.items)) ?? [] { ledger.find("\(name): \(seam)") }
    if let isOfOneVersion = checks.isOfOneVersion {
      ledger.check(
        isOfOneVersion(pages.flatMap(\.items)),
        "\(name): got items of more than one version in one walk")
    }
  }

  /// Looks at every picture of the feed until it is closed.
  func watch() async {
    var generation = 0
    for await update in feed.updates {
      ledger.change { $0.updates += 1 }
      let picture = update.snapshot
      let numbers = picture.pages.map(\.index)
      ledger.check(
        zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 },
        "a picture shows the pages \(numbers), with a gap")
      ledger.check(
        picture.generation >= generation,
        "a picture of generation \(picture.generation) came after one of \(generation)")
      let itemCount = picture.pages.reduce(0) { $0 + $1.items.count }
      ledger.check(
        itemCount == picture.items.count,
        "a picture shows \(picture.items.count) items, and \(itemCount) on its pages")
      if let isOfOneVersion = checks.isOfOneVersion {
        ledger.check(
          isOfOneVersion(Array(picture.items)), "a picture shows items of more than one version")
      }
      generation = picture.generation
    }
    ledger.check(ledger.isClosing, "the pictures ended, but the feed was not closed")
  }
}
