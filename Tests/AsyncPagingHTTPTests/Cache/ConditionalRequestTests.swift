// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Conditional requests")
struct ConditionalRequestTests {
  private static let stored: HTTPFields = [
    "ETag": "W/\"v1\"", "Last-Modified": "Mon, 05 Jan 2026 10:00:00 GMT",
    "Link": "<http://a/2>; rel=next", "Content-Type": "application/json",
    "X-RateLimit-Remaining": "0", "Set-Cookie": "s=1", "Content-Length": "2",
  ]

  private func request(_ fields: [String: String] = [:], method: String = "GET") throws
    -> URLRequest
  {
    var request = URLRequest(url: try #require(URL(string: "http://a/items?page=1")))
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  private func response(
    _ status: Int = 200, _ fields: HTTPFields = Self.stored, _ body: String = "[]"
  ) throws -> HTTPResponse {
    HTTPResponse(
      status: status, fields: fields, body: Data(body.utf8),
      url: try #require(URL(string: "http://a/items?page=1")))
  }

  private func page() throws -> StoredPage { try #require(StoredPage(try response())) }

  @Test("validators are sent back byte for byte")
  func validators() throws {
    let conditional = ConditionalRequest(try request(), stored: try page()).request
    #expect(conditional.value(forHTTPHeaderField: "If-None-Match") == "W/\"v1\"")
    #expect(
      conditional.value(forHTTPHeaderField: "If-Modified-Since") == "Mon, 05 Jan 2026 10:00:00 GMT")
    let plain = try request()
    #expect(ConditionalRequest(plain, stored: nil).request == plain)
  }

  @Test(
    "a request with a condition of its own stays as it is",
    arguments: ["If-None-Match", "if-modified-since", "If-Match", "If-Range"])
  func foreign(name: String) throws {
    let own = try request([name: "x"])
    let conditional = ConditionalRequest(own, stored: try page())
    #expect(conditional.request == own)
    #expect(!conditional.mayStore(try response()))
    #expect(throws: HTTPError.self) { try conditional.resolve(try response(304, [:], "")) }
  }

  @Test("a 304 becomes the stored 200 with the fields that are new")
  func notModified() throws {
    let news: HTTPFields = [
      "ETag": "W/\"v1\"", "link": "<http://a/3>; rel=next", "Content-Length": "0", "Date": "now",
      "Connection": "X-Hop", "X-Hop": "1",
    ]
    let conditional = ConditionalRequest(try request(), stored: try page())
    let outcome = try conditional.resolve(try response(304, news, ""))
    guard case .use(let answer, let kept?) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(answer.status == 200)
    #expect(answer.body == Data("[]".utf8))
    #expect(answer.fields.values(of: "Link") == ["<http://a/3>; rel=next"])
    #expect(answer.fields["Content-Type"] == "application/json")
    #expect(answer.fields["Content-Length"] == "2")
    #expect(answer.fields["Date"] == "now")
    // What was true of the first answer only, or of its connection, is not said again.
    for name in ["X-RateLimit-Remaining", "Set-Cookie", "Connection", "X-Hop"] {
      #expect(answer.fields[name] == nil)
    }
    #expect(kept.response == answer)
    #expect(kept.lastModified == "Mon, 05 Jan 2026 10:00:00 GMT")
  }

  @Test("a 304 that nothing stored belongs to is an error")
  func unexpected() throws {
    let conditional = ConditionalRequest(try request(), stored: nil)
    #expect {
      try conditional.resolve(try response(304, [:], ""))
    } throws: {
      ($0 as? HTTPError)?.status == 304 && ($0 as? HTTPError)?.code == .status
    }
  }

  @Test("a 304 about another version is asked again without the condition")
  func otherVersion() throws {
    let conditional = ConditionalRequest(try request(), stored: try page())
    #expect(try conditional.resolve(try response(304, ["ETag": "\"v2\""], "")) == .sendAgain)
    let dated = try #require(StoredPage(try response(200, ["Last-Modified": "x"])))
    let byDate = ConditionalRequest(try request(), stored: dated)
    #expect(try byDate.resolve(try response(304, ["ETag": "\"v2\""], "")) == .sendAgain)
    guard case .use = try conditional.resolve(try response(304, ["ETag": "\"v1\""], "")) else {
      Issue.record("the same tag, weak or not, is the same version")
      return
    }
  }

  @Test(
    "what may be stored (RFC 9111, section 3)",
    arguments: [
      (["ETag": "\"a\""], true), (["Last-Modified": "x"], true), ([:], false),
      (["ETag": "\"a\"", "Cache-Control": "private, max-age=0"], true),
      (["ETag": "\"a\"", "Cache-Control": "max-age=0, No-Store"], false),
      (["ETag": "\"a\"", "Cache-Control": "no-store=\"x\""], false),
      (["ETag": "\"a\"", "Cache-Control": "private=\"a, no-store, b\""], true),
      (["ETag": "\"a\"", "Cache-Control": "no-cache", "cache-control": "no-store"], false),
      (["ETag": "\"a\"", "Vary": "Accept-Encoding, Authorization"], true),
      (["ETag": "\"a\"", "Vary": "Accept, *"], false),
      (["ETag": "\"a\"", "Vary": "X-Request-ID"], false),
    ] as [(HTTPFields, Bool)])
  func storable(fields: HTTPFields, isStorable: Bool) throws {
    let conditional = ConditionalRequest(try request(), stored: nil)
    #expect(conditional.mayStore(try response(200, fields)) == isStorable)
    let outcome = try conditional.resolve(try response(200, fields))
    let page = isStorable ? StoredPage(try response(200, fields)) : nil
    #expect(outcome == .use(try response(200, fields), store: page))
  }

  @Test("only a 200 to a GET is stored, and nothing that the request forbids")
  func requests() throws {
    let get = ConditionalRequest(try request(), stored: nil)
    for status in [201, 203, 206, 404, 500] { #expect(!get.mayStore(try response(status))) }
    let post = ConditionalRequest(try request(method: "POST"), stored: try page())
    #expect(!post.mayStore(try response()))
    #expect(post.request.value(forHTTPHeaderField: "If-None-Match") == nil)
    let secret = ConditionalRequest(
      try request(["Cache-Control": "no-store"]), stored: try page())
    #expect(!secret.mayStore(try response()))
    #expect(secret.request.value(forHTTPHeaderField: "If-None-Match") == nil)
  }

  @Test("N121: the key tells users and variants apart, and holds no secret")
  func keys() throws {
    let variants = [
      try request(), try request(["Authorization": "Bearer one"]),
      try request(["Authorization": "Bearer two"]), try request(["X-Api-Key": "one"]),
      try request(["Accept-Language": "de"]), try request(["A": "bc"]), try request(["Ab": "c"]),
      try request(method: "HEAD"),
    ]
    let keys = variants.map { ConditionalRequest.key(for: $0) }
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.count == 64 && !$0.contains("Bearer") })
    let traced = try request(["AUTHORIZATION": "Bearer one", "traceparent": "00-1"])
    #expect(ConditionalRequest.key(for: traced) == keys[1])
  }

  @Test(
    "keys are SHA-256 digests (FIPS 180-4)",
    arguments: [
      (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
      (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func digests(count: Int, digest: String) {
    #expect(SHA256.hexDigest(of: [UInt8](repeating: 0x61, count: count)) == digest)
  }
}
