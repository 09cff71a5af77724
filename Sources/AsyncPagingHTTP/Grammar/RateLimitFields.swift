// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension HTTPFields {
  /// The rate limits that the fields tell of.
  ///
  /// - `RateLimit: "p";r=0;t=30` with `RateLimit-Policy: "p";q=100;w=60`, several of each
  /// - `RateLimit: limit=100, remaining=0, reset=50`
  /// - `RateLimit-Limit`, `-Remaining` and `-Reset`, and a policy such as `100;w=60`
  /// - `X-RateLimit-…` or `X-Rate-Limit-…` of the same, with `-Reset-After` in seconds
  ///
  /// They do not say what they count a reset in. It is told by the magnitude: below 10^9 it is
  /// seconds from now, below 10^11 seconds since 1970, and else milliseconds since 1970. A date of
  /// HTTP is taken as well. Values that are no numbers are left out; fractions are rounded so that
  /// nobody comes too early. Of each field at most 32 members are read.
  ///
  /// - Parameter now: The time.
  /// - Returns: The limits, those of the standard first.
  package func rateLimits(now: Date) -> [RateLimitState] {
    var policies = members(of: "RateLimit-Policy").map(RateLimitState.init(policy:))
    var states = members(of: "RateLimit").states
    if let (state, more) = family("RateLimit-", now: now) {
      states.append(state)
      policies += more
    }
    for prefix in ["X-RateLimit-", "X-Rate-Limit-"] {
      if let (state, _) = family(prefix, now: now) { states.append(state) }
    }
    for index in states.indices {
      guard
        let match = policies.firstIndex(where: {
          $0.name == states[index].name && ($0.name != nil || $0.limit == states[index].limit)
        })
      else { continue }
      let policy = policies.remove(at: match)
      states[index].limit = states[index].limit ?? policy.limit
      states[index].window = policy.window
    }
    return states + policies
  }

  private func members(of name: String) -> [FieldMember] {
    var scanner = FieldScanner(self[name] ?? "")
    return scanner.members(limit: 32)
  }

  /// A limit in fields of its own, and the policies among them.
  private func family(
    _ prefix: String, now: Date
  ) -> (state: RateLimitState, policies: [RateLimitState])? {
    let limits = members(of: prefix + "Limit")
    var state = RateLimitState()
    state.limit = limits.first.flatMap { FieldNumber($0.name)?.whole }
    state.remaining = numbers(prefix + "Remaining").map(\.whole).min()
    state.resetAfter =
      numbers(prefix + "Reset-After").map(\.seconds).max() ?? reset(prefix + "Reset", now: now)
    guard state != RateLimitState() else { return nil }
    return (state, limits.filter { $0["w"] != nil }.map(RateLimitState.init(policy:)))
  }

  private func numbers(_ name: String) -> [FieldNumber] {
    (self[name] ?? "").parts(at: .comma).compactMap { FieldNumber($0.trimmingBlanks) }
  }

  private func reset(_ name: String, now: Date) -> Duration? {
    if let wait = numbers(name).map({ $0.timeUntil(now: now) }).max() { return wait }
    return self[name].flatMap { HTTPDate.date(from: $0, now: now) }
      .map { Duration(from: now, to: $0) }
  }
}

extension RateLimitState {
  /// A policy: `"p";q=100;w=60` or, in older drafts, `100;w=60`.
  fileprivate init(policy: FieldMember) {
    let quota = policy["q"].flatMap { FieldNumber($0) }
    let number = quota == nil ? FieldNumber(policy.name) : nil
    name = number == nil ? policy.name : nil
    limit = (quota ?? number)?.whole
    window = policy["w"].flatMap { FieldNumber($0)?.seconds }
  }

  /// A limit as an item: `"p";r=0;t=30`.
  fileprivate init(item: FieldMember) {
    name = item.name
    limit = item["q"].flatMap { FieldNumber($0)?.whole }
    remaining = item["r"].flatMap { FieldNumber($0)?.whole }
    resetAfter = item["t"].flatMap { FieldNumber($0)?.seconds }
  }
}

extension [FieldMember] {
  /// The limits of the field `RateLimit`, whichever draft it follows.
  fileprivate var states: [RateLimitState] {
    var states = filter { $0.value == nil }.map(RateLimitState.init(item:))
    let values = filter { $0.value != nil }
    func number(_ name: String) -> FieldNumber? {
      values.first { $0.name == name }.flatMap { FieldNumber($0.value ?? "") }
    }
    if !values.isEmpty {
      var state = RateLimitState()
      state.limit = number("limit")?.whole
      state.remaining = number("remaining")?.whole
      state.resetAfter = number("reset")?.seconds
      states.append(state)
    }
    return states.filter { $0.remaining != nil || $0.resetAfter != nil }
  }
}

extension FieldNumber {
  /// The time until a reset that the number stands for, whatever it counts.
  fileprivate func timeUntil(now: Date) -> Duration {
    switch whole {
    case ..<1_000_000_000: return seconds
    case ..<100_000_000_000:
      let reset = Date(timeIntervalSince1970: Double(whole) + Double(thousandths) / 1000)
      return Duration(from: now, to: reset)
    default: return Duration(from: now, to: Date(timeIntervalSince1970: Double(whole) / 1000))
    }
  }
}
