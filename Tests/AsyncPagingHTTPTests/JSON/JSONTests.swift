// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("JSON values")
struct JSONTests {
  private func json(_ text: String) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  private func text(_ value: JSON) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test(
    "N48 case 114: what is read is written again, digits and all",
    arguments: [
      "null", "true", "false", "0", "-1", "1.5", "18446744073709551615", "1909699624467843944",
      "\"\"", "\"a/b\"", "[]", "{}", #"[1,[2,{"a":null}],"3"]"#, #"{"a":{"b":[true,0.1]}}"#,
      "12345678901234567890123456789012345678",
    ])
  func roundTrip(_ text: String) throws {
    #expect(try self.text(json(text)) == text)
  }

  @Test("2.0 and 2 are the same number, and texts are no numbers")
  func numbers() throws {
    #expect(try json("2.0") == json("2"))
    #expect(try json("1e3") == 1000)
    #expect(try json("\"2\"") != json("2"))
  }

  @Test(
    "case 116: a value is written into a request as people write it",
    arguments: [
      ("2.0", "2"), ("1e9", "1000000000"), ("-0.5", "-0.5"), ("\"a b\"", "a b"), ("true", "true"),
      ("null", "null"), (#"{"b":[1,"x/y"],"a":2}"#, #"{"a":2,"b":[1,"x/y"]}"#),
      ("18446744073709551615", "18446744073709551615"),
    ])
  func texts(source: String, written: String) throws {
    #expect(try json(source).text == written)
  }

  @Test(
    "N19: counts are whole numbers or texts of digits, nothing else",
    arguments: [
      ("87", 87), ("87.0", 87), ("\"87\"", 87), ("0", 0), ("1e3", 1000), ("-1", nil), ("1.5", nil),
      ("\"-1\"", nil), ("\"\"", nil), ("\"+5\"", nil), ("\"٣\"", nil), ("1e30", nil), ("true", nil),
      ("null", nil), ("[1]", nil), ("\"99999999999999999999\"", nil),
    ] as [(String, Int?)])
  func counts(source: String, count: Int?) throws {
    #expect(try json(source).count == count)
  }

  @Test(
    "N13: flags are true and false, also as texts",
    arguments: [
      ("true", true), ("false", false), ("\"TRUE\"", true), ("\"False\"", false), ("1", nil),
      ("\"yes\"", nil), ("null", nil),
    ] as [(String, Bool?)])
  func flags(source: String, flag: Bool?) throws {
    #expect(try json(source).flag == flag)
  }

  @Test("a list that may have broken elements leaves them out and counts them")
  func lossy() throws {
    let list = try JSONDecoder().decode(
      Lossy<Int>.self, from: Data(#"[1,null,"x",2,{},[3],4.0]"#.utf8))
    #expect(list.elements == [1, 2, 4])
    #expect(list.skippedCount == 4)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Lossy<Int>.self, from: Data("{}".utf8))
    }
  }
}
