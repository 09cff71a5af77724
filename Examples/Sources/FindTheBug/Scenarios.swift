// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// A server with numbered messages, the newest first, and two on a page.
actor Server {
  private let simulation: Simulation
  private var newest = 6

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  /// Every message, as the server has them now.
  var messages: [Int] { (1...newest).reversed() }

  /// Somebody writes a message.
  func post() { newest += 1 }

  /// Answers with what it had when it was asked, and takes its time.
  func page(at offset: Int) async -> [Int] {
    let page = Array(messages.dropFirst(offset).prefix(2))
    simulation.note("the server is asked for offset \(offset)")
    await simulation.latency()
    simulation.note("the server answers \(page)")
    return page
  }
}

/// One page is there; the person scrolls, a message arrives, the list is pulled to refresh.
///
/// Whatever comes first, in the end the list must be the beginning of what the server has: the
/// refresh has seen to that.
func pagerScenario(_ simulation: Simulation) async throws {
  let server = Server(simulation)
  let pager = Pager { await server.page(at: $0) }
  try await pager.loadNext()

  simulation.spawn("scroll") { try await pager.loadNext() }
  simulation.spawn("pull") {
    await server.post()
    try await pager.refresh()
  }
  simulation.atEnd {
    let shown = await pager.messages
    let held = await server.messages
    simulation.expect(held.starts(with: shown), "\(shown) is shown of \(held)")
  }
}

/// The same, with the library's feed in place of the pager.
func feedScenario(_ simulation: Simulation) async throws {
  let server = Server(simulation)
  let source = OffsetSource(limit: 2) { offset, _ in await server.page(at: offset) }
  let feed = Feed(
    source, configuration: FeedConfiguration(executor: simulation), clock: simulation.clock)
  try await feed.loadNext()

  simulation.spawn("scroll") {
    do throws(FeedError) {
      try await feed.loadNext()
    } catch {
      // The page belonged to the list that was replaced, and the caller is told.
      guard error.code == .superseded else { throw error }
    }
  }
  simulation.spawn("pull") {
    await server.post()
    try await feed.refresh()
  }
  simulation.atEnd {
    let shown = Array(await feed.snapshot.items)
    let held = await server.messages
    simulation.expect(held.starts(with: shown), "\(shown) is shown of \(held)")
  }
  simulation.expectReleased(feed, "the feed")
}
