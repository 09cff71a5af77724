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
    // Bytes and not characters: a server that others are measured with has no time for more.
    guard let head = Self.range(of: "\r\n\r\n", in: bytes[...]) else { return nil }
    let lines = Self.lines(of: bytes[..<head.lowerBound])
    let words = lines.first?.split(separator: UInt8(ascii: " ")).map(Self.text) ?? []
    guard words.count == 3, words[2] == "HTTP/1.1" else { throw Malformed() }
    method = words[0]
    target = words[1]
    fields = HTTPFields(lines.dropFirst().map(Self.field))
    guard let length = Int(fields["Content-Length"] ?? "0"), length >= 0 else { throw Malformed() }
    guard bytes.count - head.upperBound >= length else { return nil }
    body = Array(bytes[head.upperBound..<head.upperBound + length])
    self.connection = connection
    bytes.removeFirst(head.upperBound + length)
  }

  private static func lines(of head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var rest = head
    var lines: [ArraySlice<UInt8>] = []
    while let end = range(of: "\r\n", in: rest) {
      lines.append(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return (lines + [rest]).filter { !$0.isEmpty }
  }

  private static func range(of end: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let end = Array(end.utf8)
    var rest = bytes
    while let mark = rest.firstIndex(of: end[0]) {
      let found = bytes[mark...].prefix(end.count)
      if found.elementsEqual(end) { return found.indices }
      rest = rest[(mark + 1)...]
    }
    return nil
  }

  private static func field(_ line: ArraySlice<UInt8>) -> HTTPFields.Line {
    let parts = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.last?.drop { $0 == UInt8(ascii: " ") } ?? []
    return HTTPFields.Line(name: text(parts[0]), value: text(value))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
