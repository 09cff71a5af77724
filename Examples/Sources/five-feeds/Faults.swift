// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the server does wrong on one page.
enum Fault: Sendable, Hashable {
  /// It answers 503 this many times.
  case unavailable(times: Int)

  /// It answers 429 once, and asks to wait this many seconds.
  case tooManyRequests(seconds: Int)

  /// It says nothing until the page is asked for again.
  case silence

  /// It sends half a body once.
  case brokenBody

  /// It sends a page without items, although more follow.
  case emptyPage

  /// How many requests more than one the page needs for it.
  var extraRequests: Int {
    switch self {
    case .unavailable(let times): times
    case .tooManyRequests, .silence, .brokenBody: 1
    case .emptyPage: 0
    }
  }
}

/// Which page of which feed has which fault; pages are counted from 0.
struct FaultPlan: Sendable {
  private let faults: [FeedName: [Int: Fault]]

  /// A server without faults.
  static let none = FaultPlan(faults: [:])

  /// Each fault once.
  static let all = FaultPlan(faults: [
    .beer: [40: .unavailable(times: 2)],
    .social: [7: .silence],
    .photos: [50: .emptyPage],
    .films: [30: .brokenBody],
    .album: [25: .tooManyRequests(seconds: 1)],
  ])

  /// The faults of a feed, by page.
  subscript(feed: FeedName) -> [Int: Fault] { faults[feed] ?? [:] }
}
