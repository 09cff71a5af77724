// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the transports cost beside a bare `URLSession`; `TRANSPORT_REQUESTS` starts it.
///
/// Run it in release and alone; the server runs in the same process, so only differences count.
@Suite(
  "transports: speed", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["TRANSPORT_REQUESTS"] != nil))
struct TransportSpeedTests {
  private static let count =
    Int(ProcessInfo.processInfo.environment["TRANSPORT_REQUESTS"] ?? "") ?? 1_000

  @Test("time and processor time per request, one after another")
  func serial() async throws {
    let body = String(repeating: "a", count: 20_000)
    let server = try LoopbackServer { _ in .ok(body) }
    defer { server.stop() }
    let request = URLRequest(url: try server.url())
    let session = URLSession(configuration: .ephemeral)
    for round in 1...5 {
      for kind in TransportKind.allCases {
        let transport = kind.make()
        try await Self.report("round \(round): \(kind)") {
          _ = try await transport.response(to: request, bodyLimit: 100_000)
        }
      }
      try await Self.report("round \(round): data(for:)") {
        _ = try await session.data(for: request)
      }
    }
  }

  /// Measures requests, and prints what one of them costs.
  private static func report(_ name: String, _ body: () async throws -> Void) async throws {
    let processor = clock()
    let time = try await ContinuousClock().measure {
      for _ in 1...count { try await body() }
    }
    let used = Double(clock() - processor) / Double(CLOCKS_PER_SEC) * 1e6
    print("\(name): \(Int(time / .microseconds(1)) / count) us, \(Int(used) / count) us of CPU")
  }
}
