// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What an object does if it is asked one thing after the other: a specification that runs.
///
/// A model lists what may come of an operation in a state. It may list several things, where the
/// specification leaves a choice, and it lists nothing where the operation cannot take effect.
public protocol SequentialModel<Operation, Answer>: Sendable {
  /// What the object can be asked.
  associatedtype Operation: Sendable

  /// What it can tell.
  associatedtype Answer: Sendable & Equatable

  /// What it remembers.
  associatedtype State: Hashable

  /// What a model wants to know of the operations around one, such as whether its caller was
  /// cancelled.
  associatedtype Surroundings

  /// The state before the first operation.
  var initialState: State { get }

  /// Looks at what went on around an operation; asked once for each.
  ///
  /// - Parameters:
  ///   - entry: The operation.
  ///   - history: Every operation.
  /// - Returns: What ``outcomes(of:in:amid:)`` gets.
  func surroundings(
    of entry: History<Operation, Answer>.Entry, in history: [History<Operation, Answer>.Entry]
  ) -> Surroundings

  /// What may come of an operation.
  ///
  /// - Parameters:
  ///   - operation: What is asked.
  ///   - state: The state in which it takes effect.
  ///   - surroundings: What went on around it.
  /// - Returns: Each answer that is allowed, with the state after it.
  func outcomes(
    of operation: Operation, in state: State, amid surroundings: Surroundings
  ) -> [(answer: Answer, state: State)]
}
