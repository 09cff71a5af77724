// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Makes a failing schedule simpler: fewer choices that differ from the default, a shorter way to
/// the last one, smaller choices.
struct Minimizer {
  /// Runs a schedule; gives the length of the run, and the choices that were taken if it fails in
  /// the same way.
  let fail: ([Int]) -> (steps: Int, choices: [Int]?)

  private var best: [Int]

  /// How much may be spent; a run costs its length.
  private var budget = 200_000

  init(_ schedule: Schedule, fail: @escaping ([Int]) -> (steps: Int, choices: [Int]?)) {
    self.fail = fail
    best = schedule.choices
  }

  /// The simplest failing schedule that was found.
  mutating func minimum() -> Schedule {
    var isImproved = true
    while isImproved, budget > 0 {
      isImproved = cutTail()
      isImproved = restoreDefaults() || isImproved
      isImproved = lowerChoices() || isImproved
    }
    return Schedule(best)
  }

  /// Cuts ends off, large ones first.
  private mutating func cutTail() -> Bool {
    var isImproved = false
    var length = best.count
    while length > 0 {
      if length <= best.count, attempt(Array(best.dropLast(length))) {
        isImproved = true
      } else {
        length /= 2
      }
    }
    return isImproved
  }

  /// Sets stretches back to the default, large ones first.
  private mutating func restoreDefaults() -> Bool {
    var isImproved = false
    var length = best.count
    while length > 0 {
      var start = 0
      while start < best.count {
        var candidate = best
        let stretch = start..<min(start + length, best.count)
        candidate.replaceSubrange(stretch, with: repeatElement(0, count: stretch.count))
        if candidate != best, attempt(candidate) { isImproved = true }
        start += length
      }
      length /= 2
    }
    return isImproved
  }

  /// Makes the choices that remain smaller.
  private mutating func lowerChoices() -> Bool {
    var isImproved = false
    var index = 0
    while index < best.count {
      for choice in Self.smaller(than: best[index]) {
        var candidate = best
        candidate[index] = choice
        if attempt(candidate) {
          isImproved = true
          break
        }
      }
      index += 1
    }
    return isImproved
  }

  /// The choices to be tried instead of one: all small ones, and of large ones some.
  private static func smaller(than choice: Int) -> [Int] {
    var choices = Array(1..<max(min(choice, 64), 1))
    var large = 64
    while large < choice {
      choices.append(large)
      guard large <= choice / 2 else { break }
      large *= 2
    }
    return choices
  }

  /// Tries a schedule and keeps it if it fails and is simpler.
  private mutating func attempt(_ candidate: [Int]) -> Bool {
    guard budget > 0 else { return false }
    let (steps, choices) = fail(candidate)
    budget -= steps + 50
    guard let taken = choices.map(Schedule.init)?.choices,
      Self.weight(taken).lexicographicallyPrecedes(Self.weight(best))
    else { return false }
    best = taken
    return true
  }

  /// How complicated a schedule is; compared from the first number on.
  private static func weight(_ choices: [Int]) -> [Int] {
    [choices.count { $0 != 0 }, choices.count, choices.reduce(0, +)]
  }
}
