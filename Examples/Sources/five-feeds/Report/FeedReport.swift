// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How one feed has done.
struct FeedReport: Sendable {
  var name: FeedName
  var pages = 0
  var items = 0

  /// How many requests each page needs, by page.
  var requestsNeeded: [Int: Int] = [:]

  /// How many requests for each page the server counted, by page.
  var requests: [Int: Int] = [:]
  var counts = Tally.Counts()
  var refreshes = 0
  var end = ""
  var time = Duration.zero

  /// What is wrong, if anything is.
  var complaints: [String] = []

  /// Takes what the server counted, and compares it with what was needed.
  mutating func take(requests counted: [Int: Int]) {
    requests = counted
    for page in Set(counted.keys).union(requestsNeeded.keys).sorted() {
      let (has, needs) = (counted[page] ?? 0, requestsNeeded[page] ?? 0)
      guard has != needs else { continue }
      complaints.append("requests: \(has) for page \(page), where \(needs) had to be")
    }
  }
}

/// The table at the end.
struct ReportTable {
  private static let titles = [
    "feed", "pages", "items", "requests", "triggers", "coalesced", "retries", "refreshes", "end",
    "time",
  ]

  let reports: [FeedReport]

  /// The lines of the table.
  var lines: [String] {
    let rows = [Self.titles] + reports.map(cells)
    let widths = Self.titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let isText = column == 0 || Self.titles[column] == "end"
        return row[column].padded(to: widths[column], isRight: !isText)
      }.joined(separator: "  ")
    }
  }

  private func cells(_ report: FeedReport) -> [String] {
    let counts = report.counts
    return [
      report.name.rawValue, report.pages.grouped, report.items.grouped,
      report.requests.values.reduce(0, +).grouped, counts.triggers.grouped,
      max(0, counts.triggers - counts.loads).grouped,
      counts.retries.grouped, report.refreshes.grouped, report.end, report.time.text,
    ]
  }
}
