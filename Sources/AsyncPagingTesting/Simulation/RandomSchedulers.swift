// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Draws every choice uniformly.
final class RandomScheduler: Scheduler {
  private let seed: UInt64
  private let runs: Int
  private var run = 0
  private var generator = SeededGenerator(seed: 0)

  init(seed: UInt64, runs: Int) {
    self.seed = seed
    self.runs = runs
  }

  func begin() -> Bool {
    guard run < runs else { return false }
    generator = SeededGenerator(seed: seed, run: run)
    run += 1
    return true
  }

  func pick(from offer: Offer) -> Int { generator.number(below: offer.count) }

  func pick(below count: Int) -> Int { generator.number(below: count) }

  func end() {}
}

/// Gives every task a random priority and runs the highest; at `depth - 1` random choices the
/// winner drops below all others.
///
/// A task that gives up its turn draws a new priority, so that one which polls starves nobody.
final class PCTScheduler: Scheduler {
  private let seed: UInt64
  private let depth: Int
  private let runs: Int
  private var run = 0
  private var generator = SeededGenerator(seed: 0)

  /// The priority of each lane, 0 where it is still to be drawn.
  private var priorities: [UInt64] = []

  /// The priority of the alternative that time moves on early.
  private var timerPriority: UInt64 = 0

  /// The choices at which a priority drops, the next one last.
  private var drops: [Int] = []
  private var choiceCount = 0

  /// The longest run so far, among whose choices those of the next run are drawn.
  private var longest = 16

  init(seed: UInt64, depth: Int, runs: Int) {
    self.seed = seed
    self.depth = max(depth, 1)
    self.runs = runs
  }

  func begin() -> Bool {
    guard run < runs else { return false }
    generator = SeededGenerator(seed: seed, run: run)
    run += 1
    priorities.removeAll(keepingCapacity: true)
    timerPriority = 0
    choiceCount = 0
    drops = (1..<depth).map { _ in generator.number(below: longest) }
    drops.sort(by: >)
    return true
  }

  func pick(from offer: Offer) -> Int {
    if let lane = offer.yieldedLane, lane < priorities.count { priorities[lane] = 0 }
    while let drop = drops.last, drop <= choiceCount {
      // The later a priority drops, the lower it falls.
      setPriority(UInt64(drops.count), of: highest(in: offer), in: offer)
      drops.removeLast()
    }
    choiceCount += 1
    return highest(in: offer)
  }

  func pick(below count: Int) -> Int { generator.number(below: count) }

  func end() { longest = max(longest, choiceCount) }

  /// The alternative with the highest priority.
  private func highest(in offer: Offer) -> Int {
    var winner = 0
    var top: UInt64 = 0
    for choice in 0..<offer.count {
      let priority = priority(of: choice, in: offer)
      if priority > top { (winner, top) = (choice, priority) }
    }
    return winner
  }

  /// The priority of an alternative, drawn if it has none.
  private func priority(of choice: Int, in offer: Offer) -> UInt64 {
    let lane = offer.index(of: choice).map { offer.ready[$0].lane }
    let known = lane.map { $0 < priorities.count ? priorities[$0] : 0 } ?? timerPriority
    guard known == 0 else { return known }
    let drawn = generator.next() | 1 << 63
    setPriority(drawn, of: choice, in: offer)
    return drawn
  }

  private func setPriority(_ priority: UInt64, of choice: Int, in offer: Offer) {
    guard let index = offer.index(of: choice) else {
      timerPriority = priority
      return
    }
    let lane = offer.ready[index].lane
    while priorities.count <= lane { priorities.append(0) }
    priorities[lane] = priority
  }
}

extension SeededGenerator {
  /// The generator of one run among those of a seed.
  fileprivate init(seed: UInt64, run: Int) {
    var mixer = SeededGenerator(seed: seed)
    self.init(seed: mixer.next() ^ UInt64(truncatingIfNeeded: run) &* 0xD6E8_FEB8_6659_FD93)
  }

  /// A number from 0 up to but not including the bound.
  fileprivate mutating func number(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
