// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a feed remembers of a load.
final class LoadRecord {
  var retry = RetryState()

  /// When it began, on the feed's clock; zero if nobody wants to know how long loads take.
  let started: Duration
  var description: LoadDescription

  /// Why it failed; until then, why the load before failed.
  var error: FeedError?

  init(started: Duration, description: LoadDescription, error: FeedError?) {
    self.started = started
    self.description = description
    self.error = error
  }
}

/// The newest load of each slot.
struct LoadRecords {
  private var refresh: LoadRecord?
  private var next: LoadRecord?
  private var previous: LoadRecord?
  private var reloads: [PageWalk.Position: LoadRecord] = [:]

  /// How many records there are.
  var count: Int { [refresh, next, previous].count { $0 != nil } + reloads.count }

  subscript(slot: FeedMachine.Slot) -> LoadRecord? {
    get {
      switch slot {
      case .lane(.refresh): refresh
      case .lane(.next): next
      case .lane(.previous): previous
      case .reload(let position): reloads[position]
      }
    }
    set {
      switch slot {
      case .lane(.refresh): refresh = newValue
      case .lane(.next): next = newValue
      case .lane(.previous): previous = newValue
      case .reload(let position): reloads[position] = newValue
      }
    }
  }
}
