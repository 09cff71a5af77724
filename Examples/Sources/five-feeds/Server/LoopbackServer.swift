// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A small HTTP/1.1 server on 127.0.0.1: GET only, connections are kept, each has its thread.
///
/// It runs until the process ends. Requests and connections beyond a bound are refused.
final class LoopbackServer: Sendable {
  private static let mostConnections = 64

  /// The port that the system chose.
  let port: UInt16

  private let listener: Socket
  private let connectionCount = Mutex(0)
  private let answer: @Sendable (HTTPRequest) -> HTTPReply

  /// Starts a server.
  ///
  /// - Parameter answer: Answers one request, on the thread of its connection, which it may block.
  /// - Throws: The call to the system that failed.
  init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPReply) throws(SocketError) {
    self.answer = answer
    listener = try Socket.listening(backlog: 128)
    port = try listener.port()
    Thread.detachNewThread { [self] in acceptConnections() }
  }

  private func acceptConnections() {
    while true {
      guard let client = listener.nextClient() else {
        // Out of descriptors, or interrupted: the next client may have more luck.
        Thread.sleep(forTimeInterval: 0.01)
        continue
      }
      let isWelcome = connectionCount.withLock { count in
        guard count < Self.mostConnections else { return false }
        count += 1
        return true
      }
      guard isWelcome else {
        client.end()
        continue
      }
      Thread.detachNewThread { [self] in
        serve(client)
        client.end()
        connectionCount.withLock { $0 -= 1 }
      }
    }
  }

  /// Answers the requests of one client, one after another, until it goes.
  private func serve(_ client: Socket) {
    var received: [UInt8] = []
    while let bytes = client.read() {
      received += bytes
      while let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        let reply = reply(to: String(decoding: received[..<end.upperBound], as: UTF8.self))
        received.removeSubrange(..<end.upperBound)
        guard client.write(reply.bytes), !reply.isLast else { return }
      }
      guard received.count < HTTPRequest.longest else {
        _ = client.write(HTTPReply(status: 431, isLast: true).bytes)
        return
      }
    }
  }

  private func reply(to text: String) -> HTTPReply {
    guard let request = HTTPRequest(text) else { return HTTPReply(status: 400, isLast: true) }
    guard request.method == "GET" else { return HTTPReply(status: 405, isLast: true) }
    return answer(request)
  }
}
