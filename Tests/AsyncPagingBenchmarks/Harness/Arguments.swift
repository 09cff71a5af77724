// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What is asked for on the command line.
struct Arguments {
  /// What to write when it cannot be read.
  static let usage = """
    usage: AsyncPagingBenchmarks [--json] [--check] [--rounds N] [--list] [--alone] [FILTER]…
      --json      prints one JSON document instead of the table
      --check     does less, and exits with 1 if a figure is beyond its gate
      --rounds N  times N rounds of each benchmark, 1 or more
      --list      prints the names of the benchmarks
      --alone     runs each subject once and nothing else, for a profiler, and prints its
                  operations; --json, --check and --rounds do not apply
      FILTER      only the benchmark of that name, or those whose names contain it
    """

  /// Whether JSON is wanted.
  var isJSON = false

  /// Whether figures beyond their gates are errors.
  var isCheck = false

  /// Whether only the names are wanted.
  var isList = false

  /// Whether the subjects shall run once, without their references.
  var isAlone = false

  /// How many rounds are wanted.
  var rounds: Int?

  /// Which benchmarks are wanted; all if empty.
  var filters: [String] = []

  /// Reads the words of a command line.
  ///
  /// - Parameter words: The words, without the name of the command.
  /// - Throws: `Misunderstanding` at the first word that says nothing.
  init(_ words: some Sequence<String>) throws(Misunderstanding) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--json": isJSON = true
      case "--check": isCheck = true
      case "--list": isList = true
      case "--alone": isAlone = true
      case "--rounds":
        guard let text = words.next(), let number = Int(text), number >= 1 else {
          throw Misunderstanding(message: "--rounds wants a number of 1 or more")
        }
        rounds = number
      case _ where word.hasPrefix("-"):
        throw Misunderstanding(message: "there is no option \(word)")
      default: filters.append(word)
      }
    }
  }

  /// Those benchmarks that are wanted.
  ///
  /// - Parameter names: The names of all benchmarks.
  /// - Returns: The names of those wanted.
  func chosen(of names: [String]) -> [String] {
    guard !filters.isEmpty else { return names }
    return names.filter { name in
      filters.contains { names.contains($0) ? name == $0 : name.contains($0) }
    }
  }
}

/// A command line that makes no sense.
struct Misunderstanding: Error {
  /// What is wrong with it.
  let message: String
}
