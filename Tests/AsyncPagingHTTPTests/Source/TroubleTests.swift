// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What real servers and networks do", .timeLimit(.minutes(10)))
struct TroubleTests {
  /// A server of two pages and an empty one: whatever asks for the second page meets the trouble.
  private func server(with trouble: Trouble, _ gate: ServerGate) throws -> LoopbackServer {
    let rest = Locked(trouble.answers(gate))
    return try LoopbackServer { request in
      guard request.target.hasSuffix("p=2") else {
        return .json(request.target.hasSuffix("p=1") ? #"{"items":[1,2]}"# : #"{"items":[]}"#)
      }
      return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? .json(Trouble.body)
    }
  }

  @Test(
    "N83 N89 N92 N97: it costs retries at most, or ends the walk with an error that says why",
    arguments: TransportKind.allCases, Trouble.others + Trouble.rates)
  func trouble(over kind: TransportKind, trouble: Trouble) async throws {
    let gate = ServerGate()
    defer { gate.open() }
    let server = try server(with: trouble, gate)
    defer { server.stop() }
    var options = HTTPOptions()
    options.now = { Trouble.now }
    let source = HTTPPageSource<JSON>(
      .pageNumber("p", endRules: .emptyPage), request: URLRequest(url: try server.url("/items")),
      items: "$.items", of: JSON.self, options: options, transport: kind.make())
    let clock = ManualClock()
    let retry = RetryPolicy(backoff: .constant(.seconds(1)))
    async let opening: Void = {
      // The second request has come, so the client is in the middle of it.
      await server.arrivals(2)
      gate.open()
    }()
    let (walk, sleeps) = await clock.skippingSleeps {
      await source.walk(retry: retry, clock: clock)
    }
    await opening
    #expect(walk.items == (trouble.code == nil ? [1, 2, 3, 4] : [1, 2]))
    #expect(walk.error?.code == trouble.code)
    #expect((walk.end == nil) == (trouble.code != nil))
    if let waits = trouble.waits { #expect(sleeps == waits) }
  }
}
