// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct LoadContextTests {
  @Test("J2 X23: a load knows the loads that it is part of, and not those that came before it")
  func bounded() async throws {
    let probe = Probe()
    let feed = Feed<Int, Int> { request in
      let page = request.cursor ?? 0
      probe.note(LoadContext.depth)
      // The demand is served by a load of its own, after this one.
      probe.feed?.demand(through: page + 1)
      return Page(items: [page], next: page < 50 ? page + 1 : nil)
    }
    probe.feed = feed
    feed.demand(through: 0)
    _ = await state(of: feed) { $0.endReason != nil }
    probe.feed = nil
    #expect(probe.deepest == 1)
  }
}

private final class Probe: Sendable {
  private let state = Mutex<(feed: Feed<Int, Int>?, deepest: Int)>((nil, 0))

  var feed: Feed<Int, Int>? {
    get { state.withLock { $0.feed } }
    set { state.withLock { $0.feed = newValue } }
  }

  var deepest: Int { state.withLock { $0.deepest } }

  func note(_ depth: Int) { state.withLock { $0.deepest = max($0.deepest, depth) } }
}
