// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  private func value(_ text: String, at path: JSONPath = "$") throws -> JSON? {
    try JSON.value(in: Data(text.utf8), at: path)
  }

  @Test(
    "N48 case 114: values come out as they are, numbers with all their digits",
    arguments: [
      ("18446744073709551615", "18446744073709551615"), ("-0", "0"), ("2.0", "2"),
      ("1e9", "1000000000"),
      ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
      ("0.0000001", "0.0000001"), ("1.25E-2", "0.0125"), ("true", "true"), (" null ", "null"),
      ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"", "a\"\\/\u{8}\u{C}\n\r\té😀"),
      ("[1, [ ] ,{\"a\" : {}}]", "[1,[],{\"a\":{}}]"), ("\"é😀\"", "é😀"),
    ])
  func values(text: String, expected: String) throws {
    #expect(try value(text)?.text == expected)
  }

  @Test(
    "N92: what is no JSON, or cut short, is an error that says where",
    arguments: [
      "", "[", "[1", "[1,", "[1,]", "{", "{\"a\"", "{\"a\":", "{\"a\":1,", "{a:1}", "\"a", "\"\\",
      "\"\\x\"",
      "\"\\u12\"", "\"\\uD800\"", "\"\\uD800\\u0041\"", "tru", "01", "1.", "1e", "-", "+1", ".5",
      "NaN",
      "[1] 2", "{\"a\":1 \"b\":2}", "\"\u{1}\"", "1e400", "123456789012345678901234567890123456789",
    ])
  func refused(text: String) {
    #expect {
      try value(text)
    } throws: {
      ($0 as? HTTPError)?.code == .undecodableBody && "\($0)".contains("at byte")
    }
  }

  @Test("N92: bytes that are not UTF-8 are refused, in what is asked for")
  func notUTF8() {
    #expect(throws: HTTPError.self) { try JSON.value(in: Data([0x22, 0xFF, 0x22])) }
  }

  @Test(
    "N9 N10: a path leads to one value, and the rest is only skipped",
    arguments: [
      ("$.a.b", "1"), ("$.list[1].x", "2"), ("$.list[-1].x", "3"), ("$.list[-3].x", "null"),
      ("$['a.b']", "4"), ("$.twice", "6"),
    ])
  func paths(path: String, expected: String) throws {
    let text = """
      {"skip": [{"a": "]}\\""}], "a": {"b": 1}, "list": [{"x": null}, {"x": 2}, {"x": 3}],
       "a.b": 4, "twice": 5, "twice": 6}
      """
    #expect(try value(text, at: JSONPath(path))?.text == expected)
  }

  @Test(
    "N6: a path that leads nowhere gives nothing",
    arguments: ["$.x", "$.list[9]", "$.list[-9]", "$.a[0]"])
  func nowhere(path: String) throws {
    #expect(try value("{\"a\": {}, \"list\": [1]}", at: JSONPath(path)) == nil)
  }

  @Test("a body that is cut behind the value asked for is an error all the same")
  func cutBehind() {
    #expect(throws: HTTPError.self) {
      try value("{\"next\": \"a\", \"items\": [1, 2", at: "$.next")
    }
  }

  @Test("nesting is bounded, also where it is skipped")
  func nesting() throws {
    let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
    #expect(try JSON.value(in: Data(deep.utf8), nesting: 9) != nil)
    #expect(throws: HTTPError.self) { try JSON.value(in: Data(deep.utf8), nesting: 8) }
    #expect(throws: HTTPError.self) { try JSON.value(in: Data(deep.utf8), at: "$.x", nesting: 8) }
  }

  @Test("it reads what the decoder of the system reads")
  func agreement() throws {
    let text = "{\"a\": [1, 2.5, \"x\\u0041\", null, true, {\"b\": []}], \"c\": -3}"
    #expect(try value(text) == JSONDecoder().decode(JSON.self, from: Data(text.utf8)))
  }

  @Test("N48: a sign is no digit of a number")
  func negative() throws {
    let text = "-12345678901234567890123456789012345678"
    #expect(try value(text)?.text == text)
  }
}
