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

@Suite("What errors say, and what not")
struct SecretTests {
  /// Every way in which an error gets into a log.
  private func texts(_ error: (any Error)?) -> String {
    guard let error else { return "no error" }
    var text = "\(error)" + String(reflecting: error) + error.localizedDescription
    dump(error, to: &text)
    return text
  }

  private static let request = URLRequest(
    "https://user:hunter2@h.example/items?api_key=k3y%2Fvalue&q=se+arch", "POST",
    fields: ["Authorization": "Bearer t0ken", "X-Api-Key": "apikey1"],
    body: #"{"password":"pa55word","page":{}}"#)

  private static let secrets = [
    "hunter2", "k3y", "se+arch", "t0ken", "apikey1", "pa55word", "curs0r", "n3xt",
  ]

  @Test(
    "N121: no error shows a cursor, a credential or a value of the query, in any text of it",
    arguments: [200, 302, 400, 401, 403, 404, 410, 429, 500],
    [CursorPlace.query("c"), .header("C"), .body("$.page.after"), .url])
  func answers(status: Int, place: CursorPlace) async {
    let cursor = place == .url ? "https://h.example/items?c=curs0r" : "curs0r"
    let echo =
      #"{"error":"bad cursor curs0r for pa55word, t0ken, apikey1 and k3y/value or k3y%2Fvalue","continue":"\#(String(repeating: "n3xt", count: 20))", "#
    let server = StubTransport { _, number in
      number == 1
        ? .json(#"{"items":[1],"next":"\#(cursor)"}"#)
        : .status(
          status, status == 200 ? #"{"next":"n3xt"}"# : echo,
          [
            "Location": "https://evil.example/?c=curs0r&api_key=k3y", "Set-Cookie": "t0ken",
            "X-Request-Id": "r1", "Link": "<n3xt>; rel=next",
          ])
    }
    let walk = await HTTPPageSource(
      .cursor(in: "$.next", as: place), Self.request, over: server
    ).walk()
    let error = walk.error
    #expect(error != nil)
    let text = texts(error) + texts(walk.failure)
    for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
    #expect(error?.request?.hasPrefix("POST https://h.example/items") == true)
    #expect(error?.fields["X-Request-Id"] == "r1")
  }

  @Test("N121: a transport's error does not bring the URL along")
  func transport() async {
    let server = StubTransport { request, _ in
      throw URLError(
        .networkConnectionLost,
        userInfo: [
          NSURLErrorFailingURLErrorKey: request.url as Any
        ])
    }
    let walk = await HTTPPageSource(.linkHeader(), Self.request, over: server).walk()
    let text = texts(walk.failure) + texts(walk.error)
    #expect(walk.error?.code == .noAnswer)
    for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
  }

  @Test("N121: a value that cannot be decoded is not quoted")
  func decoder() async {
    enum Kind: String, Decodable { case song }
    struct Envelope: Decodable, Sendable {
      var items: [Int]
      var next: Int?
      var kind: Kind?
    }
    for member in [
      #""next":99999999999999999999"#, #""next":"n3xt""#, #""kind":"n3xt""#, #""next":"n3xt"#,
    ] {
      let server = StubTransport { _, _ in .json(#"{"items":[1],\#(member)}"#) }
      let walk = await HTTPPageSource(
        .cursor(in: \Envelope.next, as: .query("c")), request: Self.request, items: \.items,
        transport: server
      ).walk()
      #expect(walk.error?.code == .undecodableBody)
      #expect(walk.error?.underlying is DecodingError)
      let text = texts(walk.failure) + texts(walk.error)
      #expect(!text.contains("n3xt") && !text.contains("9999999"))
    }
  }

  @Test("N121: a cursor in the path is not shown either")
  func path() async {
    let server = StubTransport(
      .json(#"{"items":[1],"next":"cur/s0r"}"#), .status(404, "no cur/s0r"))
    let walk = await HTTPPageSource(
      .cursor(in: "$.next", as: .path("c")), URLRequest("https://h.example/x/{c}"), over: server
    ).walk()
    #expect(walk.error?.request == "GET https://h.example/x/…")
    #expect(walk.error?.excerpt == "no …")
  }

  @Test("N122: an excerpt is cut at its limit, can be turned off, and is text")
  func excerpt() async {
    func excerpt(_ body: Data, _ length: Int) async -> String? {
      var options = HTTPOptions()
      options.excerptLength = length
      let server = StubTransport { _, _ in
        HTTPResponse(status: 400, body: body, url: HTTPResponse.nowhere)
      }
      return await HTTPPageSource(
        .linkHeader(), URLRequest("https://h.example/x"), options, over: server
      ).walk().error?.excerpt
    }
    #expect(await excerpt(Data("äöü".utf8), 200) == "äöü")
    #expect(await excerpt(Data("äöü".utf8), 2) == "äö…")
    #expect(await excerpt(Data("äöü".utf8), 0) == nil)
    #expect(await excerpt(Data([0xFF, 0xFE]), 200) == nil)
    #expect(await excerpt(Data(), 200) == nil)
    let long = Data(String(repeating: "ä", count: 100_000).utf8)
    #expect(await excerpt(long, 3) == "äää…")
  }

  @Test(
    "a page that is no JSON at all shows how it begins: it is the error page of something in between"
  )
  func errorPage() async {
    let server = StubTransport { _, _ in .json("<html>Please log in</html>") }
    let walk = await HTTPPageSource(
      .linkHeader(), URLRequest("https://h.example/x"), over: server
    ).walk()
    #expect(walk.error?.code == .undecodableBody)
    #expect(walk.error?.excerpt == "<html>Please log in</html>")
  }

  @Test("an error says what happened, where, and what came")
  func description() async {
    let server = StubTransport { _, _ in .status(404, "nothing here") }
    let walk = await HTTPPageSource(
      .linkHeader(), URLRequest("https://h.example/x?page=2"), over: server
    ).walk()
    #expect(
      walk.error?.description
        == "status (status 404) on GET https://h.example/x?page=…: the server refuses the request as it is; the body begins: nothing here"
    )
  }
}
