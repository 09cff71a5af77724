// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock whose time moves only when a test says so.
///
/// A test waits until something sleeps, then moves the time: there is no guessing how often to
/// yield. Sleepers wake in the order of their deadlines.
///
/// ```swift
/// let clock = ManualClock()
/// let feed = Feed(source, clock: clock)
/// async let page = feed.loadNext()
/// try await clock.sleepers(1)
/// await clock.advance(by: .milliseconds(500))
/// ```
///
/// Durations are kept in nanoseconds; time that is set beyond 292 years stays there.
public final class ManualClock: Clock, Sendable {
  /// A moment of the clock, counted from its creation.
  public struct Instant: InstantProtocol, Sendable, Hashable {
    /// Time since the clock was created.
    public var offset: Duration

    /// Creates a moment.
    ///
    /// - Parameter offset: Time since the clock was created.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// A later or earlier moment.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The moment.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to another.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The time, negative if the other one is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether a moment comes before another.
    ///
    /// - Parameters:
    ///   - left: A moment.
    ///   - right: Another one.
    /// - Returns: Whether the first one comes before.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let nanoseconds = Atomic<Int64>(0)
  private let bed = Bed()

  /// Creates a clock that stands at zero.
  public init() {}

  /// The moment at which the clock stands.
  public var now: Instant {
    Instant(offset: .nanoseconds(nanoseconds.load(ordering: .sequentiallyConsistent)))
  }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock has been moved to a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await bed.sleep(until: deadline, on: self)
  }

  /// Waits until as many tasks sleep at the same time.
  ///
  /// - Parameter count: How many. Default: one.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func sleepers(_ count: Int = 1) async throws { try await bed.sleepers(count) }

  /// Waits until nobody sleeps.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func awake() async throws { try await bed.awake() }

  /// Waits until a task sleeps, and says for how long the first to wake will.
  ///
  /// - Returns: The time until then.
  /// - Throws: `CancellationError` when the task is cancelled before.
  @discardableResult
  public func nextSleep() async throws -> Duration {
    try await bed.sleepers(1)
    return bed.firstDeadline.map { now.duration(to: $0) } ?? .zero
  }

  /// How many tasks sleep.
  public var sleeperCount: Int {
    get async { bed.count }
  }

  /// Moves the time, and wakes everybody whose deadline has come.
  ///
  /// - Parameter duration: How far; less than zero counts as zero.
  public func advance(by duration: Duration) async {
    let (seconds, attoseconds) = max(duration, .zero).components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let step = overflow ? Int64.max / 2 : min(whole, .max / 2) + attoseconds / 1_000_000_000
    let before = nanoseconds.load(ordering: .sequentiallyConsistent)
    nanoseconds.store(
      before > .max - step ? .max : before + step, ordering: .sequentiallyConsistent)
    bed.wake(at: now)
  }
}

/// Those who sleep on a manual clock.
///
/// Behind a lock and not an actor, so that a cancelled sleeper leaves at once and no task must be
/// made for it.
private final class Bed: Sendable {
  private struct Sleeper: Sendable {
    var deadline: ManualClock.Instant
    var wakeUp: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var sleepers: [Int: Sleeper] = [:]
    var lastTicket = 0
  }

  private let state = Milestones(State())

  var count: Int { state.value.sleepers.count }
  var firstDeadline: ManualClock.Instant? { state.value.sleepers.values.map(\.deadline).min() }

  func sleep(until deadline: ManualClock.Instant, on clock: ManualClock) async throws {
    let ticket = state.change { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { (wakeUp: CheckedContinuation<Bool, Never>) in
        lie(down: Sleeper(deadline: deadline, wakeUp: wakeUp), ticket, on: clock)
      }
    } onCancel: {
      rouse(ticket)
    }
    guard isOver else { throw CancellationError() }
  }

  private func lie(down sleeper: Sleeper, _ ticket: Int, on clock: ManualClock) {
    // Looking and lying down are one step: a cancellation, and the time, come before or find the
    // sleeper.
    let answer = state.change { state -> Bool? in
      guard !Task.isCancelled else { return false }
      guard sleeper.deadline > clock.now else { return true }
      state.sleepers[ticket] = sleeper
      return nil
    }
    if let answer { sleeper.wakeUp.resume(returning: answer) }
  }

  func sleepers(_ count: Int) async throws { try await state.wait { $0.sleepers.count >= count } }

  func awake() async throws { try await state.wait { $0.sleepers.isEmpty } }

  func wake(at now: ManualClock.Instant) {
    let due = state.change { state in
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for ticket in due.keys { state.sleepers[ticket] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
    }
    for sleeper in due { sleeper.wakeUp.resume(returning: true) }
  }

  private func rouse(_ ticket: Int) {
    state.change { $0.sleepers.removeValue(forKey: ticket) }?.wakeUp.resume(returning: false)
  }
}
