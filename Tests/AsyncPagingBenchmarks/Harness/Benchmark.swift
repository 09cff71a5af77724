// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What one side does in one round.
typealias Work = (inout Meter) async throws -> Void

/// How much is done: everything, or what a gate has time for.
enum Scale: String, Codable {
  /// The sizes that the bars speak of.
  case full

  /// Smaller ones.
  case check

  /// The size for this scale.
  func pick<Size>(_ full: Size, check: Size) -> Size { self == .full ? full : check }
}

/// Two pieces of work that are measured side by side, round by round.
struct Contest {
  /// What is measured.
  var subject: Work

  /// What it is compared with.
  var reference: Work

  /// Figures that were found while preparing.
  var notes: [String: Double] = [:]

  /// What is done after the last round; gives more figures.
  var finish: () async throws -> [String: Double] = { [:] }
}

/// One row of the table.
struct Benchmark: Sendable {
  /// Its name: the subject, a slash, the case.
  let name: String

  /// What is measured.
  let subject: String

  /// What it is compared with.
  let reference: String

  /// How many rounds there are in a full run; an odd number has a round in the middle.
  var rounds = 9

  /// How many rounds there are in a check.
  var checkRounds = 7

  /// Prepares both sides; nothing of that is measured.
  let prepare: @Sendable (Scale) async throws -> Contest
}

extension Benchmark {
  /// A benchmark whose sides prepare nothing that outlives a round.
  init(
    _ name: String, _ subject: String, against reference: String,
    prepare: @escaping @Sendable (Scale) async throws -> Contest
  ) {
    self.init(name: name, subject: subject, reference: reference, prepare: prepare)
  }
}

/// A figure that would be worthless, because work was lost or done twice.
struct WrongResult: Error, CustomStringConvertible {
  /// What is wrong.
  let description: String
}

/// Throws unless two results are equal.
func expect<Value: Equatable>(
  _ value: Value, _ expected: Value, _ what: @autoclosure () -> String
) throws(WrongResult) {
  guard value != expected else { return }
  throw WrongResult(description: "\(what()): \(value) instead of \(expected)")
}

/// Something whose value the optimiser must work out.
@inline(never)
func consume<Value>(_ value: borrowing Value) {}
