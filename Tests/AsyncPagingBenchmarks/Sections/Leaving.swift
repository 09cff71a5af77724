// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import BenchmarkProbes

extension Benchmark {
  /// Callers that are cancelled while they wait.
  static let leaving = [
    Benchmark(
      "leave/one-of-100000", "one waiter of 100,000 leaves, cancel to return",
      against: "one waiter of 10 leaves"
    ) { scale in
      let count = scale.pick(100_000, check: 50_000)
      let departures = 100
      let crowd = await Crowd(count)
      // Those who leave stand all over the queue, and nobody leaves twice.
      var leavers = (0..<count).filter { $0 % 7 == 5 }.shuffled().makeIterator()
      return Contest { meter in
        let chosen = (0..<departures).compactMap { _ in leavers.next() }
        try expect(chosen.count, departures, "waiters who can still leave, in so many rounds")
        try await meter.leave([(crowd, chosen)])
      } reference: { meter in
        var crowds: [(Crowd, [Int])] = []
        for number in 0..<departures { crowds.append((await Crowd(10), [number % 10])) }
        try await meter.leave(crowds)
        for (crowd, _) in crowds { try await crowd.dissolve() }
      } finish: {
        try await crowd.dissolve()
        return [:]
      }
    },
    Benchmark(
      "leave/all-100000", "100,000 waiters all leave, each", against: "100 waiters all leave, each"
    ) { scale in
      let count = scale.pick(100_000, check: 50_000)
      return Contest { meter in
        try await meter.leaveAll(await Crowd(count))
      } reference: { meter in
        for _ in 0..<20 { try await meter.leaveAll(await Crowd(100)) }
      }
    },
  ]
}

extension Meter {
  /// Measures how long it takes from cancelling a waiter until it has returned, one after the
  /// other.
  ///
  /// The time of the round is the median: one departure in a hundred meets another thread.
  fileprivate mutating func leave(_ leavers: [(crowd: Crowd, numbers: [Int])]) async throws {
    var probe = Meter(countsAllocations: countsAllocations)
    let times = try await probe.time(leavers.reduce(0) { $0 + $1.numbers.count }) {
      var times: [Double] = []
      for (crowd, numbers) in leavers {
        for number in numbers {
          let begin = benchmark_wall_nanoseconds()
          crowd.tasks[number].cancel()
          let departure = await crowd.tasks[number].value
          try expect(departure.isCancelled, true, "whether a waiter left")
          times.append(Double(departure.time - begin))
        }
      }
      return times
    }
    var sample = probe.sample
    sample.wall = Int64(times.median * Double(times.count))
    add(sample)
  }

  /// Measures how long it takes until all waiters have left that are cancelled at a time.
  fileprivate mutating func leaveAll(_ crowd: Crowd) async throws {
    let count = await time(crowd.tasks.count) {
      for task in crowd.tasks { task.cancel() }
      var count = 0
      for task in crowd.tasks where await task.value.isCancelled { count += 1 }
      return count
    }
    try expect(count, crowd.tasks.count, "the waiters who left")
    try await crowd.dissolve()
  }
}

/// Tasks that all wait for one load.
private struct Crowd {
  /// How one of them came back.
  struct Departure {
    /// When.
    var time: Int64

    /// Whether it was cancelled.
    var isCancelled: Bool
  }

  private let source = GatedSource()

  /// The tasks, in the order in which they were made.
  let tasks: [Task<Departure, Never>]

  /// Makes the tasks and sees them wait.
  init(_ count: Int) async {
    let feed = Feed(source)
    let arrivals = Counter()
    let everybody = Gate()
    tasks = (0..<count).map { _ in
      Task {
        if arrivals.add() == count { everybody.open() }
        var isCancelled = false
        do throws(FeedError) {
          try await feed.loadNext()
        } catch {
          isCancelled = error.code == .cancelled
        }
        return Departure(time: benchmark_wall_nanoseconds(), isCancelled: isCancelled)
      }
    }
    await everybody.pass()
    // Whoever has arrived is on the way to the feed: those who come now come behind them.
    for _ in 0..<20 {
      consume(await feed.snapshot.isLoaded)
      await Task.yield()
    }
  }

  /// Has the load answered and waits for those who stayed.
  func dissolve() async throws {
    source.gate.open()
    for task in tasks { consume(await task.value.time) }
    try expect(source.firstLoads.count, 1, "the loads for a crowd")
  }
}
