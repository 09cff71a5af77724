// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What is known of a quota that the server keeps.
struct ServerQuota: Hashable, Sendable {
  /// What tells the quotas of one server apart, for want of a name.
  struct Identity: Hashable, Sendable {
    var limit: Int?
    var window: Duration?

    /// Which one it is of those that are alike in an answer.
    var ordinal: Int
  }

  /// Nothing that a server says is believed for longer.
  static let longestBelief = Duration.seconds(86_400)

  let identity: Identity

  /// How many requests the server still takes before the reset.
  private(set) var left: Int

  /// When the quota is whole again.
  private(set) var reset: Duration

  /// Whether the numbers are ours, because the server has said nothing since a reset.
  private(set) var isAssumed = false

  /// What an answer says, or `nil` if that is too little to go by.
  init?(_ state: RateLimitState, _ identity: Identity, at now: Duration) {
    guard let remaining = state.remaining, let time = state.resetAfter ?? state.window,
      time > .zero
    else { return nil }
    self.identity = identity
    left = max(0, remaining)
    reset = now + min(time, Self.longestBelief)
  }

  /// Whether the quota says nothing any more.
  func isOver(at now: Duration) -> Bool { reset <= now }

  /// When the server takes a request of this weight.
  func moment(for weight: Int, from now: Duration) -> Duration { left >= weight ? now : reset }

  /// Counts a request that is about to be sent.
  mutating func take(_ weight: Int) { left = max(0, left - weight) }

  /// Counts a request as never sent.
  mutating func refund(_ weight: Int) {
    left = min(left.addingSaturated(weight), max(left, identity.limit ?? .max))
  }

  /// Hears what a later answer says.
  ///
  /// More than is left by our own count, before the same reset, comes from an answer that was
  /// overtaken, or does not know yet what is on its way: then our count stays.
  mutating func hear(_ news: ServerQuota) {
    let isSamePeriod = news.reset <= reset + .seconds(1)
    guard isAssumed || !isSamePeriod || news.left <= left else { return }
    let mine = left
    self = news
    if isSamePeriod { left = min(left, mine) }
  }

  /// The quota after its reset, or `nil` if nobody knows what it is then.
  func renewed() -> ServerQuota? {
    guard !isAssumed, let limit = identity.limit, limit > 0, let window = identity.window,
      window > .zero
    else { return nil }
    var next = self
    next.left = limit
    next.reset = reset + min(window, Self.longestBelief)
    next.isAssumed = true
    return next
  }
}
