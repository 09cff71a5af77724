// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the code inside of a load knows about it, so that a source which calls its own feed cannot
/// wait for itself.
///
/// Each context is an attempt of a feed and stands in the one outside of it.
package final class LoadContext: Sendable {
  private let feed: FeedSignal
  let attempt: Int
  private let outer: LoadContext?

  /// The executor that tasks made by a source's decorators prefer.
  let executor: (any TaskExecutor)?

  /// The innermost attempt that the current task is part of.
  @TaskLocal package static var current: LoadContext?

  private init(
    _ attempt: Int, of feed: FeedSignal, on executor: (any TaskExecutor)?,
    inside outer: LoadContext?
  ) {
    self.attempt = attempt
    self.feed = feed
    self.executor = executor
    self.outer = outer
  }

  /// An attempt inside of those that the current task is part of, without those of the same feed
  /// that are over.
  static func entering(
    _ attempt: Int, of feed: FeedSignal, on executor: (any TaskExecutor)?,
    isCurrent: (Int) -> Bool
  ) -> LoadContext {
    LoadContext(
      attempt, of: feed, on: executor,
      inside: current?.without(those: { $0.feed === feed && !isCurrent($0.attempt) }))
  }

  private func without(those isOver: (LoadContext) -> Bool) -> LoadContext? {
    let rest = outer?.without(those: isOver)
    if isOver(self) { return rest }
    return rest === outer ? self : LoadContext(attempt, of: feed, on: executor, inside: rest)
  }

  /// The attempts of a feed that the current task is part of, the innermost first.
  static func attempts(of feed: FeedSignal) -> [Int] {
    var attempts: [Int] = []
    var context = current
    while let inner = context {
      if inner.feed === feed { attempts.append(inner.attempt) }
      context = inner.outer
    }
    return attempts
  }

  /// How many loads, one inside the other, the current task is part of.
  package static var depth: Int {
    sequence(first: current) { $0?.outer }.count { $0 != nil }
  }
}
