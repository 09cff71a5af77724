// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Link fields")
struct LinkHeaderTests {
  private static let next = "https://api.example.com/v1/items?page=2"

  @Test(
    "N42 N44 case 120 case 122 case 124 case 126 case 128 case 130 case 132: the next link is found",
    arguments: LinkCase.all)
  func cases(_ link: LinkCase) throws {
    let fields = HTTPFields(link.lines.map { HTTPFields.Line(name: link.field, value: $0) })
    let target = LinkHeader(fields.values(of: "Link")).target(of: "next")
    let base = try #require(URL(string: link.base))
    #expect(try outcome(of: target, base: base) == link.outcome)
  }

  private func outcome(of target: String?, base: URL) throws -> LinkCase.Outcome {
    guard let target else { return .end }
    do throws(HTTPError) {
      let url = try URIReference.resolve(target, against: base)
      try OriginRule.same.check(url, from: base)
      return .url(url.absoluteString)
    } catch {
      return .refused(error.code)
    }
  }

  @Test("N42: several lines are read as one, and a line that is broken harms no other")
  func severalLines() {
    let header = LinkHeader([
      "<a>; rel=first", "", ",;<", "<b>; rel=\"last", "<\(Self.next)>;rel=next",
    ])
    #expect(header.links.map(\.relations) == [["first"], ["next"]])
    #expect(header.target(of: "NEXT") == Self.next)
  }

  @Test(
    "N42: a malformed link is left out, and the others are read",
    arguments: [
      "https://x/?a=1,2; rel=\"next\", <n>; rel=next", "<x, <n>; rel=next",
      "<x>; rel=\"next, <n>; rel=next", "<x> rel=next, <n>; rel=next", "<x; rel=next,<n>; rel=next",
      "<x>; rel=next extra, <n>; rel=next", "<x>; =next; rel=next, <n>; rel=next",
      "<x>; title=\"a, <y>; rel=next, \\\" b\"; rel=last, <n>; rel=next", ",, ,<n>;;rel=next;,",
      "x \"<y>; rel=next, \", <n>; rel=next", "<x>; rel, <n>\t;\trel\t=\tnext",
      "<x>; rel=\"\", <n>; rel=\" last  next \"", "<x>; rel=next; anchor=\"#part\", <n>; rel=next",
    ])
  func tolerance(line: String) {
    #expect(LinkHeader([line]).target(of: "next") == "n")
  }

  @Test("N42: parameters keep their values, and an extended one is preferred")
  func parameters() throws {
    let line =
      "<a>; Rel=next; TITLE=\"a \\\"b\\\", c\"; title*=UTF-8'de'n%c3%a4chste%20Seite; x; rel=last"
    let link = try #require(LinkHeader([line]).links.first)
    #expect(link.relations == ["next"])
    #expect(link["Title"] == "nächste Seite")
    #expect(link["x"] == nil)
    #expect(link.parameters.map(\.name) == ["rel", "title", "title*", "x", "rel"])
    #expect(link.parameters[1].value == "a \"b\", c")
  }

  @Test(
    "N42: an extended parameter that cannot be decoded gives way to the plain one",
    arguments: ["UTF-8'de'%ff", "iso-8859-1'de'%e4", "UTF-8", "UTF-8'x", ""])
  func undecodable(value: String) throws {
    let link = try #require(LinkHeader(["<a>; rel=x; title*=\(value); title=plain"]).links.first)
    #expect(link["title"] == "plain")
  }

  @Test(
    "N43: a hostile field is read in time that grows with its length",
    arguments: [
      "<", "<,", "\"", "\",", "\\\"", ",", ";", "=", " ", "<>", "<>;", "<>;a=\"", "<>;a=\\\",",
      "<\",", "x\"", "<a>; rel=\"next", "<x>;a=\"\\\",", "<x,\",<\"", ";a", " ,<a>;\"",
    ])
  func linearTime(pattern: String) {
    func work(_ length: Int) -> Int {
      let text = String(repeating: pattern, count: length / pattern.utf8.count)
      return ["", "<a>; rel=next; t=\"", "<a", "<a>; b"].map {
        var parser = LinkParser($0 + text)
        _ = parser.links()
        return parser.work
      }.max() ?? 0
    }
    let (half, whole) = (work(50_000), work(100_000))
    #expect(whole < 8 * 100_000)
    #expect(whole < half * 2 + 1_000)
  }
}
