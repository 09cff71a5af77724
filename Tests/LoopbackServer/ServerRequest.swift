// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPagingHTTP

/// What the loopback server was asked.
public struct ServerRequest: Sendable, Hashable {
  /// The method, such as `GET`.
  public var method: String

  /// The target as it was on the wire, byte for byte.
  public var target: String

  /// The header fields.
  public var fields: HTTPFields

  /// The body, by its announced length.
  public var body: [UInt8]

  /// Which connection it came on, counted from 1.
  public var connection: Int

  /// What cannot be a request, whatever comes after it.
  struct Malformed: Error {}

  /// Reads the next request off the bytes that came, and takes them away.
  ///
  /// It is `nil` if there is no whole one yet.
  ///
  /// - Parameters:
  ///   - bytes: What came and was not read yet.
  ///   - connection: Which connection they came on.
  /// - Throws: ``Malformed`` if its first line is none, or its length no number.
  init?(from bytes: inout [UInt8], connection: Int) throws(Malformed) {
    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(
      separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2] == "HTTP/1.1" else { throw Malformed() }
    method = String(words[0])
    target = String(words[1])
    fields = HTTPFields(
      lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPFields.Line(
          name: String(parts[0]), value: String(parts.last?.drop { $0 == " " } ?? ""))
      })
    guard let length = Int(fields["Content-Length"] ?? "0"), length >= 0 else { throw Malformed() }
    guard bytes.count - head.upperBound >= length else { return nil }
    body = Array(bytes[head.upperBound..<head.upperBound + length])
    self.connection = connection
    bytes.removeFirst(head.upperBound + length)
  }
}
