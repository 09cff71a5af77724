// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// An observer that keeps account of the loads of a feed.
///
/// A lane may have one load in flight at most, and every load must end: with a page, a failure, or
/// by being given up. One audit belongs to one feed, from its creation on. It makes no task and
/// waits for nobody, so that it works in a ``Simulation``, too.
public final class LoadAudit: FeedObserver, Sendable {
  /// What was counted.
  public struct Counts: Sendable, Hashable, CustomStringConvertible {
    /// Loads that started.
    public internal(set) var loads = 0

    /// Calls of the source, retries included.
    public internal(set) var attempts = 0

    /// Callers who shared a load.
    public internal(set) var joins = 0

    /// Loads that ended with a page.
    public internal(set) var commits = 0

    /// Loads that failed.
    public internal(set) var failures = 0

    /// Loads that were given up because nobody wanted them.
    public internal(set) var cancellations = 0

    /// Loads that were given up because the list was replaced.
    public internal(set) var supersessions = 0

    /// Loads that have not ended.
    public var unfinished: Int { loads - commits - failures - cancellations - supersessions }

    /// The counts, in words.
    public var description: String {
      """
      \(loads) loads with \(attempts) attempts, \(joins) joined: \(commits) pages, \(failures) \
      failures, \(cancellations) cancelled, \(supersessions) superseded, \(unfinished) unfinished
      """
    }
  }

  private struct State: Sendable {
    var counts = Counts()
    var running: [Lane: LoadDescription] = [:]
    var findings: [String] = []
    var isDemandPaused = false
    var isClosed = false

    /// Notes what a load that begins should not do.
    mutating func judge(_ load: LoadDescription, _ cause: LoadCause) {
      if isClosed {
        findings.append("a load of page \(load.pageIndex) started after the feed was closed")
      }
      if isDemandPaused, cause == .demand {
        findings.append("demand started a load of page \(load.pageIndex) while it was paused")
      }
    }

    mutating func end(_ load: LoadDescription, _ count: any WritableKeyPath<Counts, Int> & Sendable)
    {
      counts[keyPath: count] += 1
      guard let lane = load.lane else { return }
      if running.removeValue(forKey: lane) == nil {
        findings.append("the load of page \(load.pageIndex) (\(lane)) ended, but did not run")
      }
    }
  }

  private let state = Locked(State())

  /// Creates an audit that has heard nothing.
  public init() {}

  /// What was counted so far.
  public var counts: Counts { state.withLock { $0.counts } }

  /// What went wrong so far: loads that ran beside another one of their lane, ends of loads that
  /// did not run, and in a stress loads that started on a closed feed or for demand that was
  /// paused.
  public var findings: [String] { state.withLock { $0.findings } }

  /// Notes that the feed starts no load for demand from now on, or that it may again.
  package func note(isDemandPaused: Bool) {
    state.withLock { $0.isDemandPaused = isDemandPaused }
  }

  /// Notes that the feed starts no load from now on.
  package func noteClosed() { state.withLock { $0.isClosed = true } }

  /// Counts the attempt, and the load if it is its first.
  public func attemptStarted(_ load: LoadDescription, cause: LoadCause) {
    state.withLock { state in
      state.counts.attempts += 1
      guard load.attempt == 1 else { return }
      state.counts.loads += 1
      state.judge(load, cause)
      guard let lane = load.lane else { return }
      if let other = state.running.updateValue(load, forKey: lane) {
        state.findings.append(
          """
          a load of page \(load.pageIndex) (\(lane), generation \(load.generation)) started beside \
          that of page \(other.pageIndex) (generation \(other.generation))
          """)
      }
    }
  }

  /// Counts the caller.
  public func loadJoined(_ load: LoadDescription) { state.withLock { $0.counts.joins += 1 } }

  /// Counts the page.
  public func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {
    state.withLock { $0.end(load, \.commits) }
  }

  /// Counts the failure.
  public func loadFailed(_ load: LoadDescription, error: FeedError) {
    state.withLock { $0.end(load, \.failures) }
  }

  /// Counts the load that was given up.
  public func loadSuperseded(_ load: LoadDescription) {
    state.withLock { $0.end(load, \.supersessions) }
  }

  /// Counts the load that was given up.
  public func loadCancelled(_ load: LoadDescription) {
    state.withLock { $0.end(load, \.cancellations) }
  }
}
