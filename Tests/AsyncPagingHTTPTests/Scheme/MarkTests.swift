// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What stands for the end")
struct MarkTests {
  private func walk(
    _ answer: String, _ marks: CursorMarks, hasMore: AnswerField<JSONEnvelope<JSON>>? = nil
  ) async -> (urls: [String], walk: Walk<JSON>) {
    let server = StubTransport(.json(answer), .json(#"{"items":[2],"more":false}"#))
    let walk = await HTTPPageSource(
      .cursor(in: "$.next", as: .query("c"), marks: marks, hasMore: hasMore),
      URLRequest("http://h/x"),
      over: server
    ).walk()
    return (server.urls, walk)
  }

  @Test(
    "N4 N5 N6 N7: null, nothing, an empty text and zero are each the end, a cursor or an error",
    arguments: ["null", "", #""""#, "0", #""0""#], [CursorMarks.Meaning.end, .cursor, .error])
  func marks(token: String, meaning: CursorMarks.Meaning) async {
    let answer = #"{"items":[1]\#(token.isEmpty ? "" : #","next":\#(token)"#)}"#
    let (urls, walk) = await walk(
      answer, CursorMarks(null: meaning, missing: meaning, empty: meaning, zero: meaning))
    let isSendable = token.contains("0") || token == #""""#
    switch meaning {
    case .end:
      #expect(urls == ["http://h/x"])
      #expect(walk.end == .noNextCursor)
    case .cursor where isSendable:
      #expect(urls == ["http://h/x", "http://h/x?c=\(token.contains("0") ? "0" : "")"])
      #expect(walk.items == [1, 2])
    default:
      #expect(urls == ["http://h/x"])
      #expect(walk.items == [1])
      #expect(walk.error?.code == .inconsistent)
      #expect(walk.error?.detail.contains("$.next") == true)
    }
  }

  @Test("N4 N7: by default zero is a cursor, and an empty text is none")
  func defaults() async {
    #expect(await walk(#"{"items":[1],"next":0}"#, CursorMarks()).urls.count == 2)
    #expect(await walk(#"{"items":[1],"next":""}"#, CursorMarks()).urls.count == 1)
  }

  @Test(
    "N11 N13: a flag that says no counts more than a cursor", arguments: ["false", #""False""#])
  func noMore(flag: String) async {
    let answer = #"{"items":[1],"next":"c","more":\#(flag)}"#
    let (urls, walk) = await walk(answer, CursorMarks(), hasMore: "$.more")
    #expect(urls.count == 1)
    #expect(walk.end == .flag)
  }

  @Test("N13: a flag that is missing leaves it to the cursor", arguments: ["", #","more":null"#])
  func noFlag(flag: String) async {
    let answer = #"{"items":[1],"next":"c"\#(flag)}"#
    let (urls, walk) = await walk(answer, CursorMarks(), hasMore: "$.more")
    #expect(urls.count == 2)
    #expect(walk.items == [1, 2])
  }

  @Test(
    "N13: a flag that is junk is an error that names the field", arguments: ["1", #""yes""#, "{}"])
  func junk(flag: String) async {
    let answer = #"{"items":[1],"next":"c","more":\#(flag)}"#
    let (urls, walk) = await walk(answer, CursorMarks(), hasMore: "$.more")
    #expect(urls.count == 1)
    #expect(walk.items == [1])
    #expect(walk.error?.code == .inconsistent)
    #expect(walk.error?.detail.contains("$.more") == true)
  }

  @Test("N12 case 23: more without a cursor is an error behind the page, never a second start")
  func moreWithoutCursor() async {
    let (urls, walk) = await walk(
      #"{"items":[1],"next":null,"more":true}"#, CursorMarks(), hasMore: "$.more")
    #expect(urls.count == 1)
    #expect(walk.items == [1])
    #expect(walk.error?.code == .inconsistent)
  }

  @Test("N13: a key needs its flag on every page, where there is one")
  func keysetFlag() async {
    let server = StubTransport(.json(#"{"items":[{"id":1}]}"#))
    let walk = await HTTPPageSource(
      .keyset(after: CursorToken(in: "$.items[-1].id", as: .query("c")), hasMore: "$.more"),
      URLRequest("http://h/x"), over: server
    ).walk()
    #expect(walk.error?.code == .inconsistent)
    #expect(walk.error?.detail.contains("$.more") == true)
  }
}
