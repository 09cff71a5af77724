// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Dispatch
import Synchronization
import Testing

/// Who is answered acts on a turn of the feed that is over, not on half of one.
@Suite(.serialized, .tags(.demand), .timeLimit(.minutes(10)))
struct TurnEndTests {
  /// How the loads in flight are ended.
  enum Ending: CaseIterable { case cancel, reset }

  @Test(
    "B1: what a caller demands that was told its load is over is not lost in the same turn",
    arguments: Ending.allCases)
  func demand(ending: Ending) async throws {
    let gate = Gate()
    let observer = SlowObserver()
    let source = Numbers(answering: { request, count in
      guard let cursor = request.cursor else {
        return count == 2 ? .page([1], next: 1).held(by: gate) : .page([1], next: 1)
      }
      let page = ScriptStep.page([cursor + 1], next: cursor < 9 ? cursor + 1 : nil)
      return cursor == 2 && count == 1 ? page.held(by: gate) : page
    })
    let feed = Feed(
      source, configuration: FeedConfiguration(retry: .never, retention: .none, observer: observer))
    for _ in 0..<2 { _ = try await feed.loadNext() }
    let next = Task {
      let code = await outcome(of: { try await feed.loadNext() }).failure?.code
      feed.demand(through: 0)
      feed.demand(through: 20)
      observer.demanded.signal()
      return code
    }
    try await gate.arrivals(1)
    let reload = Task { await outcome(of: { try await elements(of: feed.pages) }).failure?.code }
    try await gate.arrivals(2)
    observer.isWaiting.store(true, ordering: .sequentiallyConsistent)
    switch ending {
    case .cancel: await feed.cancel()
    case .reset: await feed.reset()
    }
    let code: FeedError.Code = ending == .cancel ? .cancelled : .superseded
    #expect(await next.value == code)
    #expect(await reload.value == code)
    await gate.open()
    for await update in feed.updates where update.snapshot.endReason != nil { return }
    Issue.record("the demanded pages never came")
  }
}

/// An observer that takes its time over the second load of a turn that is ended.
private final class SlowObserver: FeedObserver {
  let isWaiting = Atomic<Bool>(false)
  let demanded = DispatchSemaphore(value: 0)
  private let endedLoads = Atomic<Int>(0)

  func loadCancelled(_ load: LoadDescription) { pause() }
  func loadSuperseded(_ load: LoadDescription) { pause() }

  private func pause() {
    guard isWaiting.load(ordering: .sequentiallyConsistent) else { return }
    guard endedLoads.add(1, ordering: .relaxed).newValue == 2 else { return }
    _ = demanded.wait(timeout: .now() + .milliseconds(300))
  }
}
