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

  /// Asks an ended feed once more.
  case checkForMore

  /// Says that items through an index are wanted.
  case demand(through: Int)

  /// Stops demand from starting loads; only the first client does it, and the next.
  case pauseDemand

  /// Lets demand start loads again.
  case resumeDemand

  /// Cancels one of the calls made so far; the number picks it.
  case cancelOne(Int)

  /// Ends all loads.
  case cancelAll

  /// Drops the list.
  case reset

  /// Drops the list and goes over to one of the other sources.
  case resetTo(source: Int, keepingItems: Bool)

  /// Closes the feed while others are at it; the last operation of its client.
  case close

  /// The operation in a few words.
  public var description: String {
    switch self {
    case .loadNext: "load the next page"
    case .refresh: "refresh"
    case .retry: "retry"
    case .iterate(let ahead, let rest, let limit):
      "iterate" + (ahead > 0 ? ", \(ahead) ahead" : "") + (rest > 0 ? ", slowly" : "")
        + (limit.map { ", leave after \($0)" } ?? "")
    case .checkForMore: "check for more"
    case .demand(let index): "demand through \(index)"
    case .pauseDemand: "pause demand"
    case .resumeDemand: "resume demand"
    case .cancelOne: "cancel a call"
    case .cancelAll: "cancel all"
    case .reset: "reset"
    case .resetTo(_, let keepsItems):
      "reset to another source" + (keepsItems ? ", keeping items" : "")
    case .close: "close"
    }
  }

  /// The operation without its numbers, for counting.
  var kind: String {
    switch self {
    case .iterate: "iterate"
    case .demand: "demand"
    case .resetTo: "reset to another source"
    default: description
    }
  }

  /// Whether the list is replaced.
  var replacesList: Bool {
    switch self {
    case .refresh, .reset, .resetTo: true
    default: false
    }
  }
}

/// An operation, and how many turns its client leaves to others before the next one.
struct StressStep: Sendable, Hashable {
  var operation: StressOperation
  var turns: Int

  /// What each client does, drawn from a seed.
  ///
  /// One seed in four closes the feed midway.
  static func plan(
    clients: Int, operations: Int, sources: Int, seed: UInt64
  ) -> [[StressStep]] {
    var generator = SeededGenerator(seed: seed)
    let closes = Int.random(in: 0..<4, using: &generator) == 0
    // Not the first one, if there are others: what it leaves undone the others do, and only the
    // first pauses demand.
    let closing = clients == 1 ? 0 : Int.random(in: 1..<clients, using: &generator)
    var plan = [[StressStep]](repeating: [], count: clients)
    for number in 0..<operations {
      let operation = StressOperation.random(
        using: &generator, sources: sources, pauses: number % clients == 0)
      // Most clients go on at once; some let their call run.
      let turns = Bool.random(using: &generator) ? Int.random(in: 1...24, using: &generator) : 0
      plan[number % clients].append(StressStep(operation: operation, turns: turns))
    }
    if closes { close(&plan, by: closing) }
    return plan
  }

  /// Lets a client close the feed when it has done half of what it has to do, and gives the others
  /// the rest.
  private static func close(_ plan: inout [[StressStep]], by client: Int) {
    let steps = plan[client]
    let others = plan.indices.filter { $0 != client }
    guard !steps.isEmpty else { return }
    let place = others.isEmpty ? steps.count - 1 : steps.count / 2
    plan[client] = steps[..<place] + [StressStep(operation: .close, turns: 0)]
    for (number, step) in steps[place...].dropFirst().enumerated() {
      plan[others[number % others.count]].append(step)
    }
  }
}

extension StressOperation {
  /// Draws an operation.
  ///
  /// - Parameters:
  ///   - generator: Where chance comes from.
  ///   - sources: How many other sources there are.
  ///   - pauses: Whether it may pause demand, and resume it.
  /// - Returns: The operation.
  static func random(
    using generator: inout SeededGenerator, sources: Int, pauses: Bool
  ) -> Self {
    switch Int.random(in: 0..<50, using: &generator) {
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
    case 38..<40: return .reset
    case 40..<44: return .checkForMore
    case 44..<46 where sources > 0:
      return .resetTo(
        source: Int.random(in: 0..<sources, using: &generator),
        keepingItems: Bool.random(using: &generator))
    case 46..<48 where pauses: return .pauseDemand
    case 48..<50 where pauses: return .resumeDemand
    default: return .demand(through: Int.random(in: 0..<60, using: &generator))
    }
  }
}
