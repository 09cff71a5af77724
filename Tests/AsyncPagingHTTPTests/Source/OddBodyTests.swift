// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Odd bodies")
struct OddBodyTests {
  private static let x = URLRequest("https://h.example/x")
  private static let scheme = AnyScheme.cursor(in: "$.next", as: .query("c"))

  private func walk(
    _ answers: HTTPResponse..., rules: ItemRules = [],
    emptyAnswers: HTTPOptions.EmptyAnswers = .byStatus,
    items: JSONPath = "$.items"
  ) async -> Walk<JSON> {
    var options = HTTPOptions()
    options.emptyAnswers = emptyAnswers
    let server = StubTransport { _, number in
      number <= answers.count ? answers[number - 1] : .status(599)
    }
    return await HTTPPageSource(
      Self.scheme, Self.x, items: items, rules: rules, options, over: server
    ).walk()
  }

  @Test(
    "N34 case 162: a 200 without a body is an error, a 204 or 205 an empty last page, unless a rule says otherwise (J76)",
    arguments: [200, 204, 205], [HTTPOptions.EmptyAnswers.byStatus, .end, .fail])
  func noBody(status: Int, rule: HTTPOptions.EmptyAnswers) async {
    let isEnd = rule == .end || rule == .byStatus && status != 200
    for first in [[], [HTTPResponse.json(#"{"items":[1],"next":"a"}"#)]] {
      let walk =
        first.isEmpty
        ? await walk(.status(status), emptyAnswers: rule)
        : await walk(first[0], .status(status), emptyAnswers: rule)
      #expect(walk.items.count == first.count)
      #expect(walk.failure == nil ? walk.end == .emptyPage : !isEnd)
      #expect(walk.error?.code == (isEnd ? nil : .emptyBody))
      if !isEnd { #expect(walk.error?.retryAdvice == .retry) }
    }
  }

  @Test("a byte order mark before the JSON is passed over (J78)")
  func byteOrderMark() async {
    #expect(await walk(.json("\u{FEFF}[ {\"id\":1} ]"), items: "$").items == [["id": 1]])
  }

  @Test("a body in another format is decoded by a function, and an empty token is the end (J80)")
  func xml() async {
    struct Records: Sendable {
      var titles: [Substring]
      var token: String?
    }
    let decode: @Sendable (HTTPResponse) throws -> Records = { response in
      let text = String(decoding: response.body, as: UTF8.self)
      return Records(
        titles: text.matches(of: /<title>(.*?)<\/title>/).map(\.1),
        token: text.firstMatch(of: /<resumptionToken[^>]*?>(.*?)<\/resumptionToken>/).map {
          String($0.1)
        })
    }
    let server = StubTransport(
      .json("<title>a</title><title>b</title><resumptionToken cursor=\"0\">t/1</resumptionToken>"),
      .json("<title>c</title><resumptionToken completeListSize=\"9\" cursor=\"5\"/>"))
    let walk = await HTTPPageSource(
      .cursor(in: \Records.token, as: .query("resumptionToken")), request: Self.x,
      transport: server,
      decode: decode, items: \.titles
    ).walk()
    #expect(walk.items == ["a", "b", "c"])
    #expect(walk.end == .noNextCursor)
    #expect(server.urls.last == "https://h.example/x?resumptionToken=t%2F1")
  }

  @Test(
    "case 31 case 164 N33: items that may be missing are an empty page; null is one anyway",
    arguments: [
      "{}", #"{"meta":{"result_count":0}}"#, #"{"items":[]}"#, #"{"items":null}"#,
    ])
  func nothing(body: String) async {
    let lenient = await walk(.json(body), rules: .mayBeMissing)
    #expect(lenient.items == [])
    #expect(lenient.end == .noNextCursor)
    let strict = await walk(.json(body))
    #expect((strict.error == nil) == body.contains("items"))
    #expect(strict.error?.code == (body.contains("items") ? nil : .undecodableBody))
  }

  @Test(
    "case 164: items that are something else are an error whatever is allowed",
    arguments: [
      #"{"items":{}}"#, #"{"items":1}"#, "<html>", "[1", #"{"items":[1]"#, "null x",
    ])
  func wrong(body: String) async {
    let walk = await walk(.json(body), rules: [.mayBeMissing, .mayBeUndecodable])
    #expect(walk.error?.code == .undecodableBody)
    #expect(walk.end == nil)
  }

  @Test(
    "case 48: broken items are left out where that is allowed, and an error that says where if not (J64)"
  )
  func lossy() async {
    struct Song: Decodable, Sendable { var id: String }
    struct Envelope: Decodable, Sendable {
      var items: Lossy<Song>
      var next: String?
    }
    let body = HTTPResponse.json(
      #"{"items":[null,{"id":"1"},{"id":2},{}],"limit":20,"offset":0,"total":87,"next":null}"#)
    let server = StubTransport(body, body, body)
    let typed = await HTTPPageSource(
      .nextURL(in: \Envelope.next), request: Self.x, items: \.items, transport: server
    ).walk()
    #expect(typed.items.map(\.id) == ["1"])
    #expect(typed.end == .noNextCursor)
    let paths = await HTTPPageSource(
      .nextURL(in: "$.next"), request: Self.x, items: "$.items", of: Song.self,
      rules: .mayBeUndecodable, transport: server
    ).walk()
    #expect(paths.items.map(\.id) == ["1"])
    let strict = await HTTPPageSource(
      .nextURL(in: "$.next"), request: Self.x, items: "$.items", of: Song.self, transport: server
    ).walk()
    #expect(strict.error?.code == .undecodableBody)
    #expect(strict.error?.detail.contains("$.items[0]") == true, "\(strict.failure)")
  }

  @Test("case 166: a window that ends before the total is a typed error behind what came")
  func window() async {
    let server = StubTransport { _, number in
      number <= 10
        ? .json(#"{"total":2000,"items":[\#((1...100).map(String.init).joined(separator: ","))]}"#)
        : .status(422, "Only the first 1000 search results are available")
    }
    let walk = await HTTPPageSource(
      .pageNumber("page", total: "$.total"), Self.x, over: server
    ).walk(retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.zero)))
    #expect(walk.items.count == 1000)
    #expect(walk.error?.status == 422)
    #expect(server.requests.count == 11)
  }

  @Test("case 36 case 38 case 42: a token that comes again is an error, not an endless walk")
  func circles() async {
    let same = HTTPResponse.json(#"{"items":[],"next":"t"}"#)
    #expect(
      await walk(.json(#"{"items":[1],"next":"t"}"#), same, same).failure?.code == .cursorCycle)
    let round = await walk(
      .json(#"{"items":[1],"next":"A"}"#), .json(#"{"items":[2],"next":"B"}"#),
      .json(#"{"items":[3],"next":"A"}"#), same)
    #expect(round.items == [1, 2, 3])
    #expect(round.failure?.code == .cursorCycle)
  }
}
