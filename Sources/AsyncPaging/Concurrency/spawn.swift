// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Starts a task: the one place in the core where tasks are made.
///
/// Every task has a name, prefers the feed's executor if it has one, and is owned: the caller keeps
/// the handle and cancels it, or the task ends by itself after a bounded number of steps.
///
/// - Parameters:
///   - name: What the task is for.
///   - executor: The executor it prefers, or `nil` for the default one.
///   - operation: What it does. A closure written in place is isolated to nobody. Its type is that
///     of `Task.init` without an executor, outcome included, so that nothing has to stand between
///     the two.
/// - Returns: The task.
@discardableResult
func spawn<Success: Sendable>(
  _ name: String, on executor: (any TaskExecutor)?,
  _ operation: sending @escaping @isolated(any) () async -> Success
) -> Task<Success, Never> {
  // A preference for none is a record that every step of the task looks at, under a lock.
  guard let executor else { return Task(name: name, operation: operation) }
  return Task(name: name, executorPreference: executor, operation: operation)
}
