// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Parameters in a URL and in a form")
struct QueryEditorTests {
  private func set(_ name: String, to value: String?, in text: String) throws -> String {
    let url = try #require(URL(string: text, encodingInvalidCharacters: false))
    return try QueryEditor.setting(name, to: value, in: url).absoluteString
  }

  /// What a decoder of forms reads, as the URL standard has it, written apart from ours.
  private func decoded(_ query: String) -> [String: String] {
    Dictionary(
      query.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "?" }
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test("case 112: a cursor is on the wire as a decoder of forms wants it")
  func base64() throws {
    #expect(
      try set("cursor", to: "a+b/c==", in: "https://h/x?limit=2")
        == "https://h/x?limit=2&cursor=a%2Bb%2Fc%3D%3D")
  }

  @Test(
    "case 112: every text comes back from the query as it was",
    arguments: [
      "a+b/c==", "%2B", "a&b=c", "a b", "", "#?", "näher 😀", "e\u{301}", "\u{0}\r\n\"\\<>^`{|}",
      "[1,2]", "~-._*!'()$,:;@", "18446744073709551615",
    ])
  func roundTrip(value: String) throws {
    for name in ["cursor", "page[after]", "$skip", "ü +&=%", "a.b"] {
      for start in ["https://h/x", "https://h/x?", "https://h/x?z=1#f", "https://h/x?z"] {
        let url = try #require(URL(string: try set(name, to: value, in: start)))
        let query = try #require(url.query(percentEncoded: true))
        #expect(decoded(query)[name]?.utf8.elementsEqual(value.utf8) == true)
        #expect(QueryEditor.value(of: name, in: url)?.utf8.elementsEqual(value.utf8) == true)
        #expect(query.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      }
    }
  }

  @Test(
    "N38: a parameter is replaced where it stands, and the rest keeps its bytes",
    arguments: [
      ("https://h/x?a=%2b+b&page=1&&z=/?&q", "https://h/x?a=%2b+b&page=9&&z=/?&q"),
      ("https://h/x?page=1&b=2&page=3&p%61ge=4", "https://h/x?page=9&b=2"),
      ("https://h/x?p%61ge=1", "https://h/x?p%61ge=9"), ("https://h/x?page", "https://h/x?page=9"),
      ("https://h/x?page=1=2#page=3", "https://h/x?page=9#page=3"),
      ("https://h/x#f?page=1", "https://h/x?page=9#f?page=1"),
      ("https://h/x?xpage=1&PAGE=2", "https://h/x?xpage=1&PAGE=2&page=9"),
      ("https://h/?page=1?page=2", "https://h/?page=9"), ("https://h", "https://h?page=9"),
    ])
  func replaced(text: String, expected: String) throws {
    #expect(try set("page", to: "9", in: text) == expected)
  }

  @Test(
    "N38: a name is found whether its brackets are encoded or not",
    arguments: ["page[after]=1", "page%5Bafter%5D=1", "page%5bafter]=1"])
  func brackets(query: String) throws {
    var form = FormText("a=1&\(query)&b")
    form.set("page[after]", to: "x/y")
    #expect(form.text == "a=1&\(query.dropLast(2))=x%2Fy&b")
    form = FormText("")
    form.set("page[after]", to: "x")
    #expect(form.text == "page%5Bafter%5D=x")
  }

  @Test(
    "N38: a parameter is removed without a trace",
    arguments: [
      ("https://h/x?page=1", "https://h/x"), ("https://h/x?a=1&page=1&b", "https://h/x?a=1&b"),
      ("https://h/x?page=1#f", "https://h/x#f"), ("https://h/x?", "https://h/x?"),
      ("https://h/x?a", "https://h/x?a"),
    ])
  func removed(text: String, expected: String) throws {
    #expect(try set("page", to: nil, in: text) == expected)
  }

  @Test("case 112: a plus that others wrote is read as a blank, and an escaped one as a plus")
  func plus() {
    let form = FormText("a+b=c+d%2B&x=%ff")
    #expect(form.value(of: "a b") == "c d+")
    #expect(form.value(of: "a+b") == nil)
    #expect(form.value(of: "x") == nil)
  }

  @Test("case 112: texts that look the same but have other bytes are different names")
  func canonicallyEqualNames() {
    var form = FormText("e%CC%81=1")
    form.set("\u{E9}", to: "2")
    #expect(form.text == "e%CC%81=1&%C3%A9=2")
  }

  @Test(
    "case 139: what the next URL has not is carried over, each once, and nothing is overwritten",
    arguments: [
      (
        "https://h/i?from=X&page[size]=100", "https://h/i?page[after]=abc",
        "https://h/i?page%5Bafter%5D=abc&from=X&page%5Bsize%5D=100"
      ),
      (
        "https://h/i?per_page=2&state=open", "https://h/i?page=2&per_page=5",
        "https://h/i?page=2&per_page=5&state=open"
      ),
      ("https://h/i?%70age=1", "https://h/i?page=2", "https://h/i?page=2"),
      ("https://h/i?id=1&id=2&&q=%2b", "https://h/i#f", "https://h/i?id=1&id=2&q=%2b#f"),
      ("https://h/i", "https://h/i?page=2", "https://h/i?page=2"),
    ])
  func carriedOver(base: String, next: String, expected: String) throws {
    let base = try #require(URL(string: base))
    let next = try #require(URL(string: next))
    let once = try QueryEditor.addingMissing(from: base, to: next)
    #expect(once.absoluteString == expected)
    #expect(try QueryEditor.addingMissing(from: base, to: once) == once)
  }

  @Test("case 112: one field of a form body changes, and the rest stays")
  func formBody() throws {
    var form = try FormText(body: Data("a=%2b+x&cursor=1&&b".utf8))
    form.set("cursor", to: "a+b/c== é")
    #expect(form.body == Data("a=%2b+x&cursor=a%2Bb%2Fc%3D%3D%20%C3%A9&&b".utf8))
    form = try FormText(body: nil)
    form.set("cursor", to: "1")
    #expect(form.body == Data("cursor=1".utf8))
    let error = #expect(throws: HTTPError.self) { try FormText(body: Data([0xFF])) }
    #expect(error?.code == .misplacedCursor)
  }
}
