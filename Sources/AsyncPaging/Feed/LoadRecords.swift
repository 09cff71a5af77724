// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a feed remembers of the newest load of each slot.
struct LoadRecords: Sendable {
  /// The newest load of a slot.
  struct Record: Sendable {
    var retry = RetryState()
    var started: Duration
    var description: LoadDescription
    var error: FeedError?
  }

  private var refresh: Record?
  private var next: Record?
  private var previous: Record?
  private var reloads: [PageWalk.Position: Record] = [:]

  /// How many records there are.
  var count: Int { [refresh, next, previous].count { $0 != nil } + reloads.count }

  subscript(slot: FeedMachine.Slot) -> Record? {
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
