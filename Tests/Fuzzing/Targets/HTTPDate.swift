// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AsyncPagingHTTP

/// A date.
///
/// - What is written again in any form that HTTP has is read as the same time.
/// - A year of two digits is not more than 50 years ahead and not more than 100 back.
func check(_ input: FuzzInput) {
  guard let date = HTTPDate.date(from: input.text, now: now) else { return }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  let parts = calendar.dateComponents(
    [.year, .month, .day, .hour, .minute, .second, .weekday, .era], from: date)
  guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
    let minute = parts.minute, let second = parts.second, let weekday = parts.weekday
  else { fatalError("broken: \(date) has no parts") }
  let interval = date.timeIntervalSince(now)
  let isShort = input.text.utf8.contains(UInt8(ascii: "-"))
  if isShort {
    let years = interval / (365.2425 * 86_400)
    require((-100.1...50.01).contains(years), "\(input.text) is \(years) years ahead")
  }
  // Foundation's calendar is Julian before 1582, and has no year zero.
  guard (1600...9999).contains(year), month <= months.count, weekday <= days.count else { return }
  let (name, dayOfWeek) = (months[month - 1], days[weekday - 1])
  let time = "\(two(hour)):\(two(minute)):\(two(second))"
  let fourDigits = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
  var forms = [
    "\(dayOfWeek.prefix(3)), \(two(day)) \(name) \(fourDigits) \(time) GMT",
    "\(dayOfWeek.prefix(3)) \(name) \(day < 10 ? " \(day)" : "\(day)") \(time) \(fourDigits)",
  ]
  if isShort { forms.append("\(dayOfWeek), \(two(day))-\(name)-\(two(year % 100)) \(time) GMT") }
  for form in forms {
    require(HTTPDate.date(from: form, now: now) == date, "\(form) is another time than \(date)")
  }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

private let months = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
private let days = [
  "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
]
