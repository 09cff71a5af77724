// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What real servers and networks do.
extension ServerAnswer {
  /// JSON, as it should be.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - status: The status. Default: 200.
  ///   - lines: More header lines, without line ends. Default: none.
  /// - Returns: The answer.
  public static func json(
    _ text: String, status: Int = 200, _ lines: [String] = []
  ) -> ServerAnswer {
    .ok(text, status: status, ["Content-Type: application/json"] + lines)
  }

  /// A body in chunks of one size, but for the last.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - size: How many bytes a chunk has. Default: 5.
  /// - Returns: The answer.
  public static func chunked(_ text: String, size: Int = 5) -> ServerAnswer {
    .message(ServerMessage(parts: pieces(of: text, size: size), framing: .chunked))
  }

  /// A slow body: its first byte comes, the others when a door opens.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - gate: What holds them up.
  /// - Returns: The answer.
  public static func slow(_ text: String, until gate: ServerGate) -> ServerAnswer {
    let bytes = Array(text.utf8)
    let parts = [Array(bytes.prefix(1)), Array(bytes.dropFirst())]
    return .message(ServerMessage(parts: parts, partGate: gate))
  }

  /// A whole body, and then the end of a connection that was to be kept.
  ///
  /// - Parameter text: The body.
  /// - Returns: The answer.
  public static func dropsConnection(after text: String) -> ServerAnswer {
    .message(ServerMessage(parts: [Array(text.utf8)], dropsConnection: true))
  }

  /// Half of a body whose whole length is announced, and then the end of the connection.
  ///
  /// - Parameter text: The body.
  /// - Returns: The answer.
  public static func cut(_ text: String) -> ServerAnswer {
    let bytes = Array(text.utf8)
    let half = Array(bytes.prefix(bytes.count / 2))
    return .message(ServerMessage(parts: [half], framing: .missing(bytes.count - half.count)))
  }

  /// All chunks of a body but the one that says that it is over.
  ///
  /// - Parameter text: The body.
  /// - Returns: The answer.
  public static func cutChunks(_ text: String) -> ServerAnswer {
    .message(ServerMessage(parts: pieces(of: text, size: 5), framing: .chunkedWithoutEnd))
  }

  /// A whole body with a length that is not its own.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - difference: How many bytes more are announced than come; fewer if it is negative.
  /// - Returns: The answer.
  public static func wrongLength(_ text: String, by difference: Int) -> ServerAnswer {
    .message(ServerMessage(parts: [Array(text.utf8)], framing: .missing(difference)))
  }

  /// A failure of the server, or of something in front of it.
  ///
  /// - Parameters:
  ///   - status: The status. Default: 503.
  ///   - hint: How it says when to come back. Default: it does not.
  ///   - seconds: When. Default: 30.
  ///   - now: The time. Default: the system's.
  /// - Returns: The answer.
  public static func unavailable(
    _ status: Int = 503, hint: WaitHint = .nothing, seconds: Int = 30, now: Date = Date()
  ) -> ServerAnswer {
    .ok("<h1>\(status)</h1>", status: status, hint.lines(seconds: seconds, now: now))
  }

  /// A 429.
  ///
  /// - Parameters:
  ///   - hint: How it says when to come back. Default: it does not.
  ///   - seconds: When. Default: 30.
  ///   - now: The time. Default: the system's.
  /// - Returns: The answer.
  public static func tooManyRequests(
    hint: WaitHint = .nothing, seconds: Int = 30, now: Date = Date()
  ) -> ServerAnswer {
    .ok("slow down", status: 429, hint.lines(seconds: seconds, now: now))
  }

  /// A redirect.
  ///
  /// - Parameters:
  ///   - location: Where it leads, as it is on the wire.
  ///   - status: The status. Default: 302.
  /// - Returns: The answer.
  public static func redirect(to location: String, status: Int = 302) -> ServerAnswer {
    .ok("moved", status: status, ["Location: \(location)"])
  }

  /// A good body under a header field that is out of all proportion.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - size: How many bytes the field has.
  /// - Returns: The answer.
  public static func hugeField(_ text: String, size: Int) -> ServerAnswer {
    .json(text, ["X-Huge: " + String(repeating: "a", count: size)])
  }

  /// Bytes that are no HTTP.
  public static let junk = ServerAnswer.bytes([0x00, 0xFF, 0x0D, 0x0A] + Array("junk".utf8))

  /// A good head, and then a chunk whose size is no number.
  public static let junkChunk = ServerAnswer.bytes(
    Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[1]\r\n".utf8))

  /// A page for people where there should be JSON, as a network that wants a login gives.
  public static let page = ServerAnswer.ok(
    "<!DOCTYPE html><title>Log in</title>", ["Content-Type: text/html"])

  private static func pieces(of text: String, size: Int) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map { start in
      Array(bytes[start..<min(start + size, bytes.count)])
    }
  }
}
