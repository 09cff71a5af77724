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

@Suite("Redirects and other origins")
struct RedirectTests {
  private static let x = "https://h.example/x"
  private static let fields = [
    "Authorization": "Bearer secret", "X-Api-Key": "secret", "Cookie": "a=b",
    "Accept": "application/json", "Content-Type": "application/json",
  ]

  private func to(_ url: String, _ status: Int = 302) -> HTTPResponse {
    .status(status, "moved", ["Location": url])
  }

  private func walk(
    _ server: StubTransport, method: String = "GET",
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async -> Walk<JSON> {
    var options = HTTPOptions()
    change(&options)
    let request = URLRequest(
      Self.x, method, fields: Self.fields, body: method == "GET" ? nil : "{}")
    return await HTTPPageSource(
      .linkHeader(), request, items: "$", options, over: server
    ).walk()
  }

  @Test(
    "a redirect on the same origin is followed with all fields",
    arguments: [301, 302, 303, 307, 308])
  func same(status: Int) async {
    let server = StubTransport(to("/y?z=1", status), .json("[1]"))
    #expect(await walk(server).items == [1])
    #expect(server.urls == [Self.x, "https://h.example/y?z=1"])
    #expect(server.requests.last?.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
  }

  @Test(
    "a POST becomes a GET where clients do that, and stays one where they must not",
    arguments: [
      (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"),
    ])
  func method(status: Int, method: String) async {
    let server = StubTransport(to("/y", status), .json("[1]"))
    #expect(await walk(server, method: "POST").items == [1])
    #expect(server.requests.last?.httpMethod == method)
    #expect(server.requests.last?.httpBody == (method == "POST" ? Data("{}".utf8) : nil))
  }

  @Test(
    "case 135: a redirect to another origin is refused before anything is sent there",
    arguments: [
      "https://evil.example/x", "http://h.example/x", "https://h.example:8443/x",
      "//evil.example/x",
    ])
  func foreign(url: String) async {
    let server = StubTransport(to(url))
    let walk = await walk(server)
    #expect(walk.error?.code == .foreignOrigin)
    #expect(server.requests.count == 1)
  }

  @Test(
    "a redirect that leads nowhere is refused",
    arguments: ["", "file:///etc/passwd", "https://[", "{x}"])
  func invalid(url: String) async {
    let server = StubTransport(to(url))
    #expect(await walk(server).error?.code == .invalidURL)
    #expect(server.requests.count == 1)
  }

  @Test("redirects in a circle end at their limit", arguments: [0, 1, 5])
  func circle(limit: Int) async {
    let server = StubTransport { [response = to("/x")] _, _ in response }
    let walk = await walk(server) { $0.redirectLimit = limit }
    #expect(walk.error?.code == .redirectRefused)
    #expect(server.requests.count == limit + 1)
  }

  @Test(
    "N39: no field that may be private, and no credential, goes to another origin that is allowed")
  func allowed() async {
    struct Token: HTTPCredentials {
      func authorize(_ request: URLRequest) -> URLRequest {
        var request = request
        request.setValue("fresh", forHTTPHeaderField: "X-Token")
        return request
      }
      func refresh(after refused: URLRequest) -> Bool { true }
    }
    let server = StubTransport(
      to("https://cdn.example/1"), .json("[1]", ["Link": "<https://cdn.example/2>; rel=next"]),
      .json("[2]", ["Link": "<https://h.example/3>; rel=next"]), .json("[3]"))
    let walk = await walk(server) {
      $0.origins = .hosts(["cdn.example"])
      $0.credentials = Token()
    }
    #expect(walk.items == [1, 2, 3])
    for request in server.requests {
      let names = Set((request.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() })
      if request.url?.host() == "h.example" {
        #expect(
          names == ["authorization", "x-api-key", "cookie", "accept", "content-type", "x-token"])
      } else {
        #expect(names == ["accept", "content-type"])
      }
    }
  }

  @Test("N39 case 135: a next link to another origin keeps the page, and nothing is sent there")
  func nextLink() async {
    let server = StubTransport(
      .json("[1]", ["Link": "<http://svc.internal:8082/items?skip=10>; rel=next"]))
    let walk = await walk(server)
    #expect(walk.items == [1])
    #expect(walk.error?.code == .foreignOrigin)
    #expect(walk.error?.detail.contains("svc.internal:8082") == true)
    #expect(server.requests.count == 1)
  }

  @Test("N39: a stored cursor leads no further than a next link does")
  func storedCursor() async {
    let server = StubTransport { _, _ in .json("[1]") }
    let point = ResumePoint(
      cursor: HTTPCursor("https://evil.example/x"), consumedCount: 0, index: 1, fingerprint: "",
      isAtEnd: false)
    let walk = await HTTPPageSource(
      .linkHeader(), URLRequest(Self.x), items: "$", over: server
    ).walk(after: point)
    #expect(walk.error?.code == .foreignOrigin)
    #expect(server.requests.isEmpty)
  }
}
