// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("What an answer shows of its scheme")
struct SchemeFindingTests {
  @Test(
    "N120: the scheme and the items of an answer are found, or said to be unknown",
    arguments: Shape.listed + Shape.more)
  func shapes(shape: Shape) throws {
    let finding = try shape.finding
    if let line = shape.line {
      let parts = line.items.split(separator: "|")
      let rules = parts.count > 1 ? ", rules: \(parts[1])" : ""
      #expect(
        finding.description
          == "HTTPPageSource(\(line.scheme), request: request, items: \"\(parts[0])\", "
          + "of: Item.self\(rules))")
      #expect(finding.kind != .unknown)
      #expect(finding.items != nil)
    } else {
      #expect(finding.kind == .unknown)
      #expect(finding.items == nil)
      #expect(finding.description.hasPrefix("unknown: "))
      let advice = ["may be all there is", "write HTTPPageSource(", "examine the answer", "raise"]
      #expect(advice.contains { finding.reasons.last?.contains($0) == true })
    }
    let reasons = finding.reasons.joined(separator: "; ")
    if let reason = shape.reason { #expect(reasons.contains(reason)) }
  }

  @Test("N120: a finding holds no cursor", arguments: Shape.listed + Shape.more)
  func secrets(shape: Shape) throws {
    var text = ""
    dump(try shape.finding, to: &text)
    #expect(!text.contains("SECRET"))
  }

  @Test("N120: a path with odd names can be read back from the line")
  func paths() throws {
    let body = #"{"a'b \\ c":{"x.y":[{"id":1}]},"links":{"next":"/a?p=2"}}"#
    let shape = Shape.found("", body, "", "")
    let items = try #require(try shape.finding.items)
    let root = try JSONDecoder().decode(JSON.self, from: Data(body.utf8))
    #expect(try JSONPath(items.description).value(in: root) == [["id": 1]])
  }
}
