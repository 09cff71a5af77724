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

extension URLRequest {
  /// What an answer may say back and nobody is to read: values of the query, of fields, and of the
  /// body if it is JSON or a form.
  var secrets: [String] {
    let form = url?.query(percentEncoded: true) ?? ""
    let fields = (allHTTPHeaderFields ?? [:]).filter { !$0.key.isHarmlessField }.values
    var secrets =
      Self.values(form) + fields + fields.flatMap { $0.split(separator: " ").map(String.init) }
    if let body = httpBody, !body.isEmpty {
      if let json = try? JSON.value(in: body) {
        secrets += json.secrets
      } else if let text = String(data: body, encoding: .utf8) {
        secrets += Self.values(text)
      }
    }
    return secrets
  }

  /// The values of a form, as they are written and decoded.
  private static func values(_ form: String) -> [String] {
    form.split(separator: "&").flatMap { pair in
      let value = pair.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
      return [value, value.removingPercentEncoding ?? value]
    }
  }
}

extension JSON {
  /// The texts and numbers in it, as they are and as a URL has them.
  var secrets: [String] {
    switch self {
    case .null, .bool: []
    case .number: [text]
    case .string(let text):
      [text, text.percentEncoded(keepingEscapes: false, where: \.isUnreserved)]
    case .array(let elements): elements.flatMap(\.secrets)
    case .object(let members): members.values.flatMap(\.secrets)
    }
  }
}

extension String {
  /// This text with `…` in place of others; small numbers, and texts of less than four characters,
  /// say nothing.
  func hiding(_ secrets: [String]) -> String {
    secrets.filter { $0.count >= 8 || $0.count >= 4 && Int($0) == nil }.sorted {
      $0.count > $1.count
    }
    .reduce(self) { $0.replacingOccurrences(of: $1, with: "…") }
  }

  /// Whether a field of this name says no more than what kind of answer is wanted.
  var isHarmlessField: Bool {
    ["accept", "accept-language", "accept-encoding", "content-type", "user-agent"]
      .contains { isEqual(ignoringCase: $0) }
  }
}
