// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Progress on standard error: a line that is drawn over on a terminal, now and then a line
/// elsewhere.
///
/// Everything comes in through one stream, in order; what is told never waits for the terminal.
actor Progress {
  /// What there is to tell.
  enum Event: Sendable {
    case asked
    case sent
    case writing
    case failed(why: String)
    case waiting(Duration, attempt: Int)
    case page(items: Int, done: Int, total: Int?)
    case note(String)
    case tick
  }

  nonisolated let events: AsyncStream<Event>.Continuation

  private let stream: AsyncStream<Event>
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var state = ProgressState()
  private var lastLine = ContinuousClock.now

  /// How long a request waits before that is told.
  private static let patience = Duration.milliseconds(300)

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    (stream, events) = AsyncStream.makeStream()
  }

  /// Writes what comes, until the events are finished.
  func run() async {
    let ticks = Task(name: "pages: ticks") { [events] in
      while (try? await Task.sleep(for: .milliseconds(100))) != nil { events.yield(.tick) }
    }
    for await event in stream where !isQuiet { take(event) }
    ticks.cancel()
    erase()
  }

  private func take(_ event: Event) {
    switch event {
    case .asked: state.phase = .asking(since: .now)
    case .sent: state.phase = .sent
    case .writing: state.phase = .writing(since: .now)
    case .failed(let why): state.failure = why
    case .waiting(let delay, let attempt):
      let why = "\(state.failure), attempt \(attempt) follows"
      state.phase = .waiting(until: .now + delay, why: why)
      if !isTerminal { write("\(why) in \(delay.text)") }
    case .page(let items, let done, let total):
      state.add(items: items, done: done, total: total)
    case .note(let text): write(text)
    case .tick: if isTerminal { draw() }
    }
    if !isTerminal, ContinuousClock.now - lastLine > .seconds(5) {
      write(state.line(patience: Self.patience))
    }
  }

  private func draw() {
    let line = state.line(patience: Self.patience)
    guard line != state.drawn else { return }
    state.drawn = line
    // A line that wraps could not be drawn over.
    put("\r\(line.prefix(width - 1))\u{1B}[K")
  }

  /// The columns of the terminal.
  private var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
      return 80
    }
    return Int(size.ws_col)
  }

  private func erase() {
    guard !state.drawn.isEmpty else { return }
    state.drawn = ""
    put("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    erase()
    put("pages: \(text)\n")
    lastLine = .now
  }

  private func put(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// How it went.
  ///
  /// - Parameter end: How it ended; `nil` with an error.
  /// - Returns: A line; `nil` if an error came before anything else.
  func summary(_ end: String?) -> String? {
    guard end != nil || state.pages > 0 else { return nil }
    return "\(state.items.counting("item")) on \(state.pages.counting("page")) "
      + "in \(state.time.text): \(end ?? "stopped by an error")"
  }
}

/// How far it is.
struct ProgressState: Sendable {
  /// What is going on.
  enum Phase: Sendable {
    case idle
    case asking(since: ContinuousClock.Instant)
    case sent
    case writing(since: ContinuousClock.Instant)
    case waiting(until: ContinuousClock.Instant, why: String)
  }

  var phase = Phase.idle

  /// Why the last attempt failed.
  var failure = ""
  private(set) var pages = 0
  private(set) var items = 0

  /// The line on the terminal.
  var drawn = ""

  private let start = ContinuousClock.now
  private var done = 0
  private var total: Int?

  /// How long it has taken.
  var time: Duration { .now - start }

  /// Counts a page.
  mutating func add(items count: Int, done: Int, total: Int?) {
    pages += 1
    items += count
    self.done = done
    self.total = total ?? self.total
    phase = .idle
  }

  /// The state in a line.
  func line(patience: Duration) -> String {
    let rate = Double(items) / max(time / .seconds(1), 0.001)
    var parts = [pages.counting("page"), items.counting("item")]
    switch phase {
    case .asking(let since) where .now - since > patience:
      parts.append("waiting: the rate limit")
    case .writing(let since) where .now - since > patience:
      parts.append("waiting: nobody reads")
    case .waiting(let end, let why): parts.append("waiting \(max(end - .now, .zero).text): \(why)")
    default: parts.append("\(Int(rate.rounded()).grouped) a second")
    }
    return bar + parts.joined(separator: ", ")
  }

  /// A bar, when the total is known and can be right.
  private var bar: String {
    guard let total, total > 0, done <= total else { return "" }
    let filled = done * 20 / total
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: 20 - filled)
      + "] \(done * 100 / total)% of \(total.grouped), "
  }
}
