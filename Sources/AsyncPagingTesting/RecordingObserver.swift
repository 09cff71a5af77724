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

  private let record = Milestones<[Event]>([])

  /// Creates an observer that has heard nothing.
  public init() {}

  /// Waits until as many callers have joined a load.
  ///
  /// - Parameter count: How many, counted from the beginning.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func joins(_ count: Int) async throws {
    try await events(count) { if case .joined = $0 { true } else { false } }
  }

  /// Waits until as many events of a kind have been heard.
  ///
  /// - Parameters:
  ///   - count: How many, counted from the beginning.
  ///   - matches: Whether an event counts; it calls nothing of the observer.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func events(
    _ count: Int, where matches: @escaping @Sendable (Event) -> Bool
  ) async throws {
    // Each event is looked at once, however many come.
    let progress = Locked((looked: 0, matched: 0))
    try await record.wait { events in
      progress.withLock { progress in
        progress.matched += events[progress.looked...].count(where: matches)
        progress.looked = events.count
        return progress.matched >= count
      }
    }
  }

  /// Everything heard so far, once at least as many events have come.
  ///
  /// - Parameter count: How many events to wait for. Default: none.
  /// - Returns: The events, in order.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func heard(atLeast count: Int = 0) async throws -> [Event] {
    try await record.wait { $0.count >= count }
    return record.value
  }

  /// Writes it down.
  public func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    write(.attemptStarted(load, cause))
  }

  /// Writes it down.
  public func loadJoined(_ load: LoadDescription) { write(.joined(load)) }

  /// Writes it down.
  public func attemptFailed(_ load: LoadDescription, error: any Error) {
    write(.attemptFailed(load))
  }

  /// Writes it down.
  public func loadWaiting(_ load: LoadDescription, delay: Duration) {
    write(.waiting(load, delay))
  }

  /// Writes it down.
  public func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    write(.loaded(load, itemCount: itemCount))
  }

  /// Writes it down.
  public func loadFailed(_ load: LoadDescription, error: FeedError) {
    write(.failed(load, error.code))
  }

  /// Writes it down.
  public func loadSuperseded(_ load: LoadDescription) { write(.superseded(load)) }

  /// Writes it down.
  public func loadCancelled(_ load: LoadDescription) { write(.cancelled(load)) }

  /// Writes it down.
  public func laneEnded(_ lane: Lane, reason: EndReason) { write(.ended(lane, reason)) }

  private func write(_ event: Event) { record.change { $0.append(event) } }
}
