// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingScenarios
import Testing

/// Iterators beside other callers.
@Suite(.timeLimit(.minutes(10)))
struct ReadingScenarios {
  @Test("E2, E6: two iterators and a refresh")
  func iteratorsAndRefresh() async throws { try await play(.iteratorsAndRefresh) }

  @Test("E3, E4: an iterator that reads ahead is left, and a load goes on")
  func prefetchingIteratorLeft() async throws { try await play(.prefetchingIteratorLeft) }

  @Test("E10, G10: a page read ahead fails, and the pages before it come first")
  func readAheadAndFailure() async throws { try await play(.readAheadAndFailure) }
}
