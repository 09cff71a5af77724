// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Rules for origins")
struct OriginRuleTests {
  private static let home = "https://api.example.com/items?token=secret"

  private func code(_ rule: OriginRule, _ text: String) throws -> HTTPError.Code? {
    let url = try #require(URL(string: text))
    let home = try #require(URL(string: Self.home))
    do throws(HTTPError) {
      try rule.check(url, from: home)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "N39: the origin of the first request is allowed by every rule",
    arguments: [OriginRule.same, .anywhere, .hosts([])])
  func home(rule: OriginRule) throws {
    #expect(try code(rule, "HTTPS://API.example.com:443/other") == nil)
  }

  @Test(
    "N39 case 135: by default another scheme, host or port is refused",
    arguments: [
      "http://api.example.com/", "https://example.com/", "https://api.example.com:8443/",
      "https://api.example.com.evil.example/", "http://svc.internal:8082/items?skip=10",
      "http://127.0.0.1/",
    ])
  func foreign(text: String) throws {
    #expect(try code(.same, text) == .foreignOrigin)
    #expect(try code(.anywhere, text) == nil)
  }

  @Test("N39: hosts that were named are allowed, at their port, and not without TLS")
  func hosts() throws {
    let rule = OriginRule.hosts(["CDN.example.com", "b.example:8443"])
    #expect(try code(rule, "https://cdn.example.com/x") == nil)
    #expect(try code(rule, "https://b.example:8443/x") == nil)
    for text in [
      "http://cdn.example.com/", "https://cdn.example.com:8443/", "https://b.example/",
      "https://a.cdn.example.com/", "https://example.com/",
    ] {
      #expect(try code(rule, text) == .foreignOrigin)
    }
  }

  @Test("N39 case 135: the error names the origin, and nothing else of the URL")
  func error() throws {
    let url = try #require(URL(string: "http://svc.internal:8082/items?skip=10&key=secret"))
    let home = try #require(URL(string: Self.home))
    let error = try #require(
      #expect(throws: HTTPError.self) { try OriginRule.same.check(url, from: home) })
    #expect(error.detail.contains("http://svc.internal:8082,"))
    #expect(!"\(error)".contains("secret"))
    #expect(!"\(error)".contains("items"))
  }

  @Test("N39: a URL that is not for HTTP is refused by every rule")
  func notHTTP() throws {
    #expect(try code(.anywhere, "file:///etc/hosts") == .invalidURL)
  }
}
