// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The server of the list, started as a process of its own: its processor time is not the client's.
///
/// On few cores it shares them with the client all the same.
struct ListServerProcess {
  /// The list.
  let list: URL

  private let process = Process()

  /// It serves until this pipe ends, and so no longer than this process lives.
  private let input = Pipe()

  /// Starts this executable as the server.
  ///
  /// - Parameter pageCount: How many pages the list has.
  /// - Throws: When it does not start.
  init(pageCount: Int) throws {
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["serve", "\(pageCount)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw WrongResult(description: "the server did not start") }
      line += more
    }
    let port = String(decoding: line.dropLast(), as: UTF8.self)
    guard let list = URL(string: "http://127.0.0.1:\(port)/items") else {
      throw WrongResult(description: "the server has no port, it said \(port)")
    }
    self.list = list
  }

  /// Ends the server.
  func stop() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
