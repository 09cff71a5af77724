// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

/// Tells the progress what a walk does, waits for, and why.
struct WalkObserver: FeedObserver {
  let events: AsyncStream<Progress.Event>.Continuation

  func attemptStarted(_ load: LoadDescription, cause: LoadCause) { events.yield(.asked) }

  func attemptFailed(_ load: LoadDescription, error: any Error) {
    events.yield(.failed(why: (error as? HTTPError)?.shortText ?? "the request failed"))
  }

  func loadWaiting(_ load: LoadDescription, delay: Duration) {
    events.yield(.waiting(delay, attempt: load.attempt + 1))
  }
}

extension HTTPError {
  /// What happened, in a few words.
  fileprivate var shortText: String {
    guard let status, status >= 400 else { return detail }
    return "\(detail) (\(status))"
  }
}

/// A transport that tells when a request is really sent: until then it waits for the rate limiter.
struct TellingTransport: HTTPTransport {
  let base: any HTTPTransport
  let events: AsyncStream<Progress.Event>.Continuation

  @concurrent
  func response(to request: URLRequest, bodyLimit: Int) async throws -> HTTPResponse {
    events.yield(.sent)
    defer { events.yield(.asked) }
    return try await base.response(to: request, bodyLimit: bodyLimit)
  }
}
