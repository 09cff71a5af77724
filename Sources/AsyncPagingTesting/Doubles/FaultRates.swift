// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A way in which a source goes wrong.
public enum Fault: String, Sendable, Hashable, CaseIterable {
  /// It throws an ``InjectedFailure``.
  case failure

  /// It waits on its clock before it asks.
  case delay

  /// It answers nothing until its task is cancelled.
  case hang

  /// It has its answer, waits on its clock, and answers all the same when it is cancelled.
  case lateAnswer

  /// The last item of the page comes twice; a page without items stays as it is.
  case duplicateItem

  /// The page comes without its items.
  case emptyPage

  /// The next cursor is the one that was asked for.
  case repeatedCursor
}

/// How often a source goes wrong, and in which ways.
///
/// Each rate is the share of calls with that fault; a call has one fault at most.
public struct FaultRates: Sendable, Hashable {
  private let rates: [Fault: Double]

  /// Creates rates.
  ///
  /// - Parameters:
  ///   - failure: How often it throws, 0 to 1. Default: never; so for the others.
  ///   - delay: How often it waits before it asks.
  ///   - hang: How often it answers nothing until it is cancelled.
  ///   - lateAnswer: How often it ignores that it is cancelled while its answer is on the way.
  ///   - duplicateItem: How often an item comes twice.
  ///   - emptyPage: How often the page comes without its items.
  ///   - repeatedCursor: How often the next cursor is the one that was asked for.
  public init(
    failure: Double = 0, delay: Double = 0, hang: Double = 0, lateAnswer: Double = 0,
    duplicateItem: Double = 0, emptyPage: Double = 0, repeatedCursor: Double = 0
  ) {
    rates = [
      .failure: failure, .delay: delay, .hang: hang, .lateAnswer: lateAnswer,
      .duplicateItem: duplicateItem, .emptyPage: emptyPage, .repeatedCursor: repeatedCursor,
    ]
    for (fault, rate) in rates {
      precondition(rate >= 0 && rate <= 1, "the rate of \(fault) is \(rate), must be in 0...1")
    }
    let sum = rates.values.reduce(0, +)
    precondition(sum <= 1 + 1e-9, "the rates are \(sum) in all, must be at most 1")
  }

  /// Every fault, each in one of 20 calls.
  public static let everything = FaultRates(
    failure: 0.05, delay: 0.05, hang: 0.05, lateAnswer: 0.05, duplicateItem: 0.05, emptyPage: 0.05,
    repeatedCursor: 0.05)

  /// No fault.
  public static let none = FaultRates()

  /// How often a fault comes.
  ///
  /// - Parameter fault: The fault.
  public subscript(fault: Fault) -> Double { rates[fault] ?? 0 }

  func draw(using generator: inout SeededGenerator) -> Fault? {
    var left = Double.random(in: 0..<1, using: &generator)
    return Fault.allCases.first { fault in
      left -= self[fault]
      return left < 0
    }
  }
}
