// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Whether a feed did what it had to, and no more; nothing here depends on time.
struct Check {
  let name: FeedName
  let faults: [Int: Fault]
  let counts: Tally.Counts

  /// What is wrong with a list: items that are missing, that come twice, or out of order.
  ///
  /// - Parameter numbers: The items of the list, as their numbers in the data set.
  /// - Returns: The complaints, none if all is well.
  func complaints(aboutItems numbers: [Int]) -> [String] {
    let wanted = 0..<name.itemCount
    guard numbers != Array(wanted) else { return [] }
    var seen = Set<Int>()
    let twice = numbers.filter { !seen.insert($0).inserted }
    let missing = wanted.filter { !seen.contains($0) }
    let unknown = seen.filter { !wanted.contains($0) }
    var complaints: [String] = []
    if let first = missing.first { complaints.append("\(missing.count) missing, first \(first)") }
    if let first = twice.first { complaints.append("\(twice.count) come twice, first \(first)") }
    if let first = unknown.first { complaints.append("\(unknown.count) unknown, first \(first)") }
    if complaints.isEmpty { complaints.append("all there, but not in order") }
    return complaints.map { "items: " + $0 }
  }

  /// What is wrong with the numbers of retries and of loads that were superseded.
  func complaints(supersededPageCount: Int) -> [String] {
    let retries = extraRequests.values.reduce(0, +)
    var complaints: [String] = []
    if counts.retries != retries {
      complaints.append("retries: \(counts.retries), where \(retries) had to be")
    }
    if counts.superseded != supersededPageCount {
      complaints.append(
        "superseded loads: \(counts.superseded), where \(supersededPageCount) had to be")
    }
    return complaints
  }

  /// How many requests each page needs.
  ///
  /// One for each page of the list; one more for each page of a list that was replaced, be it
  /// loaded or superseded; and one for each attempt that had to fail.
  func requestsNeeded(pageCount: Int, replacedPageCount: Int) -> [Int: Int] {
    var needed = extraRequests
    for page in 0..<pageCount { needed[page, default: 0] += 1 }
    for page in 0..<replacedPageCount { needed[page, default: 0] += 1 }
    return needed
  }

  /// How many requests fail, by page: one for each fault that the server was told to make, and one
  /// for each time-out that nobody planned, because the machine was slow.
  private var extraRequests: [Int: Int] {
    var extra = faults.mapValues(\.extraRequests)
    for (page, count) in counts.timeouts {
      extra[page, default: 0] += count - (faults[page] == .silence ? 1 : 0)
    }
    return extra
  }
}
