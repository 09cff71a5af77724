// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// A feed over a server, its clients, what they were told, and what must hold of it at the end.
struct Scene: Sendable {
  let stage: Stage
  let server: Server
  let feed: Feed<Int, Mark>
  let history = History<FeedModel.Operation, FeedModel.Answer>()
  private let ledger = Ledger()
  private let prefetchDistance: Int

  init(
    _ stage: Stage, pageCount: Int = 3, extraPageCount: Int = 0, outages: [Int: Int] = [:],
    retry: RetryPolicy = .never, prefetchDistance: Int = 0, takesTime: Bool = true
  ) {
    self.stage = stage
    self.prefetchDistance = prefetchDistance
    server = Server(
      stage, pageCount: pageCount, extraPageCount: extraPageCount, outages: outages,
      takesTime: takesTime)
    feed = Feed(
      server.source(),
      configuration: FeedConfiguration(
        prefetchDistance: prefetchDistance, retry: retry, observer: ledger,
        executor: stage.executor),
      clock: stage.clock)
    stage.expectReleased(feed, "the feed")
    stage.expectReleased(server, "the server")
    stage.atEnd { [self] in await check() }
    stage.atRest { [self] in await checkRest() }
  }

  /// Starts a client.
  @discardableResult
  func client(
    _ name: String, _ body: @escaping @Sendable (Client) async throws -> Void
  ) -> Task<Void, any Error> {
    let client = Client(name: name, scene: self)
    return stage.spawn(name) { try await body(client) }
  }

  /// Does something before the clients begin.
  var setup: Client { Client(name: "setup", scene: self) }

  /// What holds once all clients have returned.
  private func check() async {
    let snapshot = await Client(name: "end", scene: self).snapshot()
    let items = Array(snapshot.items)
    stage.expect(zip(items, items.dropFirst()).allSatisfy { $0 < $1 }, "items: \(items)")
    stage.expect(Set(items.map { $0 / 1_000 }).count <= 1, "several versions: \(items)")
    let pages = snapshot.pages.map(\.index)
    stage.expect(pages == Array(0..<snapshot.pageCount), "pages: \(pages)")
    let concurrency = server.highestConcurrency
    stage.expect(concurrency <= 1, "\(concurrency) requests at once in one lane and generation")
    let waiters = await feed.holdings.waiters
    stage.expect(waiters == 0, "\(waiters) waiters are left")
    // Later ones may not be in the history: on the pool demand may still be at work.
    let model = FeedModel(
      pageCount: server.pageCount, extraPageCount: server.extraPageCount,
      pageSize: Server.pageSize, prefetchDistance: prefetchDistance,
      versionCount: server.versionCount, failureCount: server.failureCount)
    stage.expect(history.linearization(by: model) != nil, "not linearizable:\n\(history)")
  }

  /// What holds once nothing goes on any more.
  private func checkRest() async {
    let holdings = await feed.holdings
    let isAtRest =
      holdings.tasks == 0 && holdings.waiters == 0 && holdings.watchers == 0
      && holdings.records <= 2 && holdings.cursors <= 2
    stage.expect(isAtRest, "the feed holds \(holdings)")
    let running = server.runningCount
    stage.expect(running == 0, "\(running) requests are under way")
    let (attempts, unfinished) = (ledger.attemptCount, ledger.runningCount)
    stage.expect(unfinished == 0, "\(unfinished) of \(attempts) attempts have not ended")
    stage.expect(ledger.complaints.isEmpty, "\(ledger.complaints)")
    let calls = server.callCount
    stage.expect(calls <= attempts, "\(calls) requests in \(attempts) attempts")
  }
}
