// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedModel {
  /// An answer, and the state after it.
  public typealias Outcome = (answer: Answer, state: State)

  /// What a feed can be asked.
  public enum Operation: Sendable, Hashable {
    /// `loadNext()`.
    case loadNext

    /// `refresh()`.
    case refresh

    /// `retry()`.
    case retry

    /// `checkForMore()`.
    case checkForMore

    /// `next()` of an iterator, which reads so many pages ahead.
    case iterate(Int, ahead: Int = 0)

    /// `snapshot`, of which the pages count.
    case snapshot

    /// `demand(through:)`.
    case demand(Int)

    /// `cancel()`.
    case cancel

    /// `reset(to:)`, with the number of the source that is asked from now on.
    case reset(Int)

    /// `close()`.
    case close

    /// The task of a client is cancelled.
    case leave(String)

    /// Whether it waits for a load.
    var isLoad: Bool {
      switch self {
      case .loadNext, .refresh, .retry, .checkForMore, .iterate: true
      case .snapshot, .demand, .cancel, .reset, .close, .leave: false
      }
    }
  }

  /// What a feed can tell.
  public enum Answer: Sendable, Hashable {
    /// A page.
    case page(PageID)

    /// That was all: `nil` in place of a page.
    case end

    /// It is done; there is no answer but that.
    case done

    /// The pages of a snapshot.
    case pages([PageID])

    /// The load has failed, by the source's failure with this number.
    case failed(Int)

    /// The error `cancelled`.
    case cancelled

    /// The error `superseded`.
    case superseded

    /// The error `closed`.
    case closed

    /// Whether it is the failure of a load.
    var isFailure: Bool {
      if case .failed = self { return true }
      return false
    }
  }

  /// Which page it is.
  public struct PageID: Sendable, Hashable, CustomStringConvertible {
    /// The number of the source that it is from; the first one is 0.
    public var source: Int

    /// The version of the data that it is from, from 1, counted over all sources.
    public var version: Int

    /// The number of the page, from 0.
    public var index: Int

    /// Creates an identity.
    ///
    /// - Parameters:
    ///   - source: The number of the source.
    ///   - version: The version of the data.
    ///   - index: The number of the page.
    public init(source: Int = 0, version: Int, index: Int) {
      self.source = source
      self.version = version
      self.index = index
    }

    /// The version and the number of the page, such as `v1.0`.
    public var description: String { "\(source == 0 ? "" : "s\(source).")v\(version).\(index)" }
  }

  /// What went on around an operation.
  public struct Surroundings: Sendable, Hashable {
    /// When it was called, and when it returned.
    var called = 0
    var returned = Int.max

    /// Its caller was cancelled before it called.
    var isTooLate = false

    /// Its caller was cancelled, or the feed was told to cancel.
    var isCancelled = false

    /// The list was replaced, or that was tried.
    var isReplaced = false

    /// The list was dropped.
    var isReset = false

    /// A refresh was under way that it may have joined.
    var isRefreshed = false

    /// A look behind the end was under way that it may have joined.
    var isLookedBehind = false

    /// Some load was under way that it may have joined.
    var isLoaded = false
  }

  /// Looks at the operations that overlap one.
  ///
  /// What a caller gave up may still be under way for others.
  ///
  /// - Parameters:
  ///   - entry: The operation.
  ///   - history: Every operation.
  /// - Returns: What they mean for it.
  public func surroundings(
    of entry: History<Operation, Answer>.Entry, in history: [History<Operation, Answer>.Entry]
  ) -> Surroundings {
    var around = Surroundings()
    around.called = entry.called
    around.returned = entry.returned ?? .max
    for other in history where other.called != entry.called {
      guard other.called < entry.returned ?? .max else { continue }
      if other.operation == .leave(entry.client) {
        around.isCancelled = true
        if other.returned ?? .max < entry.called { around.isTooLate = true }
      }
      let end = other.answer == .cancelled ? .max : other.returned ?? .max
      guard end > entry.called else { continue }
      switch other.operation {
      case .cancel: around.isCancelled = true
      case .reset:
        around.isReplaced = true
        around.isReset = true
      case .refresh, .retry:
        around.isReplaced = true
        // Whoever joins a refresh that fails gets the failure.
        let isInVain = other.operation == .refresh && other.answer?.isFailure == true
        if !isInVain { around.isRefreshed = true }
        around.isLoaded = true
      case .checkForMore:
        around.isLookedBehind = true
        around.isLoaded = true
      case .loadNext, .iterate: around.isLoaded = true
      case .snapshot, .demand, .close, .leave: break
      }
    }
    return around
  }
}
