// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// Values that no initialiser takes, and what its message says of them.
enum Trap: String, CaseIterable, Codable, Sendable {
  case cursorLimitZero, cursorPageLimitNegative, numberLimitZero, numberLimitNegative
  case offsetLimitZero, offsetLimitNegative, keysetLimitZero, keysetLimitNegative
  case numberWithoutEndRule, offsetWithoutEndRule, keysetWithoutEndRule
  case noAttempts, negativeAttempts, factorBelowOne, factorNotANumber
  case budgetCapacity, budgetCost, budgetHintedCost, budgetRefund, budgetFloor, budgetHighFloor
  case feedLimitZero, feedLimitNegative, feedLimitSet, prefetchDistance, prefetchDistanceSet
  case retentionZero, retentionSet, prefetchBeyondWindow, emptyPageBudget, emptyPageBudgetSet
  case prefetching, prefetchingAfter, feedItemLimit, feedPageLimit, walkItemLimit, walkPageLimit
  case consumedCount, resumeIndex, consumingTooMany, consumingNegative

  /// What the message names.
  var message: String {
    switch self {
    case .cursorLimitZero, .numberLimitZero, .offsetLimitZero, .keysetLimitZero, .feedLimitZero,
      .feedLimitSet:
      "limit is 0, must be 1 or more"
    case .cursorPageLimitNegative, .numberLimitNegative, .offsetLimitNegative,
      .keysetLimitNegative, .feedLimitNegative:
      "limit is -3, must be 1 or more"
    case .numberWithoutEndRule, .offsetWithoutEndRule, .keysetWithoutEndRule: "endRules is empty"
    case .noAttempts: "maxAttempts is 0, must be 1 or more"
    case .negativeAttempts: "maxAttempts is -1, must be 1 or more"
    case .factorBelowOne: "factor is 0.5, must be 1 or more"
    case .factorNotANumber: "factor is nan, must be 1 or more"
    case .budgetCapacity: "capacity is 0, must be 1 or more"
    case .budgetCost: "cost is 0, must be 1 or more"
    case .budgetHintedCost: "hintedCost is -1, must be 0 or more"
    case .budgetRefund: "refund is -1, must be 0 or more"
    case .budgetFloor: "floor is -1, must be in 0...500"
    case .budgetHighFloor: "floor is 11, must be in 0...10"
    case .prefetchDistance, .prefetchDistanceSet: "prefetchDistance is -1, must be 0 or more"
    case .retentionZero, .retentionSet: "retention is .pages(0), must be 1 or more"
    case .prefetchBeyondWindow: "prefetchDistance is 21, must be at most the 2 pages of 10 kept"
    case .emptyPageBudget, .emptyPageBudgetSet: "emptyPageBudget is 0, must be 1 or more"
    case .prefetching, .prefetchingAfter: "prefetching is -1, must be 0 or more"
    case .feedItemLimit, .feedPageLimit, .walkItemLimit, .walkPageLimit:
      "limit is -1, must be 0 or more"
    case .consumedCount: "consumedCount is -1, must be 0 or more"
    case .resumeIndex: "index is -1, must be 0 or more"
    case .consumingTooMany: "count is 3, must be in 0...2"
    case .consumingNegative: "count is -1, must be in 0...2"
    }
  }

  /// Does what traps.
  func spring() {
    switch self {
    case .cursorLimitZero: _ = CursorSource(limit: 0) { (_: String?, _) in ([1], nil) }
    case .cursorPageLimitNegative:
      _ = CursorSource(limit: -3) { (_: String?, _) in Page(items: [1]) }
    case .numberLimitZero: _ = PageNumberSource(limit: 0) { _, _ in [1] }
    case .numberLimitNegative: _ = PageNumberSource(limit: -3) { _, _ in Batch([1]) }
    case .offsetLimitZero: _ = OffsetSource(limit: 0) { _, _ in [1] }
    case .offsetLimitNegative: _ = OffsetSource(limit: -3) { _, _ in Batch([1]) }
    case .keysetLimitZero: _ = KeysetSource(after: \Int.self, limit: 0) { _, _ in [1] }
    case .keysetLimitNegative: _ = KeysetSource(after: \Int.self, limit: -3) { _, _ in Batch([1]) }
    case .numberWithoutEndRule: _ = PageNumberSource(endRules: []) { _, _ in [1] }
    case .offsetWithoutEndRule: _ = OffsetSource(limit: 1, endRules: []) { _, _ in [1] }
    case .keysetWithoutEndRule: _ = KeysetSource(after: \Int.self, endRules: []) { _, _ in [1] }
    case .noAttempts: _ = RetryPolicy(maxAttempts: 0)
    case .negativeAttempts: _ = RetryPolicy(maxAttempts: -1)
    case .factorBelowOne: _ = Backoff.exponential(factor: 0.5)
    case .factorNotANumber: _ = Backoff.exponential(factor: .nan)
    case .budgetCapacity: _ = RetryBudget(capacity: 0)
    case .budgetCost: _ = RetryBudget(cost: 0)
    case .budgetHintedCost: _ = RetryBudget(hintedCost: -1)
    case .budgetRefund: _ = RetryBudget(refund: -1)
    case .budgetFloor: _ = RetryBudget(floor: -1)
    case .budgetHighFloor: _ = RetryBudget(capacity: 10, floor: 11)
    default: springInFeed()
    }
  }

  private func springInFeed() {
    var configuration = FeedConfiguration()
    let pages = Feed(Script.threePages()).pages
    let walk = Script.threePages().pages()
    let page = Page<Int, String>(items: [1, 2])
    switch self {
    case .feedLimitZero: _ = FeedConfiguration(limit: 0)
    case .feedLimitNegative: _ = FeedConfiguration(limit: -3)
    case .feedLimitSet: configuration.limit = 0
    case .prefetchDistance: _ = FeedConfiguration(prefetchDistance: -1)
    case .prefetchDistanceSet: configuration.prefetchDistance = -1
    case .retentionZero: _ = FeedConfiguration(retention: .pages(0))
    case .retentionSet: configuration.retention = .pages(0)
    case .prefetchBeyondWindow:
      _ = FeedConfiguration(limit: 10, prefetchDistance: 21, retention: .pages(2))
    case .emptyPageBudget: _ = FeedConfiguration(emptyPageBudget: 0)
    case .emptyPageBudgetSet: configuration.emptyPageBudget = 0
    case .prefetching: _ = Feed(Script.threePages()).pages(prefetching: -1)
    case .prefetchingAfter:
      _ = Feed(Script.threePages()).pages(after: page.resumePoint, prefetching: -1)
    case .feedItemLimit: _ = pages.limit(items: -1)
    case .feedPageLimit: _ = pages.limit(pages: -1)
    case .walkItemLimit: _ = walk.limit(items: -1)
    case .walkPageLimit: _ = walk.limit(pages: -1)
    case .consumedCount: _ = ResumePoint(cursor: "a", consumedCount: -1)
    case .resumeIndex: _ = ResumePoint(cursor: "a", index: -1)
    case .consumingTooMany: _ = page.resumePoint(consuming: 3)
    case .consumingNegative: _ = page.resumePoint(consuming: -1)
    default: break
    }
  }
}
