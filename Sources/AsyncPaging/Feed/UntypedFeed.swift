// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A feed as its own core and tasks see it: without the types of its items and cursors.
protocol UntypedFeed: Actor {
  /// What runs on the feed, made when it is first needed.
  var core: FeedCore { get }
}

/// The turns of a feed: each is a function of its core.
extension UntypedFeed {
  func run(_ event: FeedMachine.Event) { core.run(event) }

  func enter(_ call: FeedMachine.Call, inside: [Int]) -> Waiter? {
    core.enter(call, inside: inside)
  }

  func enter(_ place: FeedPlace, reader: Int?, ahead: Int, inside: [Int]) -> Waiter? {
    core.enter(place, reader: reader, ahead: ahead, inside: inside)
  }

  func succeed(_ attempt: Int, _ page: any HeldPage) -> SourceCall? { core.succeed(attempt, page) }

  func fail(_ attempt: Int, _ error: any Error, _ advice: RetryAdvice) {
    core.fail(attempt, error, advice)
  }

  func endSleep(after attempt: Int, _ event: FeedMachine.Event) {
    core.endSleep(after: attempt, event)
  }

  func takeDemand() { core.takeDemand() }

  func watch() -> AsyncStream<FeedState> { core.watch() }

  func removeWatcher(_ id: Int) { core.removeWatcher(id) }
}
