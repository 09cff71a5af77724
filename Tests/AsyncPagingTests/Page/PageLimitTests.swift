// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Testing

@Suite(.tags(.streams), .timeLimit(.minutes(10)))
struct PageLimitTests {
  @Test("F9: without a limit a page stays as it is")
  func unlimited() {
    var limit = PageLimit()
    #expect(!limit.isReached)
    #expect(limit.cut(page([1, 2], next: 1)) == page([1, 2], next: 1))
    #expect(limit == PageLimit())
  }

  @Test("F9: a limit of items cuts the page in which it lies", arguments: 0...9)
  func items(count: Int) {
    var limit = PageLimit().tightened(items: count)
    var got: [Page<Int, Int>] = []
    for number in 0..<3 where !limit.isReached {
      let items = Array(3 * number..<3 * number + 3)
      got.append(limit.cut(page(items, next: number < 2 ? number + 1 : nil)))
    }
    #expect(got.flatMap(\.items) == Array(0..<count))
    #expect(got.count == (count + 2) / 3)
    #expect(limit.isReached)
    #expect(got.dropLast().allSatisfy { $0.endReason == nil })
    if count > 0 { #expect(got.last?.endReason == .limit) }
  }

  @Test("F9 N52: a page that ends on the limit keeps its next cursor, one that is cut does not")
  func boundary() {
    var exact = PageLimit().tightened(items: 2)
    let whole = exact.cut(page([1, 2], next: 7))
    #expect(whole.next == 7)
    #expect(whole.endReason == .limit)
    #expect(whole.resumePoint == ResumePoint(cursor: 7, index: 1))
    var inside = PageLimit().tightened(items: 1)
    let part = inside.cut(page([1, 2], next: 7))
    #expect(part.next == nil)
    #expect(part.resumePoint == ResumePoint(cursor: nil, consumedCount: 1, index: 0))
  }

  @Test("F9: a last page that ends on the limit keeps its own reason; one that is cut does not")
  func lastPage() {
    var exact = PageLimit().tightened(items: 2)
    #expect(exact.cut(page([1, 2], endReason: .flag)).endReason == .flag)
    var inside = PageLimit().tightened(items: 1)
    #expect(inside.cut(page([1, 2], endReason: .flag)).endReason == .limit)
  }

  @Test("F9: a limit of pages counts empty ones, a limit of items does not")
  func emptyPages() {
    var pages = PageLimit().tightened(pages: 2)
    #expect(pages.cut(page([], next: 1)).endReason == nil)
    #expect(pages.cut(page([], next: 2)).endReason == .limit)
    #expect(pages.isReached)
    var items = PageLimit().tightened(items: 1)
    for next in 1...5 { #expect(items.cut(page([], next: next)).endReason == nil) }
    #expect(items.cut(page([9], next: 6)).endReason == .limit)
  }

  @Test("F9: of several limits the tightest counts, in any order")
  func tightest() {
    let one = PageLimit().tightened(items: 5).tightened(pages: 2).tightened(items: 9, pages: 1)
    let other = PageLimit().tightened(items: 9).tightened(pages: 1).tightened(items: 5, pages: 2)
    #expect(one == other)
    #expect(one.items == 5)
    #expect(one.pages == 1)
  }

  @Test("J5: a negative limit traps")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = PageLimit().tightened(items: -1) }
    await #expect(processExitsWith: .failure) { _ = PageLimit().tightened(pages: -1) }
  }

  private func page(
    _ items: [Int], next: Int? = nil, endReason: EndReason? = nil
  ) -> Page<Int, Int> {
    Page(items: items, next: next, endReason: endReason)
  }
}
