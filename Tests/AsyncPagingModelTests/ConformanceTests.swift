// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The tables of `Documentation/Conformance.md` against the display names of the tests.
@Suite struct ConformanceTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized

  @Test("every rule, scenario and case has a test or a reason, and every test named is there")
  func tablesAgree() throws {
    let file = Self.root.appending(path: "Documentation/Conformance.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let tests = try testsByID()
    var known: Set<String> = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      line -> String in
      guard let row = Row(line) else { return String(line) }
      known.insert(row.id)
      guard let names = tests[row.id] else { return String(line) }
      return "| \(row.id) | \(names.sorted().joined(separator: "<br>")) |"
    }
    let current = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["UPDATE_CONFORMANCE"] != nil {
      try current.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    for row in text.split(separator: "\n").compactMap(Row.init) {
      if tests[row.id] == nil {
        #expect(row.isReason, "\(row.id) has neither a test nor a reason")
      }
    }
    // Compared first: to print how two long texts differ takes minutes.
    let isCurrent = current == text
    #expect(isCurrent, "run UPDATE_CONFORMANCE=1 swift test --filter ConformanceTests")
    #expect(Set(tests.keys).subtracting(known).isEmpty, "ids that the document does not know")
  }

  /// A line of a table: an id, and its tests or the reason why it has none.
  private struct Row {
    var id: String
    var isReason: Bool

    init?(_ line: Substring) {
      let cells = line.split(separator: "|", maxSplits: 1).map {
        $0.trimming(while: \.isWhitespace)
      }
      guard cells.count == 2, let id = cells.first, id.wholeMatch(of: ConformanceTests.id) != nil
      else { return nil }
      self.id = String(id)
      isReason = cells[1].hasPrefix("– ") && cells[1].count > 5
    }
  }

  private static var id: Regex<Substring> {
    /(?:[A-K]|X|PG|AI|TQ|FL|JP|SP|N)[0-9]+|case [0-9]+/
  }

  /// The display names of all tests by the ids that stand at their beginning.
  private func testsByID() throws -> [String: [String]] {
    let tests = Self.root.appending(path: "Tests")
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var names: [String: [String]] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) {
        let name = String(match.1)
        guard let colon = name.firstIndex(of: ":") else { continue }
        for id in name[..<colon].matches(of: Self.id) {
          let suite = file.deletingPathExtension().lastPathComponent
          names[String(id.0), default: []]
            .append("`\(suite)` \(name.replacing("|", with: "\\|"))")
        }
      }
    }
    return names
  }
}

extension Substring {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = self.drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
