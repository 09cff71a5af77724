// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The shared pager that people write first: an actor that keeps its pages and the task of the load
/// in flight, and awaits that task's value.
///
/// A caller that is cancelled goes on waiting.
actor TaskActor {
  private let fetch: Fetch
  private var pages: [PlainPage] = []
  private var cursor: Int? = 0
  private var inFlight: Task<PlainPage, any Error>?

  init(_ fetch: @escaping Fetch) {
    self.fetch = fetch
  }

  /// The page with a number, loaded if need be.
  ///
  /// - Parameter index: The number of a page that is there, or of the one after the last.
  /// - Returns: The page, or `nil` if there is none.
  /// - Throws: What fetching throws.
  func page(at index: Int) async throws -> PlainPage? {
    if index < pages.count { return pages[index] }
    if let inFlight { return try await inFlight.value }
    guard let cursor else { return nil }
    let task = Task { [fetch] in try await fetch(cursor) }
    inFlight = task
    defer { inFlight = nil }
    let page = try await task.value
    pages.append(page)
    self.cursor = page.next
    return page
  }

  /// Walks through all pages, from wherever the caller is.
  ///
  /// - Returns: The pages' tallies, added.
  /// - Throws: What fetching throws.
  nonisolated func run() async throws -> Int {
    var sum = 0
    var index = 0
    while let page = try await page(at: index) {
      sum &+= tally(page.items)
      index += 1
    }
    return sum
  }
}
