// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension Benchmark {
  /// Many callers of one load.
  static let joining = [
    joining("join/1000", callers: 1_000, check: 1_000, repetitions: 10),
    joining("join/100000", callers: 100_000, check: 50_000, repetitions: 1),
    Benchmark(
      "join/group-20000", "20,000 children of one task group join a load",
      against: "1,000 children of one task group join a load"
    ) { _ in
      Contest { meter in
        try await meter.join(20_000, inGroup: true)
      } reference: { meter in
        for _ in 0..<10 { try await meter.join(1_000, inGroup: true) }
      }
    },
  ]

  private static func joining(
    _ name: String, callers full: Int, check: Int, repetitions: Int
  ) -> Benchmark {
    Benchmark(
      name, "\(full) tasks join a load", against: "\(full) tasks with one bare actor call each"
    ) { scale in
      let count = scale.pick(full, check: check)
      return Contest { meter in
        for _ in 0..<repetitions { try await meter.join(count, inGroup: false) }
      } reference: { meter in
        for _ in 0..<repetitions { try await meter.touch(count) }
      }
    }
  }
}

extension Meter {
  /// Measures tasks that all join one load, their creation included.
  ///
  /// The last one to arrive has the load answered, by a task that goes to the feed first and so
  /// comes behind the others there. A caller that has counted itself and yet comes later loads the
  /// page after it: then the round is void, and there is another one.
  ///
  /// - Parameters:
  ///   - count: How many tasks.
  ///   - isGroup: Whether they are the children of one task group.
  /// - Throws: `WrongResult`.
  mutating func join(_ count: Int, inGroup isGroup: Bool) async throws {
    for _ in 0..<10 {
      var attempt = Meter(countsAllocations: countsAllocations)
      let source = GatedSource()
      let feed = Feed(source)
      let arrivals = Counter()
      let call: @concurrent @Sendable () async throws -> Int = {
        if arrivals.add() == count {
          Task {
            for _ in 0..<2 { consume(await feed.snapshot.isLoaded) }
            source.gate.open()
          }
        }
        return try await feed.loadNext().map { tally($0.items) } ?? 0
      }
      let sum = try await attempt.time(count) {
        isGroup ? try await together(count, call) : try await apart(count, call)
      }
      try expect(source.firstLoads.count, 1, "the loads for \(count) callers")
      try expect(sum, count * Answers.tallyOfPage, "the tally of the callers' pages")
      guard source.laterLoads.count > 0 else { return add(attempt.sample) }
    }
    throw WrongResult(description: "callers came too late, ten times")
  }

  /// Measures tasks that make one call of an actor each, their creation included.
  ///
  /// - Parameter count: How many tasks.
  /// - Throws: `WrongResult`.
  mutating func touch(_ count: Int) async throws {
    let actor = BareActor()
    let arrivals = Counter()
    let sum = try await time(count) {
      try await apart(count) {
        arrivals.add()
        consume(await actor.touch())
        return 1
      }
    }
    try expect(sum, count, "the calls of the actor")
  }
}

/// Does something in several tasks that belong to nobody.
///
/// - Parameters:
///   - count: How many tasks.
///   - body: What each does.
/// - Returns: The sum of their results.
/// - Throws: What one of them throws.
func apart(
  _ count: Int, _ body: @escaping @concurrent @Sendable () async throws -> Int
) async throws -> Int {
  var tasks: [Task<Int, any Error>] = []
  tasks.reserveCapacity(count)
  for _ in 0..<count { tasks.append(Task { try await body() }) }
  var sum = 0
  for task in tasks { sum &+= try await task.value }
  return sum
}
