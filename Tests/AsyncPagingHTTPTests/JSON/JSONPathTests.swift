// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Testing

@Suite("Paths into JSON")
struct JSONPathTests {
  @Test(
    "N9 N10: paths lead to one value",
    arguments: [
      ("$.meta.next", "n"), ("meta.next", "n"), ("$['@odata.nextLink']", "link"),
      ("$[\"a.b\"]['c d']", "deep"), ("$.data[-1].id", "last"), ("$.data[0].id", "first"),
    ])
  func values(path: String, expected: JSON) throws {
    let root: JSON = [
      "meta": ["next": "n"], "@odata.nextLink": "link", "a.b": ["c d": "deep"],
      "data": [["id": "first"], ["id": "last"]],
    ]
    #expect(try JSONPath(path).value(in: root) == expected)
  }

  @Test(
    "N6: a path that leads nowhere gives nothing", arguments: ["$.x", "$.data[2]", "$[0]", "$.a.b"])
  func nowhere(path: String) throws {
    #expect(try JSONPath(path).value(in: ["data": [1, 2], "a": "text"]) == nil)
  }

  @Test(
    "N10: a mark that combines with a dot, a bracket or a quote does not hide it",
    arguments: ["$['\u{5AD}']", "$[\"\u{5AD}\"]", "$.\u{5AD}", "\u{5AD}"])
  func combining(path: String) throws {
    #expect(try JSONPath(path).value(in: ["\u{5AD}": 1]) == 1)
  }

  @Test(
    "N10: a text that is no path is refused, with the place",
    arguments: [("$.", 3), ("$[", 3), ("$['a]", 6), ("$.a]", 5), ("$[+1]", 3), ("$.a..b", 5)])
  func refused(text: String, position: Int) {
    #expect {
      try JSONPath(text)
    } throws: {
      "\($0)".contains("at character \(position)")
    }
  }
}
