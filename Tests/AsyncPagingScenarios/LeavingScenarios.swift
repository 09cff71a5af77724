// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

// Callers that leave, and feeds that end.

extension Scenario {
  /// One of two waiters is cancelled, wherever it is.
  package static let cancelledWaiter = Scenario("waiter cancelled in every place") { stage in
    let scene = Scene(stage)
    scene.client("stays") { client in
      let answer = await client.loadNext()
      guard case .page = answer else {
        return stage.expect(false, "the caller who stayed got \(answer)")
      }
    }
    let leaves = scene.client("leaves") { await $0.loadNext() }
    scene.client("leave") { await $0.cancel(leaves, of: "leaves") }
  }

  /// The last waiter is cancelled, and the page asked for again.
  package static let lastWaiter = Scenario("last waiter cancelled") { stage in
    let scene = Scene(stage)
    let leaves = scene.client("leaves") { await $0.loadNext() }
    scene.client("leave") { client in
      await client.cancel(leaves, of: "leaves")
      let answer = await client.loadNext()
      guard case .page = answer else {
        return stage.expect(false, "the load after it got \(answer)")
      }
    }
  }

  /// All loads are cancelled while a load and a refresh are under way.
  package static let cancelAll = Scenario("cancel all") { stage in
    let scene = Scene(stage, takesTime: false)
    await scene.setup.loadNext()
    scene.client("load") { await $0.loadNext() }
    scene.client("pull") { await $0.refresh() }
    scene.client("stop") { await $0.cancelLoads() }
  }

  /// The feed is closed while it loads, refreshes and is iterated over.
  package static let closeDuringEverything = Scenario("close during everything") { stage in
    let scene = Scene(stage, takesTime: false)
    scene.client("load") { client in
      await client.loadNext()
      await client.refresh()
    }
    scene.client("read") { await $0.iterate(1) }
    scene.client("close") { client in
      await client.close()
      let answer = await client.loadNext()
      stage.expect(answer == .closed, "the load after it got \(answer)")
    }
  }

  /// An observer joins while pages are loaded, and sees the last one.
  package static let lateObserver = Scenario("observer joins late") { stage in
    let scene = Scene(stage)
    scene.client("load") { client in
      await client.loadNext()
      await client.loadNext()
    }
    scene.client("watch") { client in
      await client.observe { $0.pageCount == 2 && !$0.isLoading }
    }
  }

  /// The feed is released while it loads, and an observer of it finishes.
  package static let releasedFeed = Scenario("feed released during a load") { stage in
    let server = Server(stage, pageCount: 3)
    let feed = Feed(
      server.source(), configuration: FeedConfiguration(executor: stage.executor),
      clock: stage.clock)
    stage.expectReleased(feed, "the feed")
    stage.spawn("watch") { [updates = feed.updates] in
      for await update in updates {
        let pages = update.snapshot.pages.count
        stage.expect(pages == update.snapshot.pageCount, "a torn state")
      }
    }
    stage.spawn("load") {
      feed.demand(through: 3)
      _ = await feed.snapshot.pageCount
    }
    stage.atRest {
      let running = server.runningCount
      stage.expect(running == 0, "\(running) requests are under way")
      let concurrency = server.highestConcurrency
      stage.expect(concurrency <= 1, "\(concurrency) requests at once")
    }
  }
}
