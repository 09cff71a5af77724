// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The choices of one run, in order; 0 is always the default.
///
/// What lies beyond the last one is the default, too, so zeros at the end are cut. As text each
/// choice is a digit or a letter, or a number in parentheses from 36 on; a number in brackets
/// stands for so many zeros.
struct Schedule: Sendable, Hashable, CustomStringConvertible {
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")

  /// How many zeros a text may stand for at once; no run has as many choices.
  private static let longestStretch = 1_000_000

  let choices: [Int]

  init(_ choices: [Int]) {
    let end = choices.lastIndex { $0 != 0 }
    self.choices = Array(choices[..<(end.map { $0 + 1 } ?? 0)])
  }

  /// Reads a schedule.
  ///
  /// - Throws: Where the text is none.
  init(_ text: String) throws(Divergence) {
    var choices: [Int] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      if let digit = Self.digits.firstIndex(of: first) {
        choices.append(digit)
      } else if first == "(", let choice = Self.number(in: &rest, before: ")") {
        choices.append(choice)
      } else if first == "[", let count = Self.number(in: &rest, before: "]"),
        count <= Self.longestStretch
      {
        choices += repeatElement(0, count: count)
      } else {
        throw Divergence(
          kind: .schedule,
          message: "\"\(text)\" is no schedule: choice \(choices.count + 1) reads \"\(first)\"")
      }
    }
    self.init(choices)
  }

  /// How many choices differ from the default.
  var deviationCount: Int { choices.count { $0 != 0 } }

  var description: String {
    var text = ""
    var zeroCount = 0
    for choice in choices {
      guard choice != 0 else {
        zeroCount += 1
        continue
      }
      text += zeroCount < 12 ? String(repeating: "0", count: zeroCount) : "[\(zeroCount)]"
      text += Self.text(of: choice)
      zeroCount = 0
    }
    return text
  }

  /// Takes a number and the sign behind it off the text.
  private static func number(in text: inout Substring, before sign: Character) -> Int? {
    guard let end = text.firstIndex(of: sign), let number = Int(text[..<end]), number >= 0 else {
      return nil
    }
    text = text[text.index(after: end)...]
    return number
  }

  /// One choice as text.
  static func text(of choice: Int) -> String {
    choice < digits.count ? String(digits[choice]) : "(\(choice))"
  }
}

/// A run that did not go the way it had to.
struct Divergence: Error, Hashable {
  var kind: ExplorationReport.Failure.Kind
  var message: String
}
