// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The data of a simulated server, and what it was asked.
struct ServerState: Sendable {
  /// An answer.
  struct Slice: Sendable {
    var items: [SimulatedServer.Item]
    var next: String?
    var totalCount: Int
  }

  /// A place in the order; it stays when its item goes, so that what comes after it is still known.
  private struct Place: Sendable {
    var item: SimulatedServer.Item
    var isDeleted = false
  }

  private var places: [Place]
  private var lastID: Int
  private(set) var version = 0
  private var answers = 0
  var scheduled: [Int: [SimulatedServer.Change]] = [:]

  private(set) var calls: [SimulatedServer.Position] = []
  private(set) var counts: [SimulatedServer.Position: Int] = [:]
  private(set) var highestConcurrency = 0
  var running = 0

  init(itemCount: Int) {
    places = (0..<itemCount).map { Place(item: SimulatedServer.Item(id: $0, version: 0)) }
    lastID = itemCount - 1
  }

  var items: [SimulatedServer.Item] { places.lazy.filter { !$0.isDeleted }.map(\.item) }

  // MARK: - Data

  mutating func apply(_ change: SimulatedServer.Change) {
    let live = places.indices.filter { !places[$0].isDeleted }
    switch change {
    case .insert(let index):
      lastID += 1
      let index = max(index, 0)
      let place = index < live.count ? live[index] : places.endIndex
      places.insert(
        Place(item: SimulatedServer.Item(id: lastID, version: version)), at: place)
    case .delete(let index):
      if live.indices.contains(index) { places[live[index]].isDeleted = true }
    case .publish:
      version += 1
      for index in places.indices {
        places[index].item = SimulatedServer.Item(id: places[index].item.id, version: version)
      }
    }
  }

  // MARK: - Calls

  /// Notes a call.
  ///
  /// - Returns: Its number among the calls for the same position.
  mutating func enter(_ position: SimulatedServer.Position) -> Int {
    calls.append(position)
    running += 1
    highestConcurrency = max(highestConcurrency, running)
    counts[position, default: 0] += 1
    return counts[position] ?? 0
  }

  /// Reads an answer, then lets the changes happen that were to come after it.
  ///
  /// - Returns: The answer, or `nil` when the position is unknown.
  mutating func read(
    _ position: SimulatedServer.Position, count: Int, expiresCursors: Bool
  ) -> Slice? {
    let slice = slice(position, count: count, expiresCursors: expiresCursors)
    answers += 1
    for change in scheduled.removeValue(forKey: answers) ?? [] { apply(change) }
    return slice
  }

  private func slice(
    _ position: SimulatedServer.Position, count: Int, expiresCursors: Bool
  ) -> Slice? {
    let all = items
    switch position {
    case .page(let number):
      let (start, isBeyond) = max(number - 1, 0).multipliedReportingOverflow(by: count)
      return slice(all.dropFirst(isBeyond ? all.count : start), count, of: all.count)
    case .offset(let offset): return slice(all.dropFirst(max(offset, 0)), count, of: all.count)
    case .after(let id): return rest(after: id).map { slice($0, count, of: all.count) }
    case .cursor(nil): return slice(all[...], count, of: all.count)
    case .cursor(let text?):
      let numbers = text.split(separator: ".").map { Int($0) }
      guard numbers.count == 2, let written = numbers[0], let id = numbers[1],
        text == "\(written).\(id)", !expiresCursors || written == version
      else { return nil }
      return rest(after: id).map { slice($0, count, of: all.count) }
    }
  }

  /// The items behind an item that is there or was there.
  private func rest(after id: Int?) -> ArraySlice<SimulatedServer.Item>? {
    guard let id else { return items[...] }
    guard let place = places.firstIndex(where: { $0.item.id == id }) else { return nil }
    return places[(place + 1)...].filter { !$0.isDeleted }.map(\.item)[...]
  }

  private func slice(
    _ rest: ArraySlice<SimulatedServer.Item>, _ count: Int, of total: Int
  ) -> Slice {
    let page = Array(rest.prefix(count))
    let hasMore = rest.count > page.count
    return Slice(
      items: page, next: hasMore ? page.last.map { "\(version).\($0.id)" } : nil, totalCount: total)
  }
}
