// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where the URL of a next page, or a redirect, may lead.
///
/// Scheme, host and port count: `http` is another origin than `https`. Credentials go to the origin
/// of the first request and nowhere else, whatever the rule allows. The body of a POST goes along
/// to wherever the rule allows: keep secrets out of it, or the rule as it is.
public struct OriginRule: Sendable, Hashable {
  private enum Value: Sendable, Hashable {
    case same
    case anywhere
    case hosts(Set<String>)
  }

  private let value: Value

  /// To the origin of the first request alone: the default.
  public static let same = OriginRule(value: .same)

  /// Anywhere, from `https` to `http` as well; without credentials.
  public static let anywhere = OriginRule(value: .anywhere)

  /// To the origin of the first request and, without credentials, to some hosts more.
  ///
  /// From `https` it leads to `https` only.
  ///
  /// - Parameter hosts: The hosts, such as `cdn.example.com` or, where the port is not the scheme's
  ///   own, `cdn.example.com:8443`.
  /// - Returns: The rule.
  public static func hosts(_ hosts: Set<String>) -> Self {
    Self(value: .hosts(Set(hosts.map(\.lowercasedASCII))))
  }

  /// Checks where a URL leads.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - first: The URL of the first request.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/foreignOrigin`` if the rule does not
  ///   allow it, or ``HTTPError/Code/invalidURL`` if one of both is not for HTTP.
  package func check(_ url: URL, from first: URL) throws(HTTPError) {
    guard let origin = HTTPOrigin(url), let home = HTTPOrigin(first) else {
      throw HTTPError(.invalidURL, "a URL has no origin that can be asked over HTTP")
    }
    guard !allows(origin, from: home) else { return }
    throw HTTPError(
      .foreignOrigin,
      "the server sends on to \(origin), and the first request went to \(home); "
        + "if that is meant to be, allow it with an OriginRule")
  }

  private func allows(_ origin: HTTPOrigin, from home: HTTPOrigin) -> Bool {
    if origin == home { return true }
    switch value {
    case .same: return false
    case .anywhere: return true
    case .hosts(let hosts):
      guard origin.scheme == home.scheme || origin.scheme == "https" else { return false }
      return hosts.contains("\(origin.host):\(origin.port)")
        || origin.hasDefaultPort && hosts.contains(origin.host)
    }
  }
}
