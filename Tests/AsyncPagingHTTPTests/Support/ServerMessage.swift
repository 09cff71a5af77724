// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

/// What the loopback server was asked.
struct ServerRequest: Sendable, Hashable {
  var method: String

  /// The target as it was on the wire, byte for byte.
  var target: String

  var fields: HTTPFields
  var body: [UInt8]

  /// Which connection it came on, counted from 1.
  var connection: Int

  /// Reads the next request off the bytes that came, and takes them away.
  ///
  /// - Returns: The request, or `nil` if there is no whole one yet, or none that has a length.
  init?(from bytes: inout [UInt8], connection: Int) {
    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(
      separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    fields = HTTPFields(
      lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPFields.Line(
          name: String(parts[0]), value: String(parts.last?.drop { $0 == " " } ?? ""))
      })
    let length = fields["Content-Length"].flatMap { Int($0) } ?? 0
    guard bytes.count - head.upperBound >= length else { return nil }
    body = Array(bytes[head.upperBound..<head.upperBound + length])
    self.connection = connection
    bytes.removeFirst(head.upperBound + length)
  }
}

/// What the loopback server does about a request.
enum ServerAnswer: Sendable {
  case message(ServerMessage)

  /// The connection is closed without a byte.
  case hangUp

  /// Nothing comes, until the server stops.
  case silence

  /// An answer with the length of its body.
  static func ok(_ body: String = "", status: Int = 200, _ lines: [String] = []) -> ServerAnswer {
    .message(ServerMessage(status: status, lines: lines, parts: [Array(body.utf8)]))
  }
}

/// An answer of the loopback server.
struct ServerMessage: Sendable {
  /// How the client knows where the body ends.
  enum Framing: Sendable {
    /// By the sum of the parts.
    case length

    /// By the chunks: each part is one.
    case chunked

    /// Wrongly: so many more bytes are announced, and the connection is closed in their place.
    case missing(Int)

    /// By the chunks, but the last does not come: the connection is closed.
    case chunkedWithoutEnd

    /// By the chunks, but the parts come again and again until the client or the test ends it.
    case endless

    /// There is no body, whatever the lines say.
    case none
  }

  var status = 200

  /// More header lines, without line ends.
  var lines: [String] = []

  /// The body, piece by piece.
  var parts: [[UInt8]] = []

  var framing = Framing.length

  /// What holds the answer up before its head.
  var gate: ServerGate?

  /// What holds the answer up before each part but the first.
  var partGate: ServerGate?

  /// Whether the connection is closed after it.
  var isLast: Bool {
    switch framing {
    case .missing, .chunkedWithoutEnd, .endless: true
    case .length, .chunked, .none: false
    }
  }

  /// Whether it never ends.
  var isEndless: Bool { if case .endless = framing { true } else { false } }

  /// The head as it is sent.
  var head: [UInt8] {
    let count = parts.reduce(0) { $0 + $1.count }
    let framingLines =
      switch framing {
      case .length: ["Content-Length: \(count)"]
      case .missing(let more): ["Content-Length: \(count + more)"]
      case .chunked, .chunkedWithoutEnd, .endless: ["Transfer-Encoding: chunked"]
      case .none: [String]()
      }
    let all = ["HTTP/1.1 \(status) Whatever"] + framingLines + lines
    return Array((all.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// A part as it is sent.
  func wire(_ part: [UInt8]) -> [UInt8] {
    switch framing {
    case .chunked, .chunkedWithoutEnd, .endless:
      Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
    case .length, .missing, .none: part
    }
  }

  /// What is sent after the last part.
  var tail: [UInt8] {
    if case .chunked = framing { Array("0\r\n\r\n".utf8) } else { [] }
  }
}
