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

/// Finds out how an API pages.
struct Detection {
  let request: URLRequest
  let options: HTTPOptions
  let transport: any HTTPTransport

  /// Asks the server, as often as a page is asked for.
  ///
  /// - Parameter configuration: How a failed attempt is tried again, and who hears of it.
  /// - Returns: The source, and the line of code for it.
  /// - Throws: ``FeedError`` or ``HTTPError``, which says what was looked at.
  func source(
    _ configuration: FeedConfiguration
  ) async throws -> (source: HTTPPageSource<JSON>, code: String) {
    // As a page of one finding it is tried again like any other.
    let findings = CursorSource<SchemeDetection<JSON>, Int> { _, _ in
      (
        [
          try await HTTPPageSource.detecting(
            request: request, of: JSON.self, options: options, transport: transport)
        ], nil
      )
    }
    for try await page in findings.pages(configuration) {
      if let detection = page.items.first {
        return (try detection.knownSource(), "\(detection)")
      }
    }
    throw HTTPError(.unknownScheme, "there was no answer to look at")
  }
}
