// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
public import Foundation

/// A small HTTP/1.1 server on 127.0.0.1, in this process: connections are kept, each has its
/// thread.
///
/// It is programmable down to the bytes, so that it can be as wrong as servers are:
/// ``ServerAnswer`` has what they do ready-made. It runs until it is stopped. For tests and
/// examples only: it reads no more of HTTP than clients send there.
public final class LoopbackServer: Sendable {
  private struct State {
    var requests: [ServerRequest] = []
    var requestCount = 0
    var clients: Set<Socket> = []
    var connectionCount = 0
    var waiting: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    var isStopped = false
  }

  /// The port that the system chose.
  public let port: UInt16

  private let listener: Socket
  private let mostConnections: Int
  private let longestRequest: Int
  private let keepsRequests: Bool
  private let state = Locked(State())
  private let silence = ServerGate()
  private let answer: @Sendable (ServerRequest) -> ServerAnswer

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - mostConnections: How many connections there may be at once; what comes beyond is closed.
  ///     Default: no limit.
  ///   - longestRequest: How many bytes a request may have; one with more is answered with 431.
  ///     Default: no limit.
  ///   - keepsRequests: Whether ``requests`` are kept. Default: yes.
  ///   - answer: Answers one request, on the thread of its connection, which it may block.
  /// - Throws: The call to the system that failed.
  public init(
    mostConnections: Int = .max, longestRequest: Int = .max, keepsRequests: Bool = true,
    _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
  ) throws(SocketError) {
    self.mostConnections = mostConnections
    self.longestRequest = longestRequest
    self.keepsRequests = keepsRequests
    self.answer = answer
    listener = try Socket.listening(backlog: 256)
    port = try listener.port()
    Thread.detachNewThread { [self] in acceptClients() }
  }

  /// A URL of the server.
  ///
  /// - Parameter target: Path and query; the text is taken as it is. Default: the root.
  /// - Returns: The URL.
  /// - Throws: `URLError` if the text is none of a URL.
  public func url(_ target: String = "/") throws -> URL {
    let text = "http://127.0.0.1:\(port)\(target)"
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw URLError(.badURL)
    }
    return url
  }

  /// What was asked so far, in the order in which it was read.
  public var requests: [ServerRequest] { state.withLock { $0.requests } }

  /// How many connections there were so far.
  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// Waits until the connections that there were are over.
  public func connectionsEnd() async {
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
  ///
  /// - Parameter count: How many, since the server was started.
  public func arrivals(_ count: Int) async {
    await withCheckedContinuation { waiter in
      let isHere = state.withLock { state in
        let isHere = state.requestCount >= count
        if !isHere { state.waiting.append((count, waiter)) }
        return isHere
      }
      if isHere { waiter.resume() }
    }
  }

  /// Ends all connections and the server; what still waits at a gate of a test needs that opened.
  public func stop() {
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
    while !state.withLock(\.isStopped) {
      guard let client = listener.nextClient() else {
        // Out of descriptors, or interrupted: the next client may have more luck.
        Thread.sleep(forTimeInterval: 0.01)
        continue
      }
      let number = state.withLock { state -> Int? in
        guard !state.isStopped, state.clients.count < mostConnections else { return nil }
        state.connectionCount += 1
        state.clients.insert(client)
        return state.connectionCount
      }
      guard let number else {
        client.end()
        continue
      }
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
      do throws(ServerRequest.Malformed) {
        // The greeting of TLS; servers without it answer in plain text.
        if received.first == 0x16 { throw ServerRequest.Malformed() }
        while let request = try ServerRequest(from: &received, connection: number) {
          log(request)
          guard send(answer(request), to: client) else { return }
        }
      } catch {
        _ = client.write(ServerMessage(status: 400).head)
        return
      }
      guard received.count <= longestRequest else {
        _ = client.write(ServerMessage(status: 431).head)
        return
      }
    }
  }

  private func log(_ request: ServerRequest) {
    let waiters = state.withLock { state in
      if keepsRequests { state.requests.append(request) }
      state.requestCount += 1
      let count = state.requestCount
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
    case .bytes(let bytes):
      _ = client.write(bytes)
      return false
    case .prepared(let bytes):
      return client.write(bytes)
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
