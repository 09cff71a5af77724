// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPResponse {
  /// Whether the server wants fewer requests.
  ///
  /// A 429 does. A 403 does if it says when to come back, if nothing is left of the quota, or if
  /// its body speaks of a limit; any other 403 is about permission.
  func isRateLimited(now: Date) -> Bool {
    guard status == 403 else { return status == 429 }
    if fields["Retry-After"] != nil { return true }
    if fields.rateLimits(now: now).contains(where: { $0.remaining == 0 }) { return true }
    let text = String(decoding: body.prefix(4_096), as: UTF8.self).lowercased()
    return ["rate limit", "ratelimit", "too many requests", "throttl", "quota exceeded"]
      .contains { text.contains($0) }
  }

  /// The error that the status stands for, if it stands for one.
  ///
  /// - Parameters:
  ///   - attempt: Which attempt at the page it is, from 1.
  ///   - isStart: Whether the first page was asked for.
  ///   - options: What the user chose.
  /// - Returns: The error, or `nil` for an answer that is to be read.
  func statusError(attempt: Int, isStart: Bool, _ options: HTTPOptions) -> HTTPError? {
    guard !(200..<300).contains(status) else { return nil }
    let now = options.now()
    let wait = fields.serverWait(for: status, now: now)
    let hinted = wait.map { RetryAdvice.retryAfter($0) } ?? .retry
    if isRateLimited(now: now) {
      // Without a time GitHub asks for a minute at least, and longer each time.
      let growing = Duration.seconds(60 << min(max(attempt, 1) - 1, 10))
      let isOver = fields.rateLimits(now: now).contains {
        $0.remaining == 0 && $0.resetAfter.map { $0 <= .zero } == true
      }
      let advice = wait == nil && status == 403 && !isOver ? .retryAfter(growing) : hinted
      return HTTPError(.rateLimited, "the server wants fewer requests", retryAdvice: advice)
    }
    if !isStart, options.expiredCursorStatuses.contains(status) {
      return HTTPError(
        .cursorExpired, "the server does not know the cursor any more; start from the first page")
    }
    switch status {
    case 304: return HTTPError(.status, "not modified, it says, though no condition was sent")
    case 300..<400: return HTTPError(.redirectRefused, "a redirect that leads nowhere")
    case 401: return HTTPError(.unauthorized, "the server wants other credentials")
    case 403: return HTTPError(.permissionDenied, "the credentials do not permit this")
    case 408, 425, 500, 502, 503, 504:
      guard options.retriesLostAnswers || ![500, 502, 504].contains(status) else {
        return HTTPError(.status, "the server failed, and may have used up the cursor before")
      }
      return HTTPError(.status, "the server cannot answer now", retryAdvice: hinted)
    default: return HTTPError(.status, "the server refuses the request as it is")
    }
  }
}
