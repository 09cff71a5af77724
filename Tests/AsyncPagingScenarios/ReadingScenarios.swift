// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

// Iterators beside other callers.

extension Scenario {
  /// Two iterators and a refresh.
  package static let iteratorsAndRefresh = Scenario("two iterators and a refresh") { stage in
    let scene = Scene(stage, pageCount: 2, takesTime: false)
    await scene.setup.loadNext()
    for number in [1, 2] {
      scene.client("reader \(number)") { client in
        let answer = await client.iterate(number)
        // It ends with a reason, never short of the end.
        stage.expect([.end, .superseded].contains(answer), "the iterator ended with \(answer)")
      }
    }
    scene.client("pull") { await $0.refresh() }
  }

  /// An iterator that reads ahead is left, and a load goes on.
  package static let prefetchingIteratorLeft = Scenario("prefetching iterator left early") {
    stage in
    let scene = Scene(stage, pageCount: 4, takesTime: false)
    scene.client("reader") { await $0.iterate(1, prefetching: 2, pages: 1) }
    scene.client("load") { await $0.loadNext() }
    stage.atRest {
      let count = scene.server.callCount
      stage.expect(count <= 4, "\(count) requests for one page and two ahead, and another")
    }
  }

  /// A page read ahead fails, and the pages before it come first.
  package static let readAheadAndFailure = Scenario("read-ahead and failure") { stage in
    let scene = Scene(stage, outages: [1: 1], takesTime: false)
    scene.client("reader") { client in
      let answer = await client.iterate(1, prefetching: 2)
      let isExpected = [.end, .failed(1)].contains(answer)
      stage.expect(isExpected, "the iterator ended with \(answer)")
    }
    scene.client("again") { client in
      await client.loadNext()
      await client.retry()
    }
  }
}
