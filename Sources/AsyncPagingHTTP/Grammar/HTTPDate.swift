// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The dates of HTTP (RFC 9110, section 5.6.7), in their three forms.
package enum HTTPDate {
  /// The time that a date stands for.
  ///
  /// - `Sun, 06 Nov 1994 08:49:37 GMT`
  /// - `Sunday, 06-Nov-94 08:49:37 GMT`: a year more than 50 years ahead is one of the past
  /// - `Sun Nov  6 08:49:37 1994`
  ///
  /// Digits must be as many as there. A day of the week must be one, but need not be the right one:
  /// the date counts. A leap second is the second after it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - now: The time against which a year of two digits is read.
  /// - Returns: The time; `nil` if the text is no such date, or there is no such day.
  package static func date(from text: some StringProtocol, now: Date) -> Date? {
    // The longest has 33 bytes.
    guard text.utf8.count <= 50 else { return nil }
    let words = text.parts(at: 0x20, omittingEmpty: true)
    switch words.count {
    case 6 where words[5] == "GMT" && words[0].isDay(in: shortDays, comma: true):
      return date(
        year: words[3].number(digits: 4), month: words[2], day: words[1].number(digits: 2),
        time: words[4])
    case 5 where words[0].isDay(in: shortDays, comma: false):
      return date(
        year: words[4].number(digits: 4), month: words[1],
        day: words[2].number(digits: words[2].utf8.count == 1 ? 1 : 2), time: words[3])
    case 4 where words[3] == "GMT" && words[0].isDay(in: longDays, comma: true):
      let parts = words[1].parts(at: UInt8(ascii: "-"))
      guard parts.count == 3, let year = parts[2].number(digits: 2) else { return nil }
      let day = parts[0].number(digits: 2)
      return century(of: year, now: now) {
        date(year: $0, month: parts[1], day: day, time: words[2])
      }
    default: return nil
    }
  }

  private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The latest date with two digits of a year that is not more than 50 years ahead.
  private static func century(of year: Int, now: Date, date: (Int) -> Date?) -> Date? {
    // A Gregorian year has 365.2425 days on average.
    let ahead = now.addingTimeInterval(50 * 365.2425 * 86_400)
    let latest = Int((1970 + ahead.timeIntervalSince1970 / (365.2425 * 86_400)).rounded(.down)) + 1
    let first = latest - (latest % 100) + year
    return [first, first - 100, first - 200].lazy.compactMap(date).first { $0 <= ahead }
  }

  private static func date(year: Int?, month name: Substring, day: Int?, time: Substring) -> Date? {
    guard let year, let day, let month = months.firstIndex(where: { name == $0 }),
      (1...days(inMonth: month + 1, of: year)).contains(day), let seconds = seconds(of: time)
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
  }

  private static func seconds(of time: Substring) -> Int? {
    let parts = time.parts(at: UInt8(ascii: ":")).map { $0.number(digits: 2) ?? .max }
    guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60 else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    default: 31
    }
  }

  /// The days from 1 January 1970, in the Gregorian calendar.
  ///
  /// The year is taken to begin in March, so that the leap day is its last one.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension Substring {
  /// The number that the text is, if it has just so many digits and nothing else.
  fileprivate func number(digits: Int) -> Int? {
    utf8.count == digits && utf8.allSatisfy(\.isDigit) ? Int(self) : nil
  }

  fileprivate func isDay(in names: [String], comma: Bool) -> Bool {
    guard comma else { return names.contains { self == $0 } }
    return utf8.last == .comma && names.contains { dropLast() == $0 }
  }
}
