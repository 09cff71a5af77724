// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension History where Answer: Equatable {
  /// An order of the operations in which each could have taken effect at once, at some moment
  /// between its call and its return, with just the answer that it got.
  ///
  /// The search is that of Wing and Gong ("Testing and verifying concurrent objects", 1993) with
  /// Lowe's memo ("Testing for linearizability", 2017): whoever comes to a state with the same
  /// operations done a second time need not look further. It costs time exponential in the number
  /// of operations that overlap, and little in their total.
  ///
  /// - Parameter model: What the object does one operation at a time.
  /// - Returns: The operations in such an order, without those that have neither returned nor taken
  ///   effect; `nil` if there is none: then the history breaks the specification.
  /// - Precondition: The history has at most 128 operations.
  public func linearization<Model: SequentialModel<Operation, Answer>>(
    by model: Model
  ) -> [Entry]? {
    let entries = entries
    precondition(entries.count <= 128, "the history has \(entries.count) operations, at most 128")
    var search = LinearizationSearch(entries, model)
    return search.run() ? search.order.map { entries[$0] } : nil
  }
}

/// A search for an order of operations that a model accepts.
private struct LinearizationSearch<Model: SequentialModel> {
  typealias Entry = History<Model.Operation, Model.Answer>.Entry

  /// How far a search has come, whatever the order in which it came there.
  private struct Place: Hashable {
    var done: UInt128
    var state: Model.State
  }

  private let entries: [Entry]
  private let model: Model
  private let surroundings: [Model.Surroundings]

  /// The operations that have returned, as bits.
  private let required: UInt128
  private var seen: Set<Place> = []

  /// The order found so far.
  private(set) var order: [Int] = []

  init(_ entries: [Entry], _ model: Model) {
    self.entries = entries
    self.model = model
    surroundings = entries.map { model.surroundings(of: $0, in: entries) }
    required = entries.indices.reduce(0) { bits, index in
      entries[index].returned == nil ? bits : bits | 1 << index
    }
  }

  mutating func run() -> Bool { goOn(from: Place(done: 0, state: model.initialState)) }

  private mutating func goOn(from place: Place) -> Bool {
    guard place.done & required != required else { return true }
    guard seen.insert(place).inserted else { return false }
    for index in candidates(after: place.done) {
      let entry = entries[index]
      let outcomes = model.outcomes(
        of: entry.operation, in: place.state, amid: surroundings[index])
      order.append(index)
      for outcome in outcomes where entry.answer == nil || entry.answer == outcome.answer {
        if goOn(from: Place(done: place.done | 1 << index, state: outcome.state)) { return true }
      }
      order.removeLast()
    }
    return false
  }

  /// What can come next: whatever was called before the first return that is still to come.
  private func candidates(after done: UInt128) -> [Int] {
    let left = entries.indices.filter { done & 1 << $0 == 0 }
    let horizon = left.compactMap { entries[$0].returned }.min() ?? .max
    return left.filter { entries[$0].called < horizon }
  }
}
