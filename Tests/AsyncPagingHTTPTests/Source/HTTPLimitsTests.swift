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

@Suite("Limits of answers")
struct HTTPLimitsTests {
  private func error(_ response: HTTPResponse, _ limits: HTTPLimits) async -> HTTPError? {
    var options = HTTPOptions()
    options.limits = limits
    let server = StubTransport { _, _ in response }
    let walk = await HTTPPageSource(
      .range(size: 1), URLRequest("https://h.example/x"), items: "$", options, over: server
    ).walk(retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.zero)))
    #expect(server.requests.count == 1)
    return walk.error
  }

  @Test("a body of just the limit is read, one byte more is an error that is not tried again")
  func body() async {
    #expect(await error(.json("[1,2]"), HTTPLimits(body: 5)) == nil)
    let error = await error(.json("[1,2]"), HTTPLimits(body: 4))
    #expect(error?.code == .bodyTooLarge)
    #expect(error?.detail.contains("4 bytes") == true)
  }

  @Test("header fields are limited all together")
  func fields() async {
    let response = HTTPResponse.json("[1]", ["Aa": "123", "Bb": "123"])
    #expect(await error(response, HTTPLimits(fields: 10)) == nil)
    #expect(await error(response, HTTPLimits(fields: 9))?.code == .fieldsTooLarge)
  }

  @Test("the items of a page are limited")
  func items() async {
    #expect(await error(.json("[1,2]"), HTTPLimits(items: 2)) == nil)
    #expect(await error(.json("[1,2]"), HTTPLimits(items: 1))?.code == .tooManyItems)
  }

  @Test("nesting is limited, and brackets in texts are no nesting")
  func nesting() async {
    #expect(await error(.json(#"[["[[[\"[["]]"#), HTTPLimits(nesting: 2)) == nil)
    #expect(await error(.json(#"[["\\"],[[]]]"#), HTTPLimits(nesting: 2))?.code == .nestedTooDeep)
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(await error(.json(deep), HTTPLimits())?.code == .nestedTooDeep)
    let objects = String(repeating: #"{"a":"#, count: 129)
    #expect(await error(.json(objects), HTTPLimits())?.code == .nestedTooDeep)
  }
}
