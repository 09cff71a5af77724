// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What one key may spend: its own limits, the server's quotas, and the pace after a throttle.
struct RateBudget: Hashable, Sendable {
  /// The most quotas of a server that are kept, so that a server cannot fill the memory.
  static let quotaCount = 16

  private(set) var windows: [TokenWindow]
  private(set) var quotas: [ServerQuota] = []
  private(set) var pace: AdaptivePace?
  private(set) var blockedUntil: Duration = .zero

  /// What was sent of late: how fast that was is asked at the first throttle.
  private var recent = SpentTokens(span: .seconds(2))

  init(_ limits: [RateLimit]) {
    windows = limits.map { TokenWindow($0) }
  }

  /// The limit that a request of this weight can never keep.
  func limit(below weight: Int) -> RateLimit? {
    windows.map(\.limit).first { $0.count < weight }
  }

  /// Whether forgetting the budget would change nothing.
  func isIdle(at now: Duration) -> Bool {
    var later = self
    later.advance(to: now)
    return later.blockedUntil <= now && later.quotas.isEmpty && later.pace == nil
      && later.windows.allSatisfy(\.isFull) && later.recent.entries.isEmpty
  }

  /// When a request of this weight may go, if no other goes before.
  func moment(for weight: Int, from now: Duration) -> Duration {
    var moment = max(now, blockedUntil, pace?.free ?? now)
    for window in windows { moment = max(moment, window.moment(for: weight, from: now)) }
    for quota in quotas { moment = max(moment, quota.moment(for: weight, from: now)) }
    return moment
  }

  /// Lets come back what has come back by now.
  mutating func advance(to now: Duration) {
    for index in windows.indices { windows[index].advance(to: now) }
    quotas = quotas.compactMap { quota in
      guard quota.isOver(at: now) else { return quota }
      return quota.renewed().flatMap { $0.isOver(at: now) ? nil : $0 }
    }
    if pace?.isOver(at: now) == true { pace = nil }
    recent.advance(to: now)
  }

  /// Counts a request that is sent as soon as it may be, and says when that is.
  mutating func takeNext(_ weight: Int, from now: Duration) -> Duration {
    var moment = now
    while true {
      advance(to: moment)
      // A quota that was renewed at this moment may turn out to be too small.
      let next = self.moment(for: weight, from: moment)
      if next <= moment { break }
      moment = next
    }
    take(weight, at: moment)
    return moment
  }

  /// Counts a request that is about to be sent.
  mutating func take(_ weight: Int, at now: Duration) {
    for index in windows.indices { windows[index].take(weight, at: now) }
    for index in quotas.indices { quotas[index].take(weight) }
    pace?.take(weight, at: now)
    recent.add(weight, at: now)
  }

  /// Counts a request as never sent.
  mutating func refund(_ weight: Int) {
    for index in windows.indices { windows[index].refund(weight) }
    for index in quotas.indices { quotas[index].refund(weight) }
    recent.remove(weight)
  }

  /// Hears what an answer says about the server's quotas.
  mutating func learn(_ states: [RateLimitState], at now: Duration) {
    var seen: [ServerQuota.Identity] = []
    for state in states.prefix(Self.quotaCount) {
      let ordinal = seen.count { $0.limit == state.limit && $0.window == state.window }
      let identity = ServerQuota.Identity(
        limit: state.limit, window: state.window, ordinal: ordinal)
      seen.append(identity)
      guard let news = ServerQuota(state, identity, at: now) else { continue }
      if let index = quotas.firstIndex(where: { $0.identity == identity }) {
        quotas[index].hear(news)
      } else {
        quotas.append(news)
      }
    }
    while quotas.count > Self.quotaCount,
      let widest = quotas.indices.max(by: { quotas[$0].left < quotas[$1].left })
    {
      quotas.remove(at: widest)
    }
  }

  /// Slows down after a throttle.
  ///
  /// A throttle that comes before anything was sent at the slower pace is about what was sent
  /// before, like the one that slowed down: the pace stays.
  mutating func throttle(retryAfter delay: Duration?, at now: Duration) {
    if let delay, delay > .zero {
      blockedUntil = max(blockedUntil, now + min(delay, ServerQuota.longestBelief))
    }
    let ceiling: Double
    switch pace {
    case let pace? where !pace.isUsed: ceiling = pace.ceiling
    case let pace?: ceiling = min(pace.rate(at: now), AdaptivePace.measured(recent, at: now))
    case nil: ceiling = AdaptivePace.measured(recent, at: now)
    }
    let start = max(now, blockedUntil)
    // The hint is a wait already; and it is not the time in which the server recovers.
    if pace?.isUsed != false || start > now {
      pace = AdaptivePace(ceiling: ceiling, from: start, isDue: start > now)
    }
  }

  /// Replaces the limits; what was spent counts for the new ones, too.
  mutating func setLimits(_ limits: [RateLimit]) {
    let longest = windows.max { $0.limit.span < $1.limit.span }
    windows = limits.map { limit in
      let same = windows.first { $0.limit.span == limit.span }
      return TokenWindow(limit, spent: (same ?? longest)?.entries ?? [])
    }
  }
}
