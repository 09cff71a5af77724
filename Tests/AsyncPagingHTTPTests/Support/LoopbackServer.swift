// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Dispatch
import Foundation
import Testing

/// A door for threads of the server, opened by a test.
final class ServerGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Lets everybody through, now and later.
  func open() { semaphore.signal() }

  /// Blocks the thread until the door is open.
  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// A small HTTP/1.1 server on 127.0.0.1, in this process: connections are kept, each has its thread.
///
/// It is programmable down to the bytes, so that it can be as wrong as servers are. It runs until it
/// is stopped.
final class LoopbackServer: Sendable {
  private struct State {
    var requests: [ServerRequest] = []
    var clients: Set<Socket> = []
    var connectionCount = 0
    var waiting: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    var isStopped = false
  }

  private let listener: Socket
  private let port: UInt16
  private let state = Locked(State())
  private let silence = ServerGate()
  private let answer: @Sendable (ServerRequest) -> ServerAnswer

  /// Starts a server.
  ///
  /// - Parameter answer: Answers one request, on the thread of its connection, which it may block.
  /// - Throws: The call to the system that failed.
  init(_ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer) throws {
    self.answer = answer
    listener = try Socket.listening(backlog: 256)
    port = try listener.port()
    Thread.detachNewThread { [self] in acceptClients() }
  }

  /// A URL of the server; its text is taken as it is.
  func url(_ target: String = "/") throws -> URL {
    try #require(
      URL(string: "http://127.0.0.1:\(port)\(target)", encodingInvalidCharacters: false))
  }

  /// What was asked so far, in the order in which it was read.
  var requests: [ServerRequest] { state.withLock { $0.requests } }

  /// How many connections there were so far.
  var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// Waits until the connections that there were are over.
  func connectionsEnd() async {
    await withCheckedContinuation { waiter in
      let isOver = state.withLock { state in
        let isOver = state.clients.isEmpty
        if !isOver { state.waitingForEnd.append(waiter) }
        return isOver
      }
      if isOver { waiter.resume() }
    }
  }

  /// Waits until so many requests have come.
  func arrivals(_ count: Int) async {
    await withCheckedContinuation { waiter in
      let isHere = state.withLock { state in
        let isHere = state.requests.count >= count
        if !isHere { state.waiting.append((count, waiter)) }
        return isHere
      }
      if isHere { waiter.resume() }
    }
  }

  /// Ends all connections and the server; what still waits at a gate of a test needs that opened.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for client in state.clients { client.hangUp() }
    }
    silence.open()
    // Whoever waits for clients gets one, and sees that it is over.
    (try? Socket(connectingTo: port))?.end()
  }

  private func acceptClients() {
    defer { listener.end() }
    while let client = listener.nextClient() {
      let number = state.withLock { state in
        guard !state.isStopped else { return 0 }
        state.connectionCount += 1
        state.clients.insert(client)
        return state.connectionCount
      }
      guard number > 0 else { return client.end() }
      Thread.detachNewThread { [self] in
        serve(client, number)
        // Nobody hangs it up any more once its number may be another's.
        let waiters = state.withLock { state in
          state.clients.remove(client)
          defer { if state.clients.isEmpty { state.waitingForEnd = [] } }
          return state.clients.isEmpty ? state.waitingForEnd : []
        }
        client.end()
        for waiter in waiters { waiter.resume() }
      }
    }
  }

  /// Answers the requests of one client, one after another, until one of them goes.
  private func serve(_ client: Socket, _ number: Int) {
    var received: [UInt8] = []
    while let bytes = client.read() {
      received += bytes
      // The greeting of TLS; servers without it answer in plain text.
      guard received.first != 0x16 else {
        _ = client.write(ServerMessage(status: 400).head)
        return
      }
      while let request = ServerRequest(from: &received, connection: number) {
        log(request)
        guard send(answer(request), to: client) else { return }
      }
    }
  }

  private func log(_ request: ServerRequest) {
    let waiters = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.waiter)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Sends an answer, and says whether the connection goes on.
  private func send(_ answer: ServerAnswer, to client: Socket) -> Bool {
    switch answer {
    case .hangUp:
      return false
    case .silence:
      silence.pass()
      return false
    case .message(let message):
      message.gate?.pass()
      var isTaken = client.write(message.head)
      repeat {
        for (number, part) in message.parts.enumerated() where isTaken {
          if number > 0 { message.partGate?.pass() }
          isTaken = client.write(message.wire(part))
        }
        // A pace at which the client can do something else.
        if message.isEndless { Thread.sleep(forTimeInterval: 0.005) }
      } while isTaken && message.isEndless
      return isTaken && client.write(message.tail) && !message.isLast
    }
  }
}
