// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source had not answered in time.
public struct PageTimeout: Error, Sendable, Hashable, CustomStringConvertible {
  /// How long it was waited for.
  public let duration: Duration

  /// Creates the error; tests may want this one.
  ///
  /// - Parameter duration: How long it was waited for.
  public init(duration: Duration) {
    self.duration = duration
  }

  /// What happened.
  public var description: String { "the source did not answer within \(duration)" }
}

/// A source whose answers are waited for only so long.
public struct TimeoutSource<Base: PageSource>: PageSource {
  /// The items of the base.
  public typealias Item = Base.Item

  /// The cursor of the base.
  public typealias Cursor = Base.Cursor

  private let base: Base
  private let duration: Duration
  private let clock: any Clock<Duration>

  init(_ base: Base, _ duration: Duration, _ clock: any Clock<Duration>) {
    self.base = base
    self.duration = duration
    self.clock = clock
  }

  /// Asks the base, and gives up when the time is over or the task is cancelled.
  ///
  /// A base that ignores cancellation does not hold up the caller: its late answer is dropped.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The base's page.
  /// - Throws: ``PageTimeout`` when the time is over, `CancellationError` when the task is
  ///   cancelled, or what the base throws.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    try await Race<Page<Item, Cursor>>().run { [base] in
      try await base.page(for: request)
    } against: { [duration, clock] in
      guard await pause(for: duration, on: clock) else { throw CancellationError() }
      throw PageTimeout(duration: duration)
    }
  }
}

extension PageSource {
  /// This source with a limit on how long one answer may take.
  ///
  /// It applies to each attempt; the retry policy decides what follows. By default a time-out is
  /// tried again.
  ///
  /// - Parameters:
  ///   - duration: How long to wait for an answer. Zero or less counts as over at once; the source
  ///     is asked all the same.
  ///   - clock: What the time is measured with. Default: a continuous clock.
  /// - Returns: The source that gives up in time.
  public func timeout(
    _ duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> TimeoutSource<Self> {
    TimeoutSource(self, duration, clock)
  }
}
