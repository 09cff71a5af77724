// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Why a load started.
public enum LoadCause: String, Sendable, Hashable, CaseIterable {
  /// ``Feed/loadNext()`` was called.
  case call

  /// ``Feed/refresh()`` was called.
  case refresh

  /// ``Feed/retry()`` was called.
  case retry

  /// ``Feed/checkForMore()`` was called.
  case checkForMore

  /// An iterator came to the page.
  case iteration

  /// Items were demanded with ``Feed/demand(through:generation:)``.
  case demand

  /// An iterator reads ahead.
  case readAhead

  /// The page before was empty, and somebody waits for items.
  case emptyPage

  /// The back-off after a failed attempt is over.
  case backoff

  /// A page that is not kept, or lies outside of the list, is needed by an iterator.
  case reload
}

/// What is known of a load when an observer hears of it.
///
/// It holds no cursor.
public struct LoadDescription: Sendable, Hashable {
  /// The lane, or `nil` for a page that is loaded for an iterator alone.
  public let lane: Lane?

  /// The number of the page.
  public let pageIndex: Int

  /// The generation the page is meant for.
  public let generation: Int

  /// Which attempt of the load it is, from 1.
  public let attempt: Int
}

/// Who hears of every load: for metrics, logs and traces.
///
/// Each event is one call. The calls of one feed come one after another, in order, on the feed
/// itself: return quickly and do not block. Calling the feed from inside is possible through
/// ``Feed/demand(through:generation:)`` or a task. It is not through `assumeIsolated`, which stops
/// the program: the feed is in the middle of a turn. Every method has a default that does nothing.
public protocol FeedObserver: Sendable {
  /// An attempt starts, the first of its load or a further one.
  func attemptStarted(_ load: LoadDescription, cause: LoadCause)

  /// A caller shares a load that is in flight.
  func loadJoined(_ load: LoadDescription)

  /// An attempt failed, whether or not another follows.
  func attemptFailed(_ load: LoadDescription, error: any Error)

  /// Another attempt follows after the delay.
  func loadWaiting(_ load: LoadDescription, delay: Duration)

  /// The page is in. The duration is that of the whole load, retries and waits included.
  func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration)

  /// The load failed: no other attempt follows.
  func loadFailed(_ load: LoadDescription, error: FeedError)

  /// The list is being replaced, so the load was given up.
  func loadSuperseded(_ load: LoadDescription)

  /// Nobody wants the load any more, or the feed was told to cancel or close.
  func loadCancelled(_ load: LoadDescription)

  /// The data ended on a lane.
  func laneEnded(_ lane: Lane, reason: EndReason)
}

extension FeedObserver {
  /// Does nothing.
  public func attemptStarted(_ load: LoadDescription, cause: LoadCause) {}
  /// Does nothing.
  public func loadJoined(_ load: LoadDescription) {}
  /// Does nothing.
  public func attemptFailed(_ load: LoadDescription, error: any Error) {}
  /// Does nothing.
  public func loadWaiting(_ load: LoadDescription, delay: Duration) {}
  /// Does nothing.
  public func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) {}
  /// Does nothing.
  public func loadFailed(_ load: LoadDescription, error: FeedError) {}
  /// Does nothing.
  public func loadSuperseded(_ load: LoadDescription) {}
  /// Does nothing.
  public func loadCancelled(_ load: LoadDescription) {}
  /// Does nothing.
  public func laneEnded(_ lane: Lane, reason: EndReason) {}
}
