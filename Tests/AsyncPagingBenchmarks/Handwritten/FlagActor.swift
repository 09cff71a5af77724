// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The shared pager that people write for screens: an actor with a busy flag that turns further
/// calls away, and a subject through which the pages come out.
actor FlagActor {
  /// The pages as they come.
  nonisolated let pages: AsyncThrowingStream<PlainPage, any Error>

  private let subject: AsyncThrowingStream<PlainPage, any Error>.Continuation
  private let fetch: Fetch
  private var cursor: Int? = 0
  private var isLoading = false

  init(_ fetch: @escaping Fetch) {
    (pages, subject) = AsyncThrowingStream.makeStream()
    self.fetch = fetch
  }

  /// Loads the next page, unless a load is in flight.
  func loadMore() async {
    guard !isLoading, let cursor else { return }
    isLoading = true
    defer { isLoading = false }
    do {
      let page = try await fetch(cursor)
      self.cursor = page.next
      subject.yield(page)
      if page.next == nil { subject.finish() }
    } catch {
      subject.finish(throwing: error)
    }
  }

  /// Walks through all pages, from wherever the caller is.
  ///
  /// - Returns: The pages' tallies, added.
  /// - Throws: What fetching throws.
  nonisolated func run() async throws -> Int {
    var sum = 0
    await loadMore()
    for try await page in pages {
      sum &+= tally(page.items)
      await loadMore()
    }
    return sum
  }
}
