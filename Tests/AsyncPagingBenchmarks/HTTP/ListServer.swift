// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer
import Synchronization

/// The server of the list that all clients walk, in a process of its own: its time is not theirs.
///
/// All answers are made before the first request: the server reads a cursor and writes bytes. The
/// list is at `/items`; `/warm-up` is a short one of the same kind.
final class ListServer: Sendable {
  /// How many pages there are at `/warm-up`.
  static let warmUpCount = 50

  /// The answers to each path, by the number of the page.
  private let answers = Mutex<[Substring: [[UInt8]]]>([:])

  private init() {}

  /// Serves a list until the standard input ends; prints its port when it is ready.
  ///
  /// - Parameter pageCount: How many pages the list has.
  /// - Throws: The call to the system that failed.
  static func run(pageCount: Int) throws(SocketError) {
    let list = ListServer()
    let server = try LoopbackServer(keepsRequests: false) { list.answer(to: $0.target) }
    list.prepare("/items", ListData(pageCount: pageCount), port: server.port)
    list.prepare("/warm-up", ListData(pageCount: warmUpCount), port: server.port)
    FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
    _ = FileHandle.standardInput.readDataToEndOfFile()
    server.stop()
  }

  /// Makes the answers of a list; a link to the next page needs the port.
  private func prepare(_ path: Substring, _ data: ListData, port: UInt16) {
    let prepared = (0..<data.pageCount).map { number in
      let link = data.next(afterPage: number).map { next in
        "Link: <http://127.0.0.1:\(port)\(path)?cursor=\(next)>; rel=\"next\""
      }
      return ServerMessage(
        lines: ["Content-Type: application/json"] + [link].compactMap { $0 },
        parts: [Array(data.body(ofPage: number).utf8)]
      ).bytes
    }
    answers.withLock { $0[path] = prepared }
  }

  /// The page that a target asks for, by the name that its client has for a cursor; what else some
  /// clients ask for says nothing here.
  private func answer(to target: String) -> ServerAnswer {
    let parts = target.split(whereSeparator: { $0 == "?" || $0 == "&" })
    let cursor = parts.dropFirst().lazy.compactMap { parameter in
      ["cursor=", "pageToken="].first(where: parameter.hasPrefix).map {
        parameter.dropFirst($0.count)
      }
    }.first
    guard let path = parts.first, let pages = answers.withLock({ $0[path] }),
      let number = Int(cursor ?? "0"), pages.indices.contains(number)
    else { return .ok("there is no such page", status: 404) }
    return .prepared(pages[number])
  }
}
