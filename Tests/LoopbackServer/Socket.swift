// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A call to the system that failed.
public struct SocketError: Error, CustomStringConvertible {
  /// The name of the call.
  public let call: String

  /// Why, as the system's `errno`.
  public let code = errno

  /// The call and the reason.
  public var description: String { "\(call) failed with errno \(code)" }
}

/// A TCP socket on the loopback interface; whoever holds it ends it, once.
public struct Socket: Sendable, Hashable {
  private let descriptor: Int32

  /// Opens a socket that listens on 127.0.0.1, on a port that the system chooses.
  ///
  /// - Parameter backlog: How many clients may wait to be taken.
  /// - Returns: The socket.
  /// - Throws: The call to the system that failed.
  public static func listening(backlog: Int32) throws(SocketError) -> Socket {
    let listener = try Socket()
    guard unsafe listener.atAddress(port: 0, { unsafe bind(listener.descriptor, $0, $1) }) else {
      throw SocketError(call: "bind")
    }
    guard listen(listener.descriptor, backlog) == 0 else { throw SocketError(call: "listen") }
    return listener
  }

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameter port: The port.
  /// - Throws: The call to the system that failed.
  public init(connectingTo port: UInt16) throws(SocketError) {
    self = try Socket()
    guard unsafe atAddress(port: port, { unsafe connect(descriptor, $0, $1) }) else {
      throw SocketError(call: "connect")
    }
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  private init() throws(SocketError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SocketError(call: "socket") }
  }

  private func atAddress(
    port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// The port that the system chose.
  ///
  /// - Returns: The port.
  /// - Throws: The call to the system that failed.
  public func port() throws(SocketError) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isKnown else { throw SocketError(call: "getsockname") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits for a client.
  ///
  /// - Returns: The connection to it; `nil` when the system had none to give.
  public func nextClient() -> Socket? {
    let client = accept(descriptor, nil, nil)
    guard client >= 0 else { return nil }
    var isOn: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Head and body are written apart: without this the second waits for the client's word.
    unsafe setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
    #if canImport(Darwin)
      // A client that has gone is an error of `send`, not a signal.
      unsafe setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
    #endif
    return Socket(client)
  }

  /// Waits for bytes.
  ///
  /// - Returns: What came; `nil` when the client has gone.
  public func read() -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
      unsafe count = max(recv(descriptor, room.baseAddress, room.count, 0), 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Sends all bytes.
  ///
  /// - Parameter bytes: What to send.
  /// - Returns: Whether the client took them.
  public func write(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends the conversation: who reads or writes at either end comes back.
  public func hangUp() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Gives the socket back to the system.
  public func end() { _ = close(descriptor) }
}
