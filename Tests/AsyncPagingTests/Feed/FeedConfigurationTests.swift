// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// A configuration is a value, although its copies share what they say.
@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct FeedConfigurationTests {
  @Test("what is set is said again")
  func fields() throws {
    let observer = RecordingObserver()
    let executor = QueueExecutor()
    var configuration = FeedConfiguration.standard
    configuration.limit = 7
    configuration.prefetchDistance = 3
    configuration.retry = RetryPolicy(maxAttempts: 9)
    configuration.retention = .pages(5)
    configuration.abandonment = .keepsLoading
    configuration.cycles = .ends
    configuration.emptyCursor = .isCursor
    configuration.emptyPageBudget = 11
    configuration.failureCoolDown = .seconds(4)
    configuration.fingerprint = "query"
    configuration.observer = observer
    configuration.randomness = SeededGenerator(seed: 13)
    configuration.executor = executor

    #expect(configuration.limit == 7)
    #expect(configuration.prefetchDistance == 3)
    #expect(configuration.retry.maxAttempts == 9)
    #expect(configuration.retention == .pages(5))
    #expect(configuration.abandonment == .keepsLoading)
    #expect(configuration.cycles == .ends)
    #expect(configuration.emptyCursor == .isCursor)
    #expect(configuration.emptyPageBudget == 11)
    #expect(configuration.failureCoolDown == .seconds(4))
    #expect(configuration.fingerprint == "query")
    #expect(configuration.observer as? RecordingObserver === observer)
    #expect(configuration.randomness as? SeededGenerator == SeededGenerator(seed: 13))
    #expect(configuration.executor as? QueueExecutor === executor)
  }

  @Test("a change is seen by no copy, and not by the standard one")
  func copies() {
    var changed = FeedConfiguration.standard
    changed.limit = 7
    let copy = changed
    changed.limit = 8
    changed.retry = .never
    #expect(copy.limit == 7)
    #expect(copy.retry.maxAttempts == 4)
    #expect(changed.limit == 8)
    #expect(changed.retry.maxAttempts == 1)
    #expect(FeedConfiguration.standard.limit == nil)
  }
}
