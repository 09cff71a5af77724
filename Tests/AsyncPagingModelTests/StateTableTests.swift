// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation
import Testing

@Suite struct StateTableTests {
  /// The table stands between these two lines of the document.
  private static let start = "<!-- table -->\n"
  private static let end = "<!-- end of table -->"

  @Test("the documented table of states and events is what the machine does")
  func tableAgrees() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/Design/state-machine.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let head = try #require(text.range(of: Self.start))
    let tail = try #require(text.range(of: Self.end))
    let current = "\n\(StateTable.markdown)"
    if ProcessInfo.processInfo.environment["UPDATE_STATE_TABLE"] != nil {
      let updated = text.replacingCharacters(in: head.upperBound..<tail.lowerBound, with: current)
      try updated.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let documented = String(text[head.upperBound..<tail.lowerBound])
    for (line, other) in zip(
      documented.split(separator: "\n"), current.split(separator: "\n")) where line != other
    {
      Issue.record("documented: \(line)\nthe machine: \(other)")
    }
    #expect(documented.count == current.count)
  }

  @Test("each way to a state leads to the state of that name")
  func waysLead() {
    for state in StateTable.states {
      var machine = FeedMachine()
      for event in state.way { _ = machine.handle(event) }
      #expect(machine.stateName == state.name)
    }
  }
}
