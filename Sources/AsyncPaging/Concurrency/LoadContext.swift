// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the code inside of a load knows about it, so that a source which calls its own feed cannot
/// wait for itself.
package struct LoadContext: Sendable {
  /// An attempt of a feed.
  struct Mark: Sendable {
    var feed: FeedSignal
    var attempt: Int
  }

  /// The attempts that the current task is part of, innermost last.
  var marks: [Mark] = []

  /// The executor that tasks made by a source's decorators prefer.
  var executor: (any TaskExecutor)?

  @TaskLocal package static var current = LoadContext()

  /// The attempts of a feed that the current task is part of.
  static func attempts(of feed: FeedSignal) -> [Int] {
    current.marks.filter { $0.feed === feed }.map(\.attempt)
  }

  /// How many loads, one inside the other, the current task is part of.
  package static var depth: Int { current.marks.count }

  /// This context inside of another attempt, without those of the same feed that are over.
  func entering(
    _ attempt: Int, of feed: FeedSignal, on executor: (any TaskExecutor)?,
    isCurrent: (Int) -> Bool
  ) -> Self {
    let others = marks.filter { $0.feed !== feed || isCurrent($0.attempt) }
    return LoadContext(
      marks: others + [Mark(feed: feed, attempt: attempt)], executor: executor)
  }
}
