// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An answer of the loopback server.
public struct ServerMessage: Sendable {
  /// How the client knows where the body ends.
  public enum Framing: Sendable {
    /// By the sum of the parts.
    case length

    /// By the chunks: each part is one.
    case chunked

    /// Wrongly: so many more bytes are announced than come, or fewer if it is negative; then the
    /// connection is closed.
    case missing(Int)

    /// By the chunks, but the last does not come: the connection is closed.
    case chunkedWithoutEnd

    /// By the chunks, but the parts come again and again until the client or the test ends it.
    case endless

    /// There is no body, whatever the lines say.
    case none
  }

  /// The status.
  public var status: Int

  /// More header lines, without line ends.
  public var lines: [String]

  /// The body, piece by piece.
  public var parts: [[UInt8]]

  /// How the client knows where the body ends.
  public var framing: Framing

  /// What holds the answer up before its head.
  public var gate: ServerGate?

  /// What holds the answer up before each part but the first.
  public var partGate: ServerGate?

  /// Whether the connection is closed after it, of which no line of it says a word.
  public var dropsConnection: Bool

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status. Default: 200.
  ///   - lines: More header lines, without line ends. Default: none.
  ///   - parts: The body, piece by piece. Default: none.
  ///   - framing: How the client knows where the body ends. Default: by its length.
  ///   - gate: What holds the answer up before its head. Default: nothing.
  ///   - partGate: What holds the answer up before each part but the first. Default: nothing.
  ///   - dropsConnection: Whether the connection is closed after it. Default: it is kept.
  public init(
    status: Int = 200, lines: [String] = [], parts: [[UInt8]] = [], framing: Framing = .length,
    gate: ServerGate? = nil, partGate: ServerGate? = nil, dropsConnection: Bool = false
  ) {
    self.status = status
    self.lines = lines
    self.parts = parts
    self.framing = framing
    self.gate = gate
    self.partGate = partGate
    self.dropsConnection = dropsConnection
  }

  /// Whether the connection is closed after it.
  var isLast: Bool {
    switch framing {
    case .missing, .chunkedWithoutEnd, .endless: true
    case .length, .chunked, .none: dropsConnection
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

  /// The whole message as it is sent, in one piece.
  public var bytes: [UInt8] { parts.reduce(head) { $0 + wire($1) } + tail }

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
