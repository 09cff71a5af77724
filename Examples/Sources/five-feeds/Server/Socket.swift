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
struct SocketError: Error, CustomStringConvertible {
  let call: String
  let code = errno

  var description: String { "\(call) failed with errno \(code)" }
}

/// A TCP socket on the loopback interface; whoever holds it ends it, once.
struct Socket: Sendable {
  private let descriptor: Int32

  /// Opens a socket that listens on 127.0.0.1, on a port that the system chooses.
  static func listening(backlog: Int32) throws(SocketError) -> Socket {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SocketError(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size) == 0
      }
    }
    guard isBound else { throw SocketError(call: "bind") }
    guard listen(descriptor, backlog) == 0 else { throw SocketError(call: "listen") }
    return Socket(descriptor: descriptor)
  }

  /// The port that the system chose.
  func port() throws(SocketError) -> UInt16 {
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

  /// Waits for a client; `nil` when the system had none to give.
  func nextClient() -> Socket? {
    let client = accept(descriptor, nil, nil)
    guard client >= 0 else { return nil }
    #if canImport(Darwin)
      // A client that has gone is an error of `send`, not a signal.
      var isOn: Int32 = 1
      unsafe setsockopt(
        client, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return Socket(descriptor: client)
  }

  /// Waits for bytes; `nil` when the client has gone.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Sends all bytes, and says whether the client took them.
  func write(_ bytes: [UInt8]) -> Bool {
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

  /// Gives the socket back to the system.
  func end() { _ = close(descriptor) }
}
