// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

// Callers that load at the same time.

extension Scenario {
  /// Concurrent loads share a page, or get the next one.
  package static let concurrentLoads = Scenario("concurrent loads") { stage in
    let scene = Scene(stage)
    for name in ["a", "b"] {
      scene.client(name) { client in
        await client.loadNext()
        await client.loadNext()
      }
    }
  }

  /// A load and a refresh at the same time.
  package static let loadAndRefresh = Scenario("load and refresh") { stage in
    let scene = Scene(stage)
    await scene.setup.loadNext()
    scene.client("scroll") { client in
      await client.loadNext()
      await client.snapshot()
    }
    scene.client("pull") { await $0.refresh() }
  }

  /// A load, a refresh and another load.
  package static let loadRefreshLoad = Scenario("load, refresh, load") { stage in
    let scene = Scene(stage, takesTime: false)
    await scene.setup.loadNext()
    scene.client("first") { await $0.loadNext() }
    scene.client("pull") { await $0.refresh() }
    scene.client("second") { await $0.loadNext() }
  }

  /// A retry while a load backs off.
  package static let retryDuringBackoff = Scenario(
    "retry during back-off", earlyTimers: true
  ) { stage in
    let retry = RetryPolicy(maxAttempts: 2, backoff: .constant(.milliseconds(1)))
    let scene = Scene(stage, outages: [0: 2], retry: retry)
    scene.client("load") { await $0.loadNext() }
    scene.client("again") { client in
      await client.retry()
      await client.retry()
    }
  }

  /// A reset to another source while pages are loaded.
  package static let resetToAnotherSource = Scenario("reset to another source") { stage in
    let scene = Scene(stage, takesTime: false)
    scene.client("scroll") { client in
      await client.loadNext()
      await client.loadNext()
    }
    scene.client("search") { client in
      await client.reset(to: 1)
      let answer = await client.loadNext()
      guard case .page(let page) = answer else {
        return stage.expect(false, "the load after the reset got \(answer)")
      }
      stage.expect(page.source == 1, "a page of the old source")
    }
  }

  /// CheckForMore beyond the end, against demand.
  package static let checkForMoreAgainstDemand = Scenario("checkForMore against demand") { stage in
    let scene = Scene(stage, pageCount: 2, extraPageCount: 1, takesTime: false)
    await scene.setup.loadNext()
    scene.client("load") { await $0.loadNext() }
    scene.client("look") { client in
      await client.checkForMore()
      await client.checkForMore()
    }
    scene.client("scroll") { await $0.demand(through: 9) }
    stage.atRest {
      let count = await scene.feed.snapshot.itemCount
      stage.expect(count >= 4, "demanded 10 items, of which \(count) are there")
    }
  }

  /// A demand that comes while a page is loaded.
  package static let demandDuringLoad = Scenario("demand during load") { stage in
    let scene = Scene(stage, prefetchDistance: 1)
    scene.client("load") { client in
      await client.loadNext()
      await client.snapshot()
    }
    scene.client("scroll") { client in
      await client.demand(through: 0)
      await client.demand(through: 3)
    }
    stage.atRest {
      let count = await scene.feed.snapshot.itemCount
      stage.expect(count >= 5, "demanded 4 items and one ahead, \(count) are there")
    }
  }
}
