// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The ordinary transport, counting.
final class CountingTransport: HTTPTransport {
  private let requests = Atomic(0)

  /// How many requests were sent.
  var count: Int { requests.load(ordering: .relaxed) }

  @concurrent
  func response(to request: URLRequest, bodyLimit: Int) async throws -> HTTPResponse {
    requests.add(1, ordering: .relaxed)
    return try await URLSessionTransport.shared.response(to: request, bodyLimit: bodyLimit)
  }
}
