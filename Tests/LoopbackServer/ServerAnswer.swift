// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the loopback server does about a request.
public enum ServerAnswer: Sendable {
  /// It answers.
  case message(ServerMessage)

  /// It sends these bytes as they are, be they HTTP or not, and closes the connection.
  case bytes([UInt8])

  /// It sends these bytes, which are a whole answer made beforehand, and keeps the connection.
  ///
  /// It is for servers that must be faster than what is measured with them.
  case prepared([UInt8])

  /// The connection is closed without a byte.
  case hangUp

  /// Nothing comes, until the server stops.
  case silence

  /// An answer with the length of its body.
  ///
  /// - Parameters:
  ///   - body: The body. Default: none.
  ///   - status: The status. Default: 200.
  ///   - lines: More header lines, without line ends. Default: none.
  /// - Returns: The answer.
  public static func ok(
    _ body: String = "", status: Int = 200, _ lines: [String] = []
  ) -> ServerAnswer {
    .message(ServerMessage(status: status, lines: lines, parts: [Array(body.utf8)]))
  }
}
