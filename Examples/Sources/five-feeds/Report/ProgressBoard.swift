// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

/// A line a feed while the feeds run: drawn over and over on a terminal, or line by line elsewhere.
///
/// Everything comes in through one stream, so that the lines of five feeds never mix.
actor ProgressBoard {
  /// What the board is told.
  enum Event: Sendable {
    case progress(FeedName, Progress)
    case note(FeedName, String)
  }

  /// How far a feed is.
  struct Progress: Sendable {
    var items = 0
    var pages = 0
    var phase = ""
    var isOver = false
  }

  nonisolated let events: AsyncStream<Event>.Continuation

  private static let drawingInterval = Duration.milliseconds(50)
  private let stream: AsyncStream<Event>
  private let feeds: [FeedName]
  private let isTerminal: Bool
  private var progress: [FeedName: Progress] = [:]
  private var isDrawn = false
  private var lastDrawing = ContinuousClock.now - drawingInterval

  init(feeds: [FeedName], isTerminal: Bool) {
    self.feeds = feeds
    self.isTerminal = isTerminal
    (stream, events) = AsyncStream.makeStream()
  }

  /// Writes what comes, until the events are finished.
  func run() async {
    for await event in stream {
      switch event {
      case .progress(let feed, let progress): show(progress, of: feed)
      case .note(let feed, let text): write("\(label(feed))\(text)")
      }
    }
    if isTerminal { draw() }
  }

  /// Tells the board each state of a feed, until the feed is closed.
  nonisolated func follow<Item, Cursor>(
    _ feed: FeedName, _ updates: FeedUpdates<Item, Cursor>
  ) async {
    for await update in updates {
      events.yield(.progress(feed, Progress(update.snapshot)))
    }
  }

  /// What each feed was doing last.
  func summary() -> [String] { feeds.map(line) }

  private func show(_ new: Progress, of feed: FeedName) {
    let old = progress.updateValue(new, forKey: feed) ?? Progress()
    if isTerminal {
      if ContinuousClock.now - lastDrawing >= Self.drawingInterval { draw() }
      return
    }
    let quarter = new.items * 4 / feed.itemCount
    if quarter > old.items * 4 / feed.itemCount || new.isOver, !old.isOver { write(line(feed)) }
  }

  private func draw() {
    let up = isDrawn ? "\u{1B}[\(feeds.count)A" : ""
    print(up + feeds.map { "\u{1B}[2K\(line($0))\n" }.joined())
    (isDrawn, lastDrawing) = (true, .now)
  }

  /// Writes a line that stays, above the ones that are drawn over.
  private func write(_ line: String) {
    guard isTerminal, isDrawn else { return print(line + "\n") }
    print("\u{1B}[\(feeds.count)A\u{1B}[J\(line)\n")
    isDrawn = false
    draw()
  }

  private func label(_ feed: FeedName) -> String { feed.rawValue.padded(to: 8) }

  private func line(_ feed: FeedName) -> String {
    let state = progress[feed] ?? Progress()
    let filled = min(20, state.items * 20 / feed.itemCount)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    let items = state.items.grouped.padded(to: 5, isRight: true)
    let pages = String(state.pages).padded(to: 3, isRight: true)
    let phase = state.phase.isEmpty ? "" : "  \(state.phase)"
    return "\(label(feed))\(bar) \(items) items, \(pages) pages\(phase)"
  }

  private func print(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}

extension ProgressBoard.Progress {
  fileprivate init<Item, Cursor>(_ snapshot: FeedSnapshot<Item, Cursor>) {
    items = snapshot.itemCount
    pages = snapshot.pageCount
    isOver = snapshot.endReason != nil || snapshot.isClosed
    let busy = [snapshot.refresh, snapshot.next].first { $0.isActive || $0.error != nil }
    phase =
      switch busy ?? snapshot.next {
      case .idle: snapshot.isClosed ? "left" : ""
      case .loading(let attempt): attempt == 1 ? "loading" : "loading, attempt \(attempt)"
      case .waiting(_, let delay): "waiting \(delay.text)"
      case .failed(let error): "failed: \(error.code)"
      case .ended(let reason): "ended: \(reason)"
      }
  }
}
