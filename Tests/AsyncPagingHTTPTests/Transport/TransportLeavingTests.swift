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

@Suite("transports: who leaves", .timeLimit(.minutes(10)))
struct TransportLeavingTests {
  /// Starts a request, as a task that can be cancelled.
  private func start(
    _ request: URLRequest, over kind: TransportKind
  ) -> Task<HTTPResponse, any Error> {
    Task { try await kind.shared.response(to: request, bodyLimit: 1_000_000) }
  }

  @Test(
    "case 68: a caller that is cancelled leaves although the server never answers",
    arguments: TransportKind.allCases)
  func silence(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .silence }
    defer { server.stop() }
    let caller = start(URLRequest(url: try server.url()), over: kind)
    await server.arrivals(1)
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(server.requests.count == 1)
  }

  @Test(
    "case 68: a caller that is cancelled in the middle of a body leaves",
    arguments: TransportKind.allCases)
  func middle(over kind: TransportKind) async throws {
    let gate = ServerGate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      .message(ServerMessage(parts: [[0x5B], [0x5D]], partGate: gate))
    }
    defer { server.stop() }
    let caller = start(URLRequest(url: try server.url()), over: kind)
    await server.arrivals(1)
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test("X3: a task that is cancelled already sends nothing", arguments: TransportKind.allCases)
  func before(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .ok() }
    defer { server.stop() }
    let request = URLRequest(url: try server.url())
    let gate = Gate()
    let caller = Task {
      try await gate.pass(ignoringCancellation: true)
      return try await kind.shared.response(to: request, bodyLimit: 0)
    }
    caller.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await caller.value }
    _ = try await kind.shared.response(to: request, bodyLimit: 0)
    #expect(server.requests.count == 1)
  }

  @Test(
    "N118: of many callers of a silent server each leaves when it is cancelled, and no other",
    arguments: TransportKind.allCases)
  func many(over kind: TransportKind) async throws {
    let gate = ServerGate()
    let server = try LoopbackServer { request in
      request.target == "/slow" ? .message(ServerMessage(gate: gate)) : .silence
    }
    defer { server.stop() }
    let silent = URLRequest(url: try server.url())
    let slow = start(URLRequest(url: try server.url("/slow")), over: kind)
    let callers = (1...20).map { _ in start(silent, over: kind) }
    await server.arrivals(21)
    for caller in callers { caller.cancel() }
    for caller in callers {
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    gate.open()
    let status = try await slow.value.status
    #expect(status == 200)
  }
}
