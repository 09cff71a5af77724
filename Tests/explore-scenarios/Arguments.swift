// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What is asked of the exploration.
struct Arguments {
  /// What to write when they cannot be read.
  static let usage = """
    usage: explore-scenarios [--bound N] [--limit N] [--samples N] [--seed N] [--at-least N] [NAME]…
           explore-scenarios --speed
      --bound N     every schedule with 0, 1, … N preemptions (default: 2)
      --limit N     at most so many of one bound (default: 1000000)
      --samples N   so many random ones, and as many with priorities (default: 20000)
      --seed N      of those (default: 7)
      --at-least N  fails if fewer schedules within the bounds were there (default: 0)
      --speed       measures the engine itself instead
      NAME          only scenarios whose name contains it
    """

  var bound = 2
  var limit = 1_000_000
  var samples = 20_000
  var seed: UInt64 = 7
  var atLeast = 0
  var names: [String] = []
  var measuresSpeed = false

  /// Reads the words of a command line.
  ///
  /// - Parameter words: The words, without the name of the command.
  /// - Throws: `Misunderstanding` at the first word that says nothing.
  init(_ words: some Sequence<String>) throws(Misunderstanding) {
    var words = words.makeIterator()
    while let word = words.next() {
      guard word.hasPrefix("-") else {
        names.append(word)
        continue
      }
      switch word {
      case "--bound": bound = try Self.number(words.next(), after: word)
      case "--limit": limit = try Self.number(words.next(), after: word)
      case "--samples": samples = try Self.number(words.next(), after: word)
      case "--seed": seed = UInt64(try Self.number(words.next(), after: word))
      case "--at-least": atLeast = try Self.number(words.next(), after: word)
      case "--speed": measuresSpeed = true
      default: throw Misunderstanding(message: "there is no option \(word)")
      }
    }
  }

  private static func number(
    _ text: String?, after option: String
  ) throws(Misunderstanding) -> Int {
    guard let text else { throw Misunderstanding(message: "\(option) wants a number") }
    guard let number = Int(text), number >= 0 else {
      throw Misunderstanding(message: "\(option) wants a number, not \(text)")
    }
    return number
  }
}

/// A command line that says nothing.
struct Misunderstanding: Error {
  /// Which word, and why.
  var message: String
}
