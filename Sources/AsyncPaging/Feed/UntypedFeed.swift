// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A feed as its own core and tasks see it: without the types of its items and cursors.
@usableFromInline
protocol UntypedFeed: Actor {
  nonisolated var configuration: FeedConfiguration { get }
  nonisolated var signal: FeedSignal { get }

  /// Where what runs on the feed is; it is made when it is first needed.
  var box: CoreBox { get }
}

/// The turns of a feed: each is a function of its core.
extension UntypedFeed {
  func run(_ event: FeedMachine.Event) { box.core.run(event) }

  func enter(_ pull: FeedPull, inside: [Int]) -> Waiter? {
    box.core.enter(pull.call, inside: inside)
  }

  func enter(_ place: FeedPlace, reader: Int?, ahead: Int, inside: [Int]) -> Waiter? {
    box.core.enter(place, reader: reader, ahead: ahead, inside: inside)
  }

  func succeed(_ attempt: Int, _ page: any HeldPage) -> SourceCall? {
    box.core.succeed(attempt, page)
  }

  func fail(_ attempt: Int, _ error: any Error, _ advice: RetryAdvice) {
    box.core.fail(attempt, error, advice)
  }

  func endSleep(after attempt: Int, _ event: FeedMachine.Event) {
    box.core.endSleep(after: attempt, event)
  }

  func takeDemand() { box.core.takeDemand() }

  func watch() -> AsyncStream<FeedState> { box.core.watch() }

  func removeWatcher(_ id: Int) { box.core.removeWatcher(id) }
}
