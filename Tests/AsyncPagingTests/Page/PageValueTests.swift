// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// A page is a value, whatever of it stands behind a reference.
@Suite(.timeLimit(.minutes(10)))
struct PageValueTests {
  @Test("a first page is equal to the one that the source made, and hashes like it")
  func firstPage() async throws {
    let made = Page(items: [1, 2], next: 1)
    let feed = Feed<Int, Int> { _ in made }
    let loaded = try #require(try await feed.loadNext())
    #expect(loaded == made)
    #expect(Set([loaded, made]).count == 1)
    var walk = ClosureSource<Int, Int> { _ in made }.pages().makeAsyncIterator()
    #expect(try await walk.next() == made)
  }

  @Test("what was set and taken back leaves no trace, and no copy notices")
  func setters() {
    let plain = Page(items: [1], next: 1)
    var page = plain
    page.previous = 3
    page.totalCount = 4
    page.hasNext = true
    page.endReason = .flag
    let copy = page
    #expect(
      copy
        == Page(
          items: [1], next: 1, previous: 3, totalCount: 4, hasNext: true, endReason: .flag))
    #expect(
      copy.withItems { $0.map { $0 + 1 } }
        == Page(
          items: [2], next: 1, previous: 3, totalCount: 4, hasNext: true, endReason: .flag))
    page.previous = nil
    page.totalCount = nil
    page.hasNext = nil
    page.endReason = nil
    #expect(page == plain)
    #expect(Set([page, plain]).count == 1)
    #expect(copy.previous == 3 && copy.totalCount == 4)
    #expect(copy.hasNext == true && copy.endReason == .flag)
  }

  @Test("pages that differ in one thing alone are not equal")
  func differences() {
    let plain = Page(items: [1], next: 1)
    var others = [Page(items: [2], next: 1), Page(items: [1], next: 2)]
    for change: (inout Page<Int, Int>) -> Void in [
      { $0.previous = 3 }, { $0.totalCount = 3 }, { $0.hasNext = true }, { $0.endReason = .flag },
    ] {
      var other = plain
      change(&other)
      others.append(other)
    }
    #expect(Set(others + [plain]).count == 7)
  }
}
