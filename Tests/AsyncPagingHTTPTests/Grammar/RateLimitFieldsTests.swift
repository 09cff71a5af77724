// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Fields that tell of rate limits")
struct RateLimitFieldsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var status: Int
    var fields: HTTPFields
    var wait: Duration?

    var testDescription: String {
      "\(id): \(status) \(fields.lines.map { "\($0.name): \($0.value)" }.joined(separator: "; "))"
    }

    init(_ id: String, _ status: Int, _ fields: HTTPFields, _ wait: Duration?) {
      (self.id, self.status, self.fields, self.wait) = (id, status, fields, wait)
    }
  }

  private static let inputs = [
    Case(
      "Q01", 403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767225720"], .seconds(120)),
    // Q02 and Q03 differ in the body; the fields ask for no wait in either.
    Case("Q02", 403, ["x-ratelimit-remaining": "4999"], nil),
    Case("Q03", 403, ["x-ratelimit-remaining": "4999", "x-ratelimit-reset": "1767225720"], nil),
    Case("Q04", 429, ["x-ratelimit-reset": "1767225590"], nil),
    Case("Q06", 429, ["RateLimit": "limit=100, remaining=0, reset=50"], .seconds(50)),
    Case("Q08", 429, ["Retry-After": "10", "RateLimit": "\"default\";r=0;t=50"], .seconds(10)),
    Case("Q12", 429, ["X-RateLimit-Reset-After": "0.35", "Retry-After": "1"], .seconds(1)),
    Case("Q12b", 429, ["X-RateLimit-Reset-After": "0.3500001"], .milliseconds(351)),
    Case("Q15", 503, [:], nil),
  ]

  private static let resets = [
    Case("N98", 429, ["Retry-After": "x", "X-RateLimit-Reset": "30"], .seconds(30)),
    Case("N98", 429, ["Retry-After": "0", "X-RateLimit-Reset": "30"], .zero),
    Case("N99", 429, ["RateLimit": "\"p\";r=0;t=30"], .seconds(30)),
    Case("N99", 503, ["RateLimit": "\"p\";r=0;t=30"], .seconds(30)),
    Case("N99", 200, ["RateLimit": "\"p\";r=0;t=30"], nil),
    Case("N99", 429, ["X-RateLimit-Reset": "1767225720000"], .seconds(120)),
    Case("N99", 429, ["X-Rate-Limit-Reset": "1767225720"], .seconds(120)),
    Case("N99", 429, ["X-RateLimit-Reset": "1767225600.5"], .milliseconds(500)),
    Case("N99", 429, ["X-RateLimit-Reset": "Thu, 01 Jan 2026 00:02:00 GMT"], .seconds(120)),
    Case("N99", 429, ["RateLimit-Remaining": "0", "RateLimit-Reset": "50"], .seconds(50)),
    Case("N99", 429, ["X-RateLimit-Remaining": "0.0", "X-RateLimit-Reset": "300"], .seconds(300)),
    Case(
      "N99", 429, ["X-RateLimit-Reset": "1767225720", "X-RateLimit-Reset-After": "7"], .seconds(7)),
    Case(
      "N99", 429, ["RateLimit": "\"a\";r=0;t=30, \"b\";r=0;t=90, \"c\";r=1;t=900"], .seconds(90)),
    Case("N99", 429, ["RateLimit": "\"a\";r=5;t=30"], nil),
    Case("N99", 429, ["RateLimit": "default;r=0;t=30;pk=:YQ==:"], .seconds(30)),
    Case("case 100", 429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767225595"], nil),
    Case(
      "case 100", 429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767225660"],
      .seconds(60)),
    Case("case 100", 429, ["RateLimit": "\"p\";r=0;t=0"], nil),
    Case("case 98", 429, ["X-RateLimit-Reset": "nan"], nil),
    Case("case 98", 429, ["X-RateLimit-Reset": "-5"], nil),
    Case("case 98", 429, ["X-RateLimit-Reset": "1e400"], nil),
    Case("case 98", 429, ["X-RateLimit-Reset": "99999999999999999999"], .longerThanAnything),
    Case("case 98", 429, ["RateLimit": "\"p\";r=0;t=99999999999999999999"], .longerThanAnything),
    Case("case 98", 429, ["RateLimit": "\"p;r=0;t=30"], nil),
    Case("case 98", 429, ["RateLimit": ";;=,\"\",\"p\" x, \"p\";r=0;t=30"], .seconds(30)),
  ]

  @Test(
    "N98 N99 case 98 case 100: the wait that the fields ask for, and none of the past or for junk",
    arguments: inputs + resets)
  func waits(_ input: Case) {
    #expect(input.fields.serverWait(for: input.status, now: HTTPDateTests.now) == input.wait)
  }

  @Test("N99: several limits with their policies")
  func structured() {
    let fields: HTTPFields = [
      "RateLimit": "\"burst\";r=3;t=1, \"daily\";r=900;t=3600",
      "RateLimit-Policy": "\"burst\";q=5;w=1",
      "ratelimit-policy": "\"daily\";q=1000;w=86400;qu=\"requests\", \"other\";q=7",
    ]
    #expect(
      fields.rateLimits(now: HTTPDateTests.now) == [
        state("burst", limit: 5, remaining: 3, reset: .seconds(1), window: .seconds(1)),
        state(
          "daily", limit: 1000, remaining: 900, reset: .seconds(3600), window: .seconds(86_400)),
        state("other", limit: 7),
      ])
  }

  @Test(
    "N99: what older drafts and makers of their own say is the same",
    arguments: [
      [
        "RateLimit": "limit=100, remaining=40, reset=30",
        "RateLimit-Policy": "100;w=60, 1000;w=3600",
      ],
      [
        "RateLimit-Limit": "100, 100;w=60, 1000;w=3600", "RateLimit-Remaining": "40",
        "RateLimit-Reset": "30",
      ],
      [
        "RateLimit-Limit": "100", "RateLimit-Remaining": "40", "RateLimit-Reset": "1767225630",
        "RateLimit-Policy": "1000;w=3600, 100;w=60;comment=\"a, b\"",
      ],
    ] as [HTTPFields])
  func drafts(fields: HTTPFields) {
    #expect(
      fields.rateLimits(now: HTTPDateTests.now) == [
        state(limit: 100, remaining: 40, reset: .seconds(30), window: .seconds(60)),
        state(limit: 1000, window: .seconds(3600)),
      ])
  }

  @Test("N99: what a maker says in fields of its own")
  func ownFields() {
    let fields: HTTPFields = [
      "X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4999", "X-RateLimit-Used": "1",
      "X-RateLimit-Reset": "1767225590",
    ]
    #expect(
      fields.rateLimits(now: HTTPDateTests.now) == [
        state(limit: 5000, remaining: 4999, reset: .zero)
      ])
    #expect(HTTPFields().rateLimits(now: HTTPDateTests.now).isEmpty)
  }

  @Test("N99: of a hostile field no more than a few members are read")
  func hostile() {
    let items = String(repeating: "\"p\";r=0;t=1,", count: 10_000)
    let fields: HTTPFields = ["RateLimit": items, "RateLimit-Policy": items]
    #expect(fields.rateLimits(now: HTTPDateTests.now).count <= 64)
  }

  private func state(
    _ name: String? = nil, limit: Int? = nil, remaining: Int? = nil, reset: Duration? = nil,
    window: Duration? = nil
  ) -> RateLimitState {
    RateLimitState(
      name: name, limit: limit, remaining: remaining, resetAfter: reset, window: window)
  }
}
