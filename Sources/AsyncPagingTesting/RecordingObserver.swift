// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// An observer that writes everything down, and lets a test wait for it.
///
/// The feed's calls are put in a stream, in order; a test that waits for an event reads on from
/// there.
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
  private let events: AsyncStream<Event>.Continuation

  /// Creates an observer that has heard nothing.
  public init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    events = continuation
    Task(name: "recording observer") { [record] in
      for await event in stream { await record.append(event) }
    }
  }

  deinit { events.finish() }

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
    return await record.events
  }

  /// Writes it down.
  public func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    events.yield(.attemptStarted(load, cause))
  }

  /// Writes it down.
  public func loadJoined(_ load: LoadDescription) { events.yield(.joined(load)) }

  /// Writes it down.
  public func attemptFailed(_ load: LoadDescription, error: any Error) {
    events.yield(.attemptFailed(load))
  }

  /// Writes it down.
  public func loadWaiting(_ load: LoadDescription, delay: Duration) {
    events.yield(.waiting(load, delay))
  }

  /// Writes it down.
  public func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    events.yield(.loaded(load, itemCount: itemCount))
  }

  /// Writes it down.
  public func loadFailed(_ load: LoadDescription, error: FeedError) {
    events.yield(.failed(load, error.code))
  }

  /// Writes it down.
  public func loadSuperseded(_ load: LoadDescription) { events.yield(.superseded(load)) }

  /// Writes it down.
  public func loadCancelled(_ load: LoadDescription) { events.yield(.cancelled(load)) }

  /// Writes it down.
  public func laneEnded(_ lane: Lane, reason: EndReason) { events.yield(.ended(lane, reason)) }
}

/// What a recording observer has heard.
private actor Record {
  private(set) var events: [RecordingObserver.Event] = []
  private var watching:
    [(
      left: Int, matches: (RecordingObserver.Event) -> Bool,
      watcher: CheckedContinuation<Void, Never>
    )] =
      []

  func append(_ event: RecordingObserver.Event) {
    events.append(event)
    for index in watching.indices where watching[index].matches(event) {
      watching[index].left -= 1
      if watching[index].left == 0 { watching[index].watcher.resume() }
    }
    watching.removeAll { $0.left == 0 }
  }

  func wait(
    for count: Int, where matches: @escaping @Sendable (RecordingObserver.Event) -> Bool
  ) async {
    let left = count - events.count(where: matches)
    guard left > 0 else { return }
    await withCheckedContinuation { watching.append((left, matches, $0)) }
  }
}
