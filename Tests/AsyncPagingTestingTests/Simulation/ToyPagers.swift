// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting

/// A server with three pages of two items; what it serves changes with every version.
actor ToyServer {
  struct Answer: Sendable {
    var items: [Int]
    var next: Int?
  }

  private let simulation: Simulation
  private var version = 0

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  func publish() { version += 1 }

  /// Answers later than it reads.
  func page(_ cursor: Int) async -> Answer {
    let first = version * 100 + cursor * 10
    await simulation.latency()
    return Answer(items: [first, first + 1], next: cursor < 2 ? cursor + 1 : nil)
  }
}

protocol ToyPager: Actor {
  var items: [Int] { get }
  func loadNext() async throws
  func refresh() async throws
}

/// First fault: the cursor is read before the suspension, written after it, and read by others in
/// between.
actor TornCursorPager: ToyPager {
  private(set) var items: [Int] = []
  private var cursor: Int? = 0
  private let server: ToyServer

  init(_ server: ToyServer) {
    self.server = server
  }

  func loadNext() async throws {
    guard let here = cursor else { return }
    let answer = await server.page(here)
    items += answer.items
    cursor = answer.next
  }

  func refresh() async throws {
    items = []
    cursor = 0
    try await loadNext()
  }
}

/// Second fault: a load that is under way during a refresh adds its page to the new list.
actor StalePagePager: ToyPager {
  private(set) var items: [Int] = []
  private var cursor: Int? = 0
  private var load: Task<Void, Never>?
  private let server: ToyServer
  private let executor: any TaskExecutor

  init(_ server: ToyServer, on executor: any TaskExecutor) {
    self.server = server
    self.executor = executor
  }

  func loadNext() async throws {
    guard let cursor else { return }
    let running =
      load
      ?? Task(name: "load page \(cursor)", executorPreference: executor) {
        await self.run(cursor)
      }
    load = running
    await running.value
  }

  private func run(_ cursor: Int) async {
    let answer = await server.page(cursor)
    load = nil
    items += answer.items
    self.cursor = answer.next
  }

  func refresh() async throws {
    load?.cancel()
    load = nil
    items = []
    cursor = 0
    try await loadNext()
  }
}

/// Third fault: a waiter that is cancelled is crossed out, and never told.
actor ForgottenWaiterPager: ToyPager {
  private(set) var items: [Int] = []
  private var cursor: Int? = 0
  private var isLoading = false
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private let server: ToyServer
  private let executor: any TaskExecutor

  init(_ server: ToyServer, on executor: any TaskExecutor) {
    self.server = server
    self.executor = executor
  }

  func loadNext() async throws {
    guard !isLoading else { return await join() }
    guard let here = cursor else { return }
    isLoading = true
    let answer = await server.page(here)
    isLoading = false
    items += answer.items
    cursor = answer.next
    for ticket in waiters.keys.sorted() { waiters[ticket]?.resume() }
    waiters = [:]
  }

  private func join() async {
    let ticket = waiters.count
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[ticket] = $0 }
    } onCancel: {
      Task(name: "cross out", executorPreference: executor) { await self.crossOut(ticket) }
    }
  }

  /// The continuations that were crossed out: kept, so that none complains about its end.
  private var crossedOut: [CheckedContinuation<Void, Never>] = []

  private func crossOut(_ ticket: Int) {
    if let waiter = waiters.removeValue(forKey: ticket) { crossedOut.append(waiter) }
  }

  func refresh() async throws {}
}

/// Fourth fault: a load that a refresh has made void takes down the flag of the load after it.
actor WrongFlagPager: ToyPager {
  private(set) var items: [Int] = []
  private var cursor: Int? = 0
  private var isLoading = false
  private var generation = 0
  private let server: ToyServer

  init(_ server: ToyServer) {
    self.server = server
  }

  func loadNext() async throws {
    guard !isLoading, let here = cursor else { return }
    isLoading = true
    defer { isLoading = false }
    let mine = generation
    let answer = await server.page(here)
    guard mine == generation else { return }
    items += answer.items
    cursor = answer.next
  }

  func refresh() async throws {
    generation += 1
    isLoading = false
    items = []
    cursor = 0
    try await loadNext()
  }
}

/// Fifth fault: a wait before a retry that is cancelled leaves the pager at "loading".
actor StuckPager: ToyPager {
  struct Offline: Error {}

  private(set) var items: [Int] = []
  private var cursor: Int? = 0
  private var isLoading = false
  private var failuresLeft = 1
  private let server: ToyServer
  private let simulation: Simulation

  init(_ server: ToyServer, _ simulation: Simulation) {
    self.server = server
    self.simulation = simulation
  }

  func loadNext() async throws {
    guard !isLoading, let here = cursor else { return }
    isLoading = true
    for attempt in 0..<3 {
      if failuresLeft > 0, simulation.choose(2) == 1 {
        failuresLeft -= 1
        try await simulation.clock.sleep(for: .seconds(1 << attempt))
        continue
      }
      let answer = await server.page(here)
      items += answer.items
      cursor = answer.next
      break
    }
    isLoading = false
  }

  func refresh() async throws {}
}
