// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a feed remembers of the newest load of a slot.
struct LoadRecord: Sendable {
  var retry = RetryState()

  /// When it began, on the feed's clock; zero if nobody wants to know how long loads take.
  fileprivate(set) var started: Duration = .zero
  fileprivate(set) var description: LoadDescription

  /// Why it failed; until then, why the load before failed: it is the lane's error again if this
  /// load is given up.
  var error: FeedError?

  fileprivate init(_ description: LoadDescription) {
    self.description = description
  }
}

/// The newest load of each slot.
struct LoadRecords: Sendable {
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

  /// Notes that an attempt begins, the first one of a load or another.
  ///
  /// - Parameters:
  ///   - slot: Where the load belongs.
  ///   - description: What observers hear of it.
  ///   - time: When the load begins; looked at for its first attempt only.
  mutating func begin(
    _ slot: FeedMachine.Slot, _ description: LoadDescription, at time: Duration
  ) {
    switch slot {
    case .lane(.refresh): Self.begin(&refresh, description, time)
    case .lane(.next): Self.begin(&next, description, time)
    case .lane(.previous): Self.begin(&previous, description, time)
    case .reload(let position): Self.begin(&reloads[position], description, time)
    }
  }

  private static func begin(
    _ record: inout LoadRecord?, _ description: LoadDescription, _ time: Duration
  ) {
    if record == nil { record = LoadRecord(description) }
    if description.attempt == 1 {
      record?.retry = RetryState()
      record?.started = time
    }
    record?.retry.attempts = description.attempt
    record?.description = description
  }
}
