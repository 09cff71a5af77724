// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Encoding JSON")
struct JSONEncodingTests {
  @Test(
    "case 114: a value is encoded as it was written, with every digit of its numbers",
    arguments: [
      "17", "-1", "0.5", "[1,[2.5],{\"a\":3}]", "1909699624467843944", "18446744073709551615",
      "{\"a\":{\"b\":[null,true,\"x\"]},\"c\":9007199254740993}", "null", "\"\"",
    ])
  func roundTrip(text: String) throws {
    let value = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
    if text.hasPrefix("[") || text.hasPrefix("{") { #expect(value.text == text) }
  }
}
