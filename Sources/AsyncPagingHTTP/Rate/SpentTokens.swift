// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The tokens that were taken in the last span of time, with the moments at which they were.
///
/// Its size is bounded whatever is taken: beyond ``exactCount`` entries, those that are close to
/// each other count as taken at the moment of the latest, which is never too early for them to come
/// back.
struct SpentTokens: Hashable, Sendable {
  /// Tokens that come back together.
  struct Entry: Hashable, Sendable {
    var first: Duration
    var last: Duration
    var weight: Int
  }

  /// How many entries are kept apart from each other.
  static let exactCount = 128

  let span: Duration

  /// What was taken, oldest first.
  private(set) var entries: [Entry] = []

  /// The weight of all entries.
  private(set) var total = 0

  init(span: Duration, entries: [Entry] = []) {
    self.span = span
    for entry in entries {
      self.entries.append(entry)
      total = total.addingSaturated(entry.weight)
    }
  }

  /// Forgets what came back.
  mutating func advance(to now: Duration) {
    let expired = entries.prefix { $0.last + span <= now }.count
    guard expired > 0 else { return }
    entries.removeFirst(expired)
    total = entries.reduce(0) { $0.addingSaturated($1.weight) }
  }

  /// Notes what was taken; moments do not go back.
  mutating func add(_ weight: Int, at now: Duration) {
    total = total.addingSaturated(weight)
    if let last = entries.last,
      last.last == now || entries.count >= Self.exactCount && now - last.first < grain
    {
      entries[entries.count - 1].last = now
      entries[entries.count - 1].weight = last.weight.addingSaturated(weight)
    } else {
      entries.append(Entry(first: now, last: now, weight: weight))
    }
  }

  /// Takes something out as if it had never been taken.
  ///
  /// The oldest go: whichever it was in truth, what stays comes back no earlier than it should.
  mutating func remove(_ weight: Int) {
    var rest = weight
    while rest > 0, let oldest = entries.first {
      let part = min(rest, oldest.weight)
      rest -= part
      total -= part
      entries[0].weight -= part
      if entries[0].weight == 0 { entries.removeFirst() }
    }
  }

  /// When so much will have come back, if nothing more is taken.
  func moment(ofReturning weight: Int, from now: Duration) -> Duration {
    var back = 0
    for entry in entries where weight > 0 {
      back = back.addingSaturated(entry.weight)
      if back >= weight { return max(now, entry.last + span) }
    }
    return now
  }

  private var grain: Duration { span / Self.exactCount }
}

extension Int {
  /// The sum, or the largest number there is.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
