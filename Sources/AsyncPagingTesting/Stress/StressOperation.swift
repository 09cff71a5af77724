// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One operation of a stress.
public enum StressOperation: Sendable, Hashable, CustomStringConvertible {
  /// Loads the next page.
  case loadNext

  /// Replaces the list.
  case refresh

  /// Runs the failed lanes again.
  case retry

  /// Walks through the pages, reading ahead, resting after each page, and leaving after some.
  case iterate(prefetching: Int, resting: Int, leavingAfter: Int?)

  /// Says that items through an index are wanted.
  case demand(through: Int)

  /// Cancels one of the calls made so far; the number picks it.
  case cancelOne(Int)

  /// Ends all loads.
  case cancelAll

  /// Drops the list.
  case reset

  /// The operation in a few words.
  public var description: String {
    switch self {
    case .loadNext: "load the next page"
    case .refresh: "refresh"
    case .retry: "retry"
    case .iterate(let ahead, let rest, let limit):
      "iterate" + (ahead > 0 ? ", \(ahead) ahead" : "") + (rest > 0 ? ", slowly" : "")
        + (limit.map { ", leave after \($0)" } ?? "")
    case .demand(let index): "demand through \(index)"
    case .cancelOne: "cancel a call"
    case .cancelAll: "cancel all"
    case .reset: "reset"
    }
  }

  /// The operation without its numbers, for counting.
  var kind: String {
    switch self {
    case .iterate: "iterate"
    case .demand: "demand"
    default: description
    }
  }
}

/// An operation, and how many turns its client leaves to others before the next one.
struct StressStep: Sendable, Hashable {
  var operation: StressOperation
  var turns: Int

  /// What each client does, drawn from a seed.
  static func plan(clients: Int, operations: Int, seed: UInt64) -> [[StressStep]] {
    var generator = SeededGenerator(seed: seed)
    var plan = [[StressStep]](repeating: [], count: clients)
    for number in 0..<operations {
      let operation = StressOperation.random(using: &generator)
      // Most clients go on at once; some let their call run.
      let turns = Bool.random(using: &generator) ? Int.random(in: 1...24, using: &generator) : 0
      plan[number % clients].append(StressStep(operation: operation, turns: turns))
    }
    return plan
  }
}

extension StressOperation {
  static func random(using generator: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<12: return .loadNext
    case 12..<15: return .refresh
    case 15..<18: return .retry
    case 18..<27:
      let ahead = [0, 0, 1, 3][Int.random(in: 0..<4, using: &generator)]
      let rest = [0, 0, 2, 6][Int.random(in: 0..<4, using: &generator)]
      let isBrief = Int.random(in: 0..<3, using: &generator) == 0
      return .iterate(
        prefetching: ahead, resting: rest,
        leavingAfter: isBrief ? Int.random(in: 1...4, using: &generator) : nil)
    case 27..<31: return .demand(through: Int.random(in: 0..<60, using: &generator))
    case 31..<36: return .cancelOne(Int.random(in: 0..<1_000_000, using: &generator))
    case 36..<38: return .cancelAll
    default: return .reset
    }
  }
}
