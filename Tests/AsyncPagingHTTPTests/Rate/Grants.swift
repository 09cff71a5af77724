// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Testing

/// A request that went.
struct Grant {
  var ticket: Int
  var weight: Int
  var at: Duration
}

extension [RateLimiterMachine.Effect] {
  /// The requests that go.
  func grants(at now: Duration, _ weights: [Int: Int]) -> [Grant] {
    compactMap { effect in
      guard case .grant(let ticket) = effect else { return nil }
      return Grant(ticket: ticket, weight: weights[ticket] ?? 1, at: now)
    }
  }
}

extension RateLimiterMachine {
  /// Lets time pass from one moment at which something happens to the next.
  mutating func run(until end: Duration, _ weights: [Int: Int] = [:]) -> [Grant] {
    var granted: [Grant] = []
    while let moment = nextMoment, moment <= end {
      granted += elapse(at: moment).grants(at: moment, weights)
    }
    return granted
  }

  /// Asks for many at once and lets all of them go.
  mutating func drain(_ requests: [(ticket: Int, weight: Int)]) -> [Grant] {
    var weights: [Int: Int] = [:]
    var granted: [Grant] = []
    for (ticket, weight) in requests {
      weights[ticket] = weight
      granted += ask(ticket, weight: weight, key: "", at: .zero).grants(at: .zero, weights)
    }
    return granted + run(until: .seconds(1_000_000), weights)
  }
}

/// Expects that no span of a limit's length has more in it than the limit says.
func expect(_ grants: [Grant], keeps limit: RateLimit) {
  for first in grants {
    let inside = grants.filter { $0.at >= first.at && $0.at < first.at + limit.span }
    let total = inside.reduce(0) { $0 + $1.weight }
    #expect(total <= limit.count, "\(total) within \(limit.span) from \(first.at)")
  }
}
