// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancellation in numbers, at every moment of a request's life.
///
/// Real time is what is tested here: `URLSession` on Linux deadlocks or crashes when it is
/// cancelled in the wrong moment, and no gate of ours stands between its threads. `STORM_REQUESTS`
/// says how many requests there are, `STORM_SEED` which moments.
@Suite("transports: cancelled in numbers", .serialized, .timeLimit(.minutes(5)))
struct TransportStormTests {
  private static let requestCount = number(of: "STORM_REQUESTS") ?? 1_000
  private static let seed = UInt64(number(of: "STORM_SEED") ?? 1)

  private static func number(of name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The latency decides what is hit: with a short one most requests are cancelled before they are
  /// sent, with a long one most of them after.
  ///
  /// - Parameters:
  ///   - kind: What is cancelled.
  ///   - latency: How many microseconds the server takes for an answer.
  /// - Throws: What the last request, which is not cancelled, ends with.
  @Test(
    "case 68: a storm of cancellations ends, and the transport works on",
    arguments: TransportKind.allCases, [3_000, 40_000])
  func storm(over kind: TransportKind, latency: Int) async throws {
    let server = try LoopbackServer { _ in
      Thread.sleep(forTimeInterval: Double(latency) / 1e6)
      return .ok("[1]")
    }
    defer { server.stop() }
    let request = URLRequest(url: try server.url())
    let cancelled = await withTaskGroup { group in
      for lane in 0..<20 {
        group.addTask {
          await Self.cancelOneByOne(request, over: kind, below: latency, lane: UInt64(lane))
        }
      }
      return await group.reduce(0, +)
    }
    // A storm it was: on a busy machine many moments come too late.
    #expect(cancelled > Self.requestCount / 20)
    let arrived = server.requests.count
    #expect(latency < 40_000 || arrived > Self.requestCount / 20)
    if Self.requestCount > 1_000 {
      print("\(kind), latency \(latency) us: \(cancelled) cancelled, \(arrived) arrived")
    }
    let last = try await kind.shared.response(to: request, bodyLimit: 9)
    #expect(last.status == 200)
  }

  /// Sends a twentieth of the requests, each cancelled at a random moment before its answer.
  ///
  /// - Returns: How many of them ended as cancelled; the others had their answer.
  private static func cancelOneByOne(
    _ request: URLRequest, over kind: TransportKind, below latency: Int, lane: UInt64
  ) async -> Int {
    var random = SeededGenerator(seed: seed &* 20 &+ lane)
    var cancelled = 0
    for _ in 0..<requestCount / 20 {
      let caller = Task {
        try await kind.shared.response(to: request, bodyLimit: 9)
      }
      try? await Task.sleep(for: .microseconds(Int.random(in: 0..<latency, using: &random)))
      caller.cancel()
      do {
        let response = try await caller.value
        #expect(response.status == 200)
      } catch is CancellationError {
        cancelled += 1
      } catch {
        Issue.record(error)
      }
    }
    return cancelled
  }
}
