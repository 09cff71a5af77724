// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Method and URL for a person, without user, values in the query, fragment, and segments of the
  /// path that look like a token.
  var redactedDescription: String {
    "\(httpMethod ?? "GET") \(url?.redactedDescription ?? "no URL")"
  }
}

extension URL {
  /// The URL without what may be secret.
  var redactedDescription: String {
    let parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    var text = "\(parts?.scheme ?? "")://\(parts?.encodedHost ?? "")"
    if let port = parts?.port { text += ":\(port)" }
    text += (parts?.percentEncodedPath ?? "")
      .split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.utf8.count > 32 ? "…" : String($0) }
      .joined(separator: "/")
    guard let query = parts?.percentEncodedQuery, !query.isEmpty else { return text }
    let pairs = query.split(separator: "&").map { pair in
      pair.contains("=") ? "\(pair.prefix { $0 != "=" })=…" : "…"
    }
    return text + "?" + pairs.joined(separator: "&")
  }
}
