// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

@testable import AsyncPagingHTTP

/// Each line is a header field: `RateLimit: "p";r=0;t=30`.
///
/// - Numbers are not negative, and no time is negative or beyond all limits.
/// - There are not more limits than members, and a bounded number of them.
/// - A wait is not negative either, whatever the status.
func check(_ input: FuzzInput) {
  var fields = HTTPFields()
  for line in input.lines {
    let parts = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2 else { continue }
    fields.append(String(Substring(parts[1])), for: String(Substring(parts[0])))
  }
  let states = fields.rateLimits(now: now)
  require(states.count <= 140, "\(states.count) limits")
  for state in states {
    require((state.limit ?? 0) >= 0, "the limit \(state.limit ?? 0)")
    require((state.remaining ?? 0) >= 0, "\(state.remaining ?? 0) are left")
    requireWait(state.resetAfter)
    requireWait(state.window)
  }
  for status in [200, 403, 429, 503] { requireWait(fields.serverWait(for: status, now: now)) }
}

private func requireWait(_ wait: Duration?) {
  let wait = wait ?? .zero
  require(wait >= .zero && wait <= .longerThanAnything, "the wait \(wait)")
}
