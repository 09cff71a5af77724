// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// Somebody who uses the feed of a scene, and writes down what comes of it.
struct Client: Sendable {
  typealias Operation = FeedModel.Operation
  typealias Answer = FeedModel.Answer

  let name: String
  let scene: Scene

  private var feed: Feed<Int, Mark> { scene.feed }

  @discardableResult
  func loadNext() async -> Answer {
    await ask(.loadNext) { () async throws(FeedError) in try await feed.loadNext() }
  }

  @discardableResult
  func refresh() async -> Answer {
    await ask(.refresh) { () async throws(FeedError) in try await feed.refresh() }
  }

  @discardableResult
  func checkForMore() async -> Answer {
    await ask(.checkForMore) { () async throws(FeedError) in try await feed.checkForMore() }
  }

  @discardableResult
  func retry() async -> Answer {
    let answer = await ask(.retry) { () async throws(FeedError) in
      try await feed.retry()
      return nil
    }
    return answer
  }

  /// Goes through the pages of the list until that ends, or as many have come.
  ///
  /// - Returns: What came last.
  @discardableResult
  func iterate(_ number: Int, prefetching ahead: Int = 0, pages: Int = .max) async -> Answer {
    var iterator = feed.pages(prefetching: ahead).makeAsyncIterator()
    var answer = Answer.done
    for _ in 0..<pages {
      answer = await ask(.iterate(number, ahead: ahead)) { () async throws(FeedError) in
        try await iterator.next()
      }
      guard case .page = answer else { break }
    }
    return answer
  }

  @discardableResult
  func snapshot() async -> FeedSnapshot<Int, Mark> {
    let call = scene.history.call(.snapshot, by: name)
    let snapshot = await feed.snapshot
    scene.history.finish(call, with: .pages(snapshot.pages.map { FeedModel.PageID($0) }))
    return snapshot
  }

  func demand(through level: Int) async {
    await tell(.demand(level)) { feed.demand(through: level) }
  }

  func cancelLoads() async { await tell(.cancel) { await feed.cancel() } }

  func reset(to source: Int) async {
    await tell(.reset(source)) { await feed.reset(to: scene.server.source(source)) }
  }

  func close() async { await tell(.close) { await feed.close() } }

  /// Cancels the task of another client.
  func cancel(_ task: Task<Void, any Error>, of client: String) async {
    await tell(.leave(client)) { task.cancel() }
  }

  /// Looks at the states of the feed until one is as wanted.
  func observe(until isWanted: (FeedSnapshot<Int, Mark>) -> Bool) async {
    var last = 0
    for await update in feed.updates {
      let pages = update.snapshot.pages.count
      scene.stage.expect(pages == update.snapshot.pageCount, "a torn state")
      scene.stage.expect(pages >= last, "a state that goes back from \(last) to \(pages) pages")
      last = pages
      if isWanted(update.snapshot) { break }
    }
  }

  private func tell(_ operation: Operation, _ body: () async -> Void) async {
    await scene.history.record(operation, by: name) {
      await body()
      return .done
    }
  }

  private func ask(
    _ operation: Operation, _ body: () async throws(FeedError) -> Page<Int, Mark>?
  ) async -> Answer {
    await scene.history.record(operation, by: name) {
      do throws(FeedError) {
        if let page = try await body() { return .page(FeedModel.PageID(page)) }
        return operation == .retry ? .done : .end
      } catch {
        return answer(to: error)
      }
    }
  }

  private func answer(to error: FeedError) -> Answer {
    switch error.code {
    case .cancelled: .cancelled
    case .superseded: .superseded
    case .closed: .closed
    // A failure that the server knows nothing of is none that the model knows.
    default: .failed((error.underlying as? Outage)?.number ?? -1)
    }
  }
}
