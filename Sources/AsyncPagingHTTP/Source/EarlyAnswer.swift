// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer that was asked for before anybody wanted it.
struct EarlyAnswer: Sendable {
  let request: URLRequest
  private let begun = ContinuousClock.now
  private let task: Task<HTTPExchange.Answered, any Error>

  /// Sends a request.
  init(to request: URLRequest, by exchange: HTTPExchange) {
    self.request = request
    task = Task(name: "ask for the next page early") {
      try await exchange.answer(to: request)
    }
  }

  /// Whether it is too old to stand for what the server would say now: older than the longest time
  /// that the request may take.
  var isStale: Bool { begun.duration(to: .now) > .seconds(max(request.timeoutInterval, 1)) }

  /// Gives the request up.
  func cancel() { task.cancel() }

  /// Waits for the answer; a caller that is cancelled takes the request along.
  func answer() async throws -> HTTPExchange.Answered {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
