// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingScenarios
import Testing

/// Callers that leave, and feeds that end.
@Suite(.timeLimit(.minutes(10)))
struct LeavingScenarios {
  @Test("C1, C3: one of two waiters is cancelled, wherever it is")
  func cancelledWaiter() async throws { try await play(.cancelledWaiter) }

  @Test("C2, C4: the last waiter is cancelled, and the page asked for again")
  func lastWaiter() async throws { try await play(.lastWaiter) }

  @Test("C7: all loads are cancelled while a load and a refresh are under way")
  func cancelAll() async throws { try await play(.cancelAll) }

  @Test("C8: the feed is closed while it loads, refreshes and is iterated over")
  func closeDuringEverything() async throws { try await play(.closeDuringEverything) }

  @Test("H1, H3, H4: an observer joins while pages are loaded, and sees the last one")
  func lateObserver() async throws { try await play(.lateObserver) }

  @Test("C10: the feed is released while it loads, and an observer of it finishes")
  func releasedFeed() async throws { try await play(.releasedFeed) }
}
