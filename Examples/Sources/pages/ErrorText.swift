// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An error for a person at a command line.
struct ErrorText {
  let text: String

  /// Describes an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - request: The request whose header fields are secrets; a server may have sent them back.
  init(_ error: any Error, without request: URLRequest) {
    let fields = request.allHTTPHeaderFields ?? [:]
    let secrets = fields.filter { !["Accept", "Content-Type"].contains($0.key) }.values
      .flatMap { [$0] + $0.split(separator: " ").map(String.init) }
      .filter { $0.count >= 4 }
    // The longest first: a part must not keep the whole from being found.
    text = secrets.sorted { $0.count > $1.count }.reduce(Self.describe(error)) {
      $0.replacingOccurrences(of: $1, with: "…")
    }
  }

  /// What the server's answer was, before what the walk makes of it.
  private static func describe(_ error: any Error) -> String {
    switch error {
    case let error as HTTPError where error.code == .unknownScheme:
      return "how the API pages was not found out, say it with --link, --cursor, …: \(error.detail)"
    case let error as FeedError where error.code == .cursorCycle:
      return "the server goes in circles: the cursor after page \(error.pageIndex ?? 0) "
        + "has been there before"
    case let error as FeedError:
      guard let cause = error.underlying else { return "\(error)" }
      let page = error.pageIndex.map { "page \($0 + 1)" } ?? "the request"
      return "\(page), after \(error.attempts.counting("attempt")): \(cause)\(hint(error))"
    default: return "\(error)"
    }
  }

  /// The option that helps.
  private static func hint(_ error: FeedError) -> String {
    if let wait = error.retryAfter, error.code == .retryAfterTooLong {
      return "; it asks to wait \(wait.text), which --longest-wait can allow"
    }
    switch (error.underlying as? HTTPError)?.code {
    case .foreignOrigin?: return "; here: --allow-host HOST"
    case .unauthorized?: return "; see --header"
    case .timedOut?: return "; see --timeout"
    default: return ""
    }
  }
}
