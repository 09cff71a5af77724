// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The loop that people write: a function to fetch with, held somewhere, and a cursor.
struct HandLoop: Sendable {
  /// Fetches a page.
  let fetch: Fetch

  /// Walks through all pages.
  ///
  /// - Returns: The pages' tallies, added.
  /// - Throws: What fetching throws.
  func run() async throws -> Int {
    var sum = 0
    var cursor: Int? = 0
    while let current = cursor {
      let page = try await fetch(current)
      sum &+= tally(page.items)
      cursor = page.next
    }
    return sum
  }
}
