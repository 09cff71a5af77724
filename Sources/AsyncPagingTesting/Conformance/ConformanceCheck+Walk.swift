// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension ConformanceCheck {
  /// Goes from page to page to the end.
  mutating func walk() async {
    var cursor: Cursor?
    var places: [Cursor: Int] = [:]
    while visits.count < options.pageLimit {
      let number = visits.count
      guard let visit = await ask(cursor, page: number) else {
        return skip(.cursors, "the walk did not come to its end")
      }
      visits.append(visit)
      if let reason = end(of: visit.page, number) {
        report.endReason = reason
        return
      }
      guard let next = visit.page.next else {
        fail(.cursors, "page \(number) says that more follows, but names no cursor for it")
        return skip(.ending, "the walk did not come to its end")
      }
      if let place = places[next] {
        fail(.cursors, "page \(number) names the cursor again with which page \(place) was asked")
        return skip(.ending, "the walk went in a circle")
      }
      places[next] = number + 1
      cursor = next
    }
    fail(
      .ending,
      """
      there is still a next cursor after \(options.pageLimit) pages; if there are more, raise the \
      page limit of the options
      """)
  }

  /// Why nothing follows a page, as a feed reads it; `nil` if something does, or should.
  private func end(of page: Page<Item, Cursor>, _ number: Int) -> EndReason? {
    if let reason = page.endReason { return reason }
    if page.hasNext == false { return .flag }
    guard let next = page.next else { return page.hasNext == true ? nil : .noNextCursor }
    return (next as? String)?.isEmpty == true ? .noNextCursor : nil
  }

  /// Looks for items that come twice.
  mutating func checkOverlap() {
    guard let identity else {
      return skip(.overlap, "the items are not Hashable; say what they are identified by")
    }
    report.seams = identity.seams(visits.map(\.page.items))
    for seam in report.seams.prefix(5) {
      fail(.overlap, "\(seam)")
    }
    if report.seams.count > 5 {
      fail(.overlap, "and \(report.seams.count - 5) more such pages")
    }
  }

  /// Looks at neighbours, also across pages.
  mutating func checkOrder() {
    guard let areInOrder else {
      return skip(.order, "say by areInOrder what may follow what")
    }
    var last: (item: Item, page: Int)?
    for (number, visit) in visits.enumerated() {
      for item in visit.page.items {
        if let last, !areInOrder(last.item, item) {
          return fail(
            .order,
            last.page == number
              ? "page \(number) is not in order"
              : "page \(number) begins with an item that belongs before the end of page \(last.page)"
          )
        }
        last = (item, number)
      }
    }
  }
}
