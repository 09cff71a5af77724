// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A request as libcurl takes it.
  struct CurlRequest: Sendable {
    /// Where it goes.
    let url: URL

    /// The method, a token.
    let method: String

    /// The header lines, in the form of libcurl: without a value a line ends with a semicolon, and
    /// a name with nothing but a colon takes away what libcurl would send by itself.
    let lines: [String]

    /// The body, if there is one.
    let body: Data?

    /// The longest time without news.
    let idle: Duration

    /// Whether a compressed body is wanted, and taken out of its compression.
    let isDecompressed: Bool

    /// The longest time altogether.
    var total = Duration.longestWait

    /// The most bytes of the answer's body.
    var bodyLimit = 0

    /// The most bytes of the answer's header fields.
    var fieldLimit = 0

    /// Whether the proxies of the environment are used.
    var usesProxies = true

    /// Takes a request over.
    ///
    /// - Throws: ``HTTPError`` for what cannot be sent, or would be something else on the wire.
    init(_ request: URLRequest) throws(HTTPError) {
      guard let url = request.url, url.isForHTTP else { throw .notForHTTP }
      guard url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil else {
        throw HTTPError(.invalidURL, "a URL has no place for a user or a password; use a field")
      }
      method = request.httpMethod ?? "GET"
      guard method.isToken else { throw Self.unsendable("the method is no token") }
      guard request.httpBodyStream == nil else { throw Self.unsendable("the body is a stream") }
      self.url = url
      body = request.httpBody
      idle = .seconds(request.secondsWithoutNews)
      let fields = request.allHTTPHeaderFields ?? [:]
      isDecompressed = !fields.keys.contains { $0.isEqual(ignoringCase: "Accept-Encoding") }
      lines = try Self.lines(fields)
    }

    private static func lines(_ fields: [String: String]) throws(HTTPError) -> [String] {
      // libcurl would ask for leave before a large body, which costs a second with most servers.
      var lines = ["Expect:"]
      var hasType = false
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        let value = value.trimmingCharacters(in: .whitespaces)
        guard name.isToken, !value.utf8.contains(where: { [0x00, 0x0A, 0x0D].contains($0) }) else {
          throw unsendable("a header field is none")
        }
        guard !["content-length", "transfer-encoding", "expect"].contains(name.lowercased()) else {
          continue
        }
        hasType = hasType || name.isEqual(ignoringCase: "Content-Type")
        lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
      }
      // Nor would it leave a type away that nobody has named.
      return hasType ? lines : lines + ["Content-Type:"]
    }

    private static func unsendable(_ what: String) -> HTTPError {
      HTTPError(.noAnswer, "the request cannot be sent: \(what)")
    }
  }

  extension String {
    /// Whether it is a token (RFC 9110, section 5.6.2).
    fileprivate var isToken: Bool {
      !isEmpty
        && utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
          }
        }
    }
  }
#endif
