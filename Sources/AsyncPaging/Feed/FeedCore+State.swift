// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedCore {
  /// The state of the feed now, without types.
  var state: FeedState {
    let walk = machine.lanes.next.walk
    return FeedState(
      store: store, generation: machine.generation, itemsGeneration: storedGeneration,
      pageCount: machine.isLoaded ? walk.index : 0,
      itemCount: machine.isLoaded ? walk.itemCount : 0, totalCount: totalCount,
      refresh: phase(of: .refresh), next: phase(of: .next), previous: phase(of: .previous),
      isLoaded: machine.isLoaded, isClosed: machine.isClosed)
  }

  private func phase(of lane: Lane) -> LanePhase {
    switch machine.lanes[lane].phase {
    case .idle: .idle
    case .loading(let attempt): .loading(attempt: attempt)
    case .waiting(let attempt):
      .waiting(attempt: attempt, delay: records[.lane(lane)]?.retry.delay ?? .zero)
    case .failed(.source): .failed(error(for: .source(.lane(lane))))
    case .failed(.noProgress): .failed(error(for: .noProgress))
    case .failed(.stopped(let stop)): .failed(error(for: .stopped(stop)))
    case .ended(let reason): .ended(reason)
    }
  }

  /// A stream of states for one observer, starting with the current one.
  mutating func watch() -> AsyncStream<FeedState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FeedState.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(state)
    guard !machine.isClosed else {
      continuation.finish()
      return stream
    }
    let id = signal.newID()
    watchers.append(FeedWatcher(id: id, states: continuation))
    continuation.onTermination = { [weak feed = feed, executor = settings.executor] _ in
      spawn("feed: observer left", on: executor) { await feed?.removeWatcher(id) }
    }
    return stream
  }

  mutating func removeWatcher(_ id: Int) { watchers.removeAll { $0.id == id } }

  /// Tells the machine what is demanded.
  mutating func takeDemand() {
    guard let demand = signal.takeDemand() else { return }
    run(.demand(demand.level, generation: demand.generation))
  }
}
