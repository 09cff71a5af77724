// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Dates of HTTP")
struct HTTPDateTests {
  /// 1 January 2026, 00:00:00 UTC.
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func seconds(_ text: String, now: Date = now) -> Double? {
    HTTPDate.date(from: text, now: now)?.timeIntervalSince1970
  }

  @Test(
    "N97: the three forms stand for the same second",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "Sun Nov 06 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
    ])
  func forms(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test(
    "N97: days count as the calendar has them",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Thu, 31 Dec 2026 23:59:60 GMT", 1_798_761_600),
      ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
      ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ])
  func calendar(text: String, expected: Double) {
    #expect(seconds(text) == expected)
  }

  @Test("N97: every day of 400 years is one day after the one before")
  func everyDay() {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var days = 0
    for year in 1970..<2370 {
      for month in months {
        for day in 1...32 {
          let (first, second) = (day / 10, day % 10)
          if let time = seconds("Sun, \(first)\(second) \(month) \(year) 00:00:00 GMT") {
            guard time == Double(days) * 86_400 else {
              Issue.record("\(day) \(month) \(year) is day \(time / 86_400)")
              return
            }
            days += 1
          }
        }
      }
    }
    #expect(days == 146_097)
  }

  @Test(
    "N97: a year of two digits is at most 50 years ahead",
    arguments: [
      ("Thursday, 01-Jan-26 00:02:00 GMT", 1_767_225_720),
      ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
      ("Wednesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
      ("Friday, 01-Jan-77 00:00:00 GMT", 220_924_800),
      ("Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400),
    ])
  func century(text: String, expected: Double) {
    #expect(seconds(text) == expected)
  }

  @Test("N97: a year of two digits goes with the time, also across a century")
  func centuryLater() {
    let end = Date(timeIntervalSince1970: 4_070_908_800)  // 1 January 2099
    #expect(seconds("Friday, 01-Jan-00 00:00:00 GMT", now: end) == 4_102_444_800)
    #expect(seconds("Friday, 01-Jan-60 00:00:00 GMT", now: end) == 2_840_140_800)
  }

  @Test(
    "N97: what is no date is none, and traps nowhere",
    arguments: [
      "", " ", "Sun", "31 Feb", "Sun, 31 Feb 2026 00:00:00 GMT", "Sun, 29 Feb 2026 00:00:00 GMT",
      "Sun, 29 Feb 2100 00:00:00 GMT", "Sun, 00 Jan 2026 00:00:00 GMT",
      "Sun, 32 Jan 2026 00:00:00 GMT",
      "Sun, 31 Apr 2026 00:00:00 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 006 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37 +0100",
      "Sun, 06 Nov 1994 08:49:37",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Xyz, 06 Nov 1994 08:49:37 GMT",
      "Sun 06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
      "Sun, ٠٦ Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 31-Feb-94 08:49:37 GMT",
      "Sun, 06-Nov-94 08:49:37 GMT",
      "Sunday, 06-Nov-94-1 08:49:37 GMT", "Sun, Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 94",
      "Sun Nov 31 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37:00 GMT", "1994-11-06T08:49:37Z",
      "Sun, 06 Nov 1994 -8:49:37 GMT", String(repeating: "Sun, ", count: 20_000),
    ])
  func none(text: String) {
    #expect(seconds(text) == nil)
  }
}
