// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Two operations of which the first outcome counts.
///
/// The caller leaves with the first outcome, or at once when it is cancelled; what still runs is
/// cancelled, and its outcome dropped. A task group could not do that: it waits for its slowest
/// child, also for one that ignores cancellation.
actor Race<Success: Sendable> {
  private var caller: CheckedContinuation<Result<Success, any Error>, Never>?
  private var runners: [Task<Void, Never>] = []
  private var isOver = false

  /// Runs both operations until one has an outcome.
  func run(
    _ first: @escaping @concurrent @Sendable () async throws -> Success,
    against second: @escaping @concurrent @Sendable () async throws -> Success
  ) async throws -> Success {
    let executor = LoadContext.current?.executor
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Success, any Error>, Never>) in
        guard !Task.isCancelled else {
          return continuation.resume(returning: .failure(CancellationError()))
        }
        caller = continuation
        runners = [first, second].map { operation in
          spawn("race", on: executor) {
            do {
              await self.end(.success(try await operation()))
            } catch {
              await self.end(.failure(error))
            }
          }
        }
      }
    } onCancel: {
      spawn("race: cancelled", on: executor) { await self.end(.failure(CancellationError())) }
    }
    return try outcome.get()
  }

  private func end(_ outcome: Result<Success, any Error>) {
    guard !isOver else { return }
    isOver = true
    for runner in runners { runner.cancel() }
    runners = []
    caller?.resume(returning: outcome)
    caller = nil
  }
}
