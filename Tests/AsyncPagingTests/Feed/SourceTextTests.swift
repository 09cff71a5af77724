// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What must not stand in the sources of the package.
@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct SourceTextTests {
  /// The lines of code of a module, by file, without comments.
  private func code(of module: String) throws -> [String: [String]] {
    let root = URL(filePath: #filePath).appending(path: "../../../../Sources/\(module)")
      .standardizedFileURL
    let paths = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var code: [String: [String]] = [:]
    for case let url as URL in paths where url.pathExtension == "swift" {
      let text = try String(contentsOf: url, encoding: .utf8)
      code[url.lastPathComponent] = text.split(separator: "\n").map {
        String($0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex))
      }
    }
    #expect(!code.isEmpty)
    return code
  }

  /// Files that hold a small type which a platform leaves no other way, with the proof in its
  /// comment.
  ///
  /// The core has none.
  private static let proven = [
    "AsyncPaging": [],
    "AsyncPagingHTTP": ["CurlMulti.swift", "CurlEasy.swift", "CurlMailbox.swift"],
    "AsyncPagingTesting": ["Locked.swift", "Confined.swift", "TrapNote.swift", "Simulation.swift"],
  ]

  @Test(
    "J4: nothing in the sources is unsafe or unchecked, but for small types with their proof",
    arguments: ["AsyncPaging", "AsyncPagingHTTP", "AsyncPagingTesting"])
  func unsafe(module: String) throws {
    let banned = /\bunsafe\b|@unchecked|@_unsafe|\bUnsafe\w*|[uU]nsafe[A-Z]\w*/
    let proven = try #require(Self.proven[module])
    for (file, lines) in try code(of: module) where !proven.contains(file) {
      for line in lines {
        let found = line.contains(banned)
        #expect(!found, "\(file): \(line)")
      }
    }
  }

  @Test("J3: tasks are made in one place, with a name", arguments: ["AsyncPaging"])
  func tasks(module: String) throws {
    let maker = /\bTask\s*(<[^<>]*>)?\(|\bTask\s*\{|\bTask\.(detached|immediate)/
    for (file, lines) in try code(of: module) {
      for line in lines where line.contains(maker) {
        #expect(file == "spawn.swift", "\(file): \(line)")
        #expect(line.contains("name:"), "\(file): \(line)")
      }
    }
  }

  @Test("J3: the tasks of the testing module have names, too")
  func testingTasks() throws {
    let maker = /^\s*(let \w+ = |return )?Task(\.detached)?\s*[({]/
    for (file, lines) in try code(of: "AsyncPagingTesting") {
      for line in lines where line.contains(maker) {
        #expect(line.contains("name:"), "\(file): \(line)")
      }
    }
  }
}
