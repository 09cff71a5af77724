// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the transport costs beside the session that it uses; `TRANSPORT_REQUESTS` starts it.
///
/// Run it in release and alone; the server runs in the same process, so only the difference counts.
@Suite(
  "URLSessionTransport: speed",
  .enabled(if: ProcessInfo.processInfo.environment["TRANSPORT_REQUESTS"] != nil))
struct TransportSpeedTests {
  @Test("time per request, one after another")
  func serial() async throws {
    let count = Int(ProcessInfo.processInfo.environment["TRANSPORT_REQUESTS"] ?? "") ?? 1_000
    let body = String(repeating: "a", count: 20_000)
    let server = try LoopbackServer { _ in .ok(body) }
    defer { server.stop() }
    let request = URLRequest(url: try server.url())
    let transport = URLSessionTransport()
    let session = URLSession(configuration: .ephemeral)
    for round in 1...5 {
      let ours = try await ContinuousClock().measure {
        for _ in 1...count { _ = try await transport.response(to: request, bodyLimit: 100_000) }
      }
      let plain = try await ContinuousClock().measure {
        for _ in 1...count { _ = try await session.data(for: request) }
      }
      let microseconds = [ours, plain].map { Int($0 / .microseconds(1)) / count }
      print("round \(round): transport \(microseconds[0]) us, data(for:) \(microseconds[1]) us")
    }
  }
}
