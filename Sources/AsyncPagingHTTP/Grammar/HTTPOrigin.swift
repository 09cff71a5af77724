// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Scheme, host and port: who is asked (RFC 6454).
package struct HTTPOrigin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String

  /// The host, in small letters.
  package let host: String

  /// The port, also where it is the scheme's own.
  package let port: Int

  /// Whether the port is the one that the scheme has where none is written.
  var hasDefaultPort: Bool { port == Self.defaultPort(of: scheme) }

  /// The origin as a URL has it, such as `https://api.example.com`, without anything else of it.
  package var description: String {
    "\(scheme)://\(host)" + (hasDefaultPort ? "" : ":\(port)")
  }

  /// The origin of a URL.
  ///
  /// - Parameter url: The URL; `nil` comes of one that is not for HTTP, or whose host has any other
  ///   characters than letters, digits, `-`, `.`, `_` and `~`, or those of an IP address in
  ///   brackets.
  package init?(_ url: URL) {
    let parts = URIReference(url.absoluteString)
    guard let scheme = parts.scheme, let authority = parts.authority else { return nil }
    self.init(scheme: scheme.lowercasedASCII, authority: authority)
  }

  init?(scheme: String, authority: Substring) {
    guard let defaultPort = Self.defaultPort(of: scheme) else { return nil }
    let start = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map(authority.utf8.index(after:))
    let hostAndPort = authority[(start ?? authority.startIndex)...]
    // The colons of an address in brackets are not before the port.
    let end = hostAndPort.utf8.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
    let colon = hostAndPort.utf8[end...].firstIndex(of: UInt8(ascii: ":"))
    let host = hostAndPort[..<(colon ?? hostAndPort.endIndex)]
    guard Self.isHost(host) else { return nil }
    let digits = colon.map { hostAndPort[$0...].dropFirst() } ?? ""
    guard digits.utf8.allSatisfy(\.isDigit) else { return nil }
    guard let port = digits.isEmpty ? defaultPort : Int(digits), port <= 65_535 else { return nil }
    self.scheme = scheme
    self.host = host.lowercasedASCII
    self.port = port
  }

  private static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// Whether a text is a host that every parser takes for the same.
  private static func isHost(_ text: Substring) -> Bool {
    guard text.utf8.first == UInt8(ascii: "[") else {
      return !text.isEmpty && text.utf8.allSatisfy(\.isUnreserved)
    }
    let address = text.utf8.dropFirst().dropLast()
    return text.utf8.last == UInt8(ascii: "]") && !address.isEmpty
      && address.allSatisfy { $0.hexadecimalValue != nil || ":.".utf8.contains($0) }
  }
}
