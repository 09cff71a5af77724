// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingScenarios
import Testing

/// Callers that load at the same time.
@Suite(.timeLimit(.minutes(10)))
struct LoadScenarios {
  @Test("A1, A2: concurrent loads share a page, or get the next one")
  func concurrentLoads() async throws { try await play(.concurrentLoads) }

  @Test("A6, D1, D4: a load and a refresh at the same time")
  func loadAndRefresh() async throws { try await play(.loadAndRefresh) }

  @Test("A3, C6, D4: a load, a refresh and another load")
  func loadRefreshLoad() async throws { try await play(.loadRefreshLoad) }

  @Test("G1, G6, G10: a retry while a load backs off")
  func retryDuringBackoff() async throws { try await play(.retryDuringBackoff) }

  @Test("D6, D7: a reset to another source while pages are loaded")
  func resetToAnotherSource() async throws { try await play(.resetToAnotherSource) }

  @Test("F8, B5: checkForMore beyond the end, against demand")
  func checkForMoreAgainstDemand() async throws { try await play(.checkForMoreAgainstDemand) }

  @Test("B1: a demand that comes while a page is loaded")
  func demandDuringLoad() async throws { try await play(.demandDuringLoad) }
}
