// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// An observer that writes everything down, and lets a test wait for it.
///
/// It makes no task and waits for nobody, so that it works in a ``Simulation``, too.
public final class RecordingObserver: FeedObserver, Sendable {
  /// One call of the observer.
  public enum Event: Sendable, Hashable {
    /// An attempt started.
    case attemptStarted(LoadDescription, LoadCause)
    /// A caller joined a load.
    case joined(LoadDescription)
    /// An attempt failed.
    case attemptFailed(LoadDescription)
    /// Another attempt follows after the delay.
    case waiting(LoadDescription, Duration)
    /// A page came, with so many items.
    case loaded(LoadDescription, itemCount: Int)
    /// A load failed for good.
    case failed(LoadDescription, FeedError.Code)
    /// A load was given up because the list is replaced.
    case superseded(LoadDescription)
    /// A load was given up because nobody wants it.
    case cancelled(LoadDescription)
    /// The data ended.
    case ended(Lane, EndReason)
  }

  private let record = Record()

  /// Creates an observer that has heard nothing.
  public init() {}

  /// Waits until as many callers have joined a load.
  ///
  /// - Parameter count: How many, counted from the beginning.
  public func joins(_ count: Int) async {
    await events(count) { if case .joined = $0 { true } else { false } }
  }

  /// Waits until as many events of a kind have been heard.
  ///
  /// - Parameters:
  ///   - count: How many, counted from the beginning.
  ///   - matches: Whether an event counts.
  public func events(_ count: Int, where matches: @escaping @Sendable (Event) -> Bool) async {
    await record.wait(for: count, where: matches)
  }

  /// Everything heard so far, once at least as many events have come.
  ///
  /// - Parameter count: How many events to wait for. Default: none.
  /// - Returns: The events, in order.
  public func heard(atLeast count: Int = 0) async -> [Event] {
    await record.wait(for: count) { _ in true }
    return record.events
  }

  /// Writes it down.
  public func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    record.append(.attemptStarted(load, cause))
  }

  /// Writes it down.
  public func loadJoined(_ load: LoadDescription) { record.append(.joined(load)) }

  /// Writes it down.
  public func attemptFailed(_ load: LoadDescription, error: any Error) {
    record.append(.attemptFailed(load))
  }

  /// Writes it down.
  public func loadWaiting(_ load: LoadDescription, delay: Duration) {
    record.append(.waiting(load, delay))
  }

  /// Writes it down.
  public func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    record.append(.loaded(load, itemCount: itemCount))
  }

  /// Writes it down.
  public func loadFailed(_ load: LoadDescription, error: FeedError) {
    record.append(.failed(load, error.code))
  }

  /// Writes it down.
  public func loadSuperseded(_ load: LoadDescription) { record.append(.superseded(load)) }

  /// Writes it down.
  public func loadCancelled(_ load: LoadDescription) { record.append(.cancelled(load)) }

  /// Writes it down.
  public func laneEnded(_ lane: Lane, reason: EndReason) { record.append(.ended(lane, reason)) }
}

/// What a recording observer has heard.
private final class Record: Sendable {
  /// Somebody who waits for so many more events.
  private struct Watch: Sendable {
    var left: Int
    let matches: @Sendable (RecordingObserver.Event) -> Bool
    let watcher: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var events: [RecordingObserver.Event] = []
    var watching: [Watch] = []
  }

  private let state = Locked(State())

  var events: [RecordingObserver.Event] { state.withLock { $0.events } }

  func append(_ event: RecordingObserver.Event) {
    let watchers = state.withLock { state in
      state.events.append(event)
      for index in state.watching.indices where state.watching[index].matches(event) {
        state.watching[index].left -= 1
      }
      let watchers = state.watching.filter { $0.left == 0 }.map(\.watcher)
      state.watching.removeAll { $0.left == 0 }
      return watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  func wait(
    for count: Int, where matches: @escaping @Sendable (RecordingObserver.Event) -> Bool
  ) async {
    await withCheckedContinuation { watcher in
      let isThere = state.withLock { state in
        let left = count - state.events.count(where: matches)
        guard left > 0 else { return true }
        state.watching.append(Watch(left: left, matches: matches, watcher: watcher))
        return false
      }
      if isThere { watcher.resume() }
    }
  }
}
