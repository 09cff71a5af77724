// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Tells when all tasks have ended that were started in a certain stretch of a test.
///
/// A task copies the task-local values of the one that starts it. So a value that finishes a stream
/// when it goes tells of the end of the last task, and what a feed did *not* do can be checked at a
/// definite moment.
struct TaskWatch: Sendable {
  fileprivate let stream: AsyncStream<Never>

  /// Waits until no task is left.
  func ended() async {
    for await _ in stream {}
  }
}

private enum Watched {
  @TaskLocal static var witness: Witness?
}

/// Something that is seen when it goes.
final class Witness: Sendable {
  private let continuation: AsyncStream<Never>.Continuation

  fileprivate init(_ continuation: AsyncStream<Never>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }

  /// A witness, and what tells when it is gone.
  static func make() -> (witness: Witness, watch: TaskWatch) {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    return (Witness(continuation), TaskWatch(stream: stream))
  }
}

/// Does something and says how to wait for the tasks that came of it, directly or not.
func watchingTasks<Value>(_ body: () -> Value) -> (value: Value, tasks: TaskWatch) {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  let value = Watched.$witness.withValue(Witness(continuation)) { body() }
  return (value, TaskWatch(stream: stream))
}

/// Does something and waits until all tasks that came of it, directly or not, have ended.
@discardableResult
func settled<Value>(_ body: () -> Value) async -> Value {
  let (value, tasks) = watchingTasks(body)
  await tasks.ended()
  return value
}
