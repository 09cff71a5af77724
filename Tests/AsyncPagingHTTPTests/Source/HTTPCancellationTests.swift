// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Cancelling a page over HTTP")
struct HTTPCancellationTests {
  private struct Wrapped: Error {}
  private static let request = URLRequest("https://h.example/x")

  /// What the page of a task that is cancelled in its request throws.
  private func outcome(
    options: HTTPOptions = HTTPOptions(),
    _ answer: @escaping @Sendable (Gate) async throws -> HTTPResponse
  ) async throws -> (error: (any Error)?, requests: Int) {
    let gate = Gate()
    let server = StubTransport { _, _ in try await answer(gate) }
    let source = HTTPPageSource(.linkHeader(), Self.request, items: "$", options, over: server)
    let task = Task { try await source.page(for: PageRequest(cursor: nil, limit: nil)) }
    try await gate.arrivals(1)
    task.cancel()
    await gate.open()
    let result = await task.result
    guard case .failure(let error) = result else { return (nil, server.requests.count) }
    return (error, server.requests.count)
  }

  @Test(
    "case 66 case 76: a cancelled task gets a CancellationError, whatever the transport makes of it"
  )
  func cancelled() async throws {
    let answers: [@Sendable (Gate) async throws -> HTTPResponse] = [
      { gate in
        try await gate.pass()
        return .json("[1]")
      },
      { gate in
        try await gate.pass(ignoringCancellation: true)
        throw URLError(.cancelled)
      },
      { gate in
        try await gate.pass(ignoringCancellation: true)
        throw Wrapped()
      },
      { gate in
        try await gate.pass(ignoringCancellation: true)
        throw HTTPError(.timedOut, "late", retryAdvice: .retry)
      },
    ]
    for answer in answers {
      let (error, requests) = try await outcome(answer)
      #expect(error is CancellationError)
      #expect(requests == 1)
    }
  }

  @Test("an answer that came all the same is a page")
  func late() async throws {
    let (error, _) = try await outcome { gate in
      try await gate.pass(ignoringCancellation: true)
      return .json("[1]")
    }
    #expect(error == nil)
  }

  @Test("a request that the transport cancelled by itself is a lost answer, not a cancellation")
  func byTransport() async {
    let server = StubTransport { _, number in
      if number == 1 { throw CancellationError() }
      return .json("[1]")
    }
    let walk = await HTTPPageSource(.linkHeader(), Self.request, items: "$", over: server)
      .walk(retry: RetryPolicy(maxAttempts: 2, backoff: .constant(.zero)))
    #expect(walk.items == [1])
    #expect(server.requests.count == 2)
  }

  @Test("a wait for the limiter that is cancelled sends nothing")
  func inLimiter() async throws {
    let clock = ManualClock()
    var options = HTTPOptions()
    let limiter = RateLimiter(.perHour(1), longestWait: .seconds(7200), clock: clock)
    options.limiter = limiter
    try await limiter.acquire(for: "h.example")
    let server = StubTransport { _, _ in .json("[1]") }
    let source = HTTPPageSource(.linkHeader(), Self.request, items: "$", options, over: server)
    let task = Task { try await source.page(for: PageRequest(cursor: nil, limit: nil)) }
    try await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.isEmpty)
  }

  @Test("a walk whose task is cancelled is not asked again, and says so")
  func walk() async throws {
    let gate = Gate()
    let server = StubTransport { _, _ in
      try await gate.pass(ignoringCancellation: true)
      throw Wrapped()
    }
    let source = HTTPPageSource(.linkHeader(), Self.request, items: "$", over: server)
    let task = Task {
      await source.walk(retry: RetryPolicy(maxAttempts: 5, backoff: .constant(.zero)))
    }
    try await gate.arrivals(1)
    task.cancel()
    await gate.open()
    #expect(await task.value.failure?.code == .cancelled)
    #expect(server.requests.count == 1)
  }
}
