// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A list in sections that asks for more when it is scrolled past its end, and shows a row to tap
/// when that failed.
struct FilmScreen: Screen {
  private static let rowsInSight = 8

  let name = FeedName.films

  /// The answer without a new film.
  let emptyPageCount = 1

  func source(_ client: WebClient) -> UpcomingFilms { UpcomingFilms(client: client) }

  func number(of item: Film) -> Int { item.id }

  func use(_ list: inout ListView<UpcomingFilms>) async throws {
    list.demand(through: 0)
    try await list.reload { $0.count > 0 }
    while list.content.endReason == nil {
      let count = list.count
      // Past the end, on three events in a row.
      for _ in 1...3 { list.demand(through: count) }
      try await list.reload {
        $0.count > count || $0.content.endReason != nil || $0.error != nil
      }
      if list.error != nil {
        try await scrollAgainstTheError(&list)
        // A tap on the row with the error.
        try await list.feed.retry()
        await list.reload()
      }
      try await list.nextFrame()
      // To the top, where the first rows come into sight: nothing is wanted.
      list.demand(through: Self.rowsInSight - 1)
    }
    try await list.bounce(at: list.count)
  }

  /// Whoever scrolls on against the error loads nothing.
  private func scrollAgainstTheError(_ list: inout ListView<UpcomingFilms>) async throws {
    try await list.bounce(at: list.count + 1)
    await list.reload()
    guard list.error != nil else { throw ScrollingRetried() }
  }

  private struct ScrollingRetried: Error, CustomStringConvertible {
    let description = "scrolling against an error has loaded something"
  }
}
