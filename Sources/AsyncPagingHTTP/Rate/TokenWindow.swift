// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A bucket of tokens for one limit.
///
/// A token comes back one span after it was taken, and not little by little: there are never more
/// than the limit's count in any span of that length. So it holds for a server that counts in fixed
/// windows, in sliding ones, or fills a bucket.
package struct TokenWindow: Hashable, Sendable {
  package let limit: RateLimit
  private var spent: SpentTokens

  /// A full bucket.
  package init(_ limit: RateLimit) { self.init(limit, spent: []) }

  /// A bucket from which the given tokens are taken already.
  init(_ limit: RateLimit, spent: [SpentTokens.Entry]) {
    self.limit = limit
    self.spent = SpentTokens(span: limit.span, entries: spent)
  }

  /// What was taken and is not back.
  var entries: [SpentTokens.Entry] { spent.entries }

  /// How many tokens there are; never less than none, also after the limit was lowered.
  package var available: Int { max(0, limit.count - spent.total) }

  /// Whether no token is missing.
  package var isFull: Bool { spent.entries.isEmpty }

  /// When there will be so many tokens, at most as many as the limit's count.
  package func moment(for weight: Int, from now: Duration) -> Duration {
    spent.moment(ofReturning: spent.total - (limit.count - weight), from: now)
  }

  /// Lets tokens come back.
  package mutating func advance(to now: Duration) { spent.advance(to: now) }

  /// Takes tokens.
  package mutating func take(_ weight: Int, at now: Duration) { spent.add(weight, at: now) }

  /// Gives tokens back at once.
  package mutating func refund(_ weight: Int) { spent.remove(weight) }
}
