// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var value: String
    var wait: Duration?
    var status = 429

    var testDescription: String { "\(id): \(value)" }

    init(_ id: String, _ value: String, _ wait: Duration?, status: Int = 429) {
      (self.id, self.value, self.wait, self.status) = (id, value, wait, status)
    }
  }

  private static let inputs = [
    Case("R01", "120", .seconds(120)), Case("R02", "0", .zero),
    Case("R05", "Thursday, 01-Jan-26 00:02:00 GMT", .seconds(120)),
    Case("R09", "1.5", .seconds(2)), Case("R10", "2.0", .seconds(2)), Case("R11", "NaN", nil),
    Case("R12", "inf", nil), Case("R15", "+5", nil),
    Case("R16", "99999999999999999999", .longerThanAnything), Case("R19", "", nil),
    Case("R21", "PT2M", nil), Case("R23", "1767225720", .seconds(1_767_225_720)),
    Case("R25", "Mon, 01 Jan 2026 00:02:00 GMT", .seconds(120)),
    Case("R27", "Fri, 31 Dec 9999 23:59:59 GMT", .longerThanAnything),
    Case("R30", "120", .seconds(120), status: 403),
  ]

  private static let more = [
    Case("N96", "2", .seconds(2)), Case("N96", "1500 ms", nil), Case("N96", "-100", nil),
    Case("N96", "invalid", nil), Case("N96", "1000000000", .seconds(1_000_000_000)),
    Case("N97", "Thu, 01 Jan 2026 00:02:00 GMT", .seconds(120)),
    Case("N97", "Thu Jan  1 00:02:00 2026", .seconds(120)),
    Case("N97", "Wed, 31 Dec 2025 23:59:59 GMT", .zero),
    Case("N97", "Sat, 31 Feb 2026 00:00:00 GMT", nil), Case("case 98", "1e400", nil),
    Case("case 98", "nan", nil), Case("case 98", "-inf", nil), Case("case 98", "0x10", nil),
    Case("case 98", "١٢", nil), Case("case 104", "2.01", .seconds(3)),
    Case("case 104", "2.0000000000000000000001", .seconds(3)), Case("case 104", "1.", nil),
    Case("case 104", ".5", nil), Case("case 104", "1.5.2", nil), Case("case 104", "1.-5", nil),
    Case("two lines", "5, 60", .seconds(60)), Case("two lines", "60, x", .seconds(60)),
    Case("two lines", "5, Thu, 01 Jan 2026 00:02:00 GMT, 7", .seconds(120)),
    Case(
      "two lines", "Thu, 01 Jan 2026 00:02:00 GMT, Thu, 01 Jan 2026 00:03:00 GMT", .seconds(180)),
    Case("blanks", "\t 5 ", .seconds(5)), Case("zeros", "0000000000000000000000005", .seconds(5)),
  ]

  @Test(
    "N96 N97 case 98 case 104: the wait that a value asks for, and none for junk",
    arguments: inputs + more)
  func values(_ input: Case) {
    let fields: HTTPFields = ["retry-after": input.value]
    #expect(fields.serverWait(for: input.status, now: HTTPDateTests.now) == input.wait)
  }

  @Test("N96: of several lines the longest valid one counts")
  func lines() {
    let fields: HTTPFields = ["Retry-After": "5", "RETRY-AFTER": "x", "retry-after": "60"]
    #expect(fields.serverWait(for: 503, now: HTTPDateTests.now) == .seconds(60))
  }

  @Test("N96 case 98: no number overflows", arguments: [1, 15, 16, 19, 20, 39, 400, 100_000])
  func digits(count: Int) {
    let digits = String(repeating: "9", count: count)
    for value in [digits, digits + "." + digits] {
      let wait = RetryAfter.wait([value], now: HTTPDateTests.now) ?? .zero
      #expect(count == 1 ? wait <= .seconds(10) : wait == .longerThanAnything)
    }
  }

  @Test("N97: a wait is never shorter than the date says, whatever the time of day")
  func fractions() {
    let now = HTTPDateTests.now.addingTimeInterval(0.7)
    let wait = RetryAfter.wait(["Thu, 01 Jan 2026 00:00:01 GMT"], now: now) ?? .zero
    #expect(wait >= .milliseconds(300))
    #expect(wait <= .milliseconds(301))
  }
}
