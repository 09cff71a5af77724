// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The user's code that answers one page request.
///
/// A source is asked by one feed or by many, possibly at the same time, so it is `Sendable`. It
/// runs in a task of the feed's, never on the feed itself: a slow source stalls only its own load.
/// When nobody wants the page any more that task is cancelled; a source may ignore that, its late
/// answer is dropped. A cancellation handler of the source may run in the middle of a turn of
/// the feed: it must return quickly, and not call the feed through `assumeIsolated`, which stops
/// the program.
///
/// ```swift
/// struct Repositories: PageSource {
///   let client: Client
///
///   func page(for request: PageRequest<String>) async throws -> Page<Repository, String> {
///     let answer = try await client.repositories(after: request.cursor)
///     return Page(items: answer.repositories, next: answer.nextCursor)
///   }
/// }
/// ```
public protocol PageSource<Item, Cursor>: Sendable {
  /// What the pages hold.
  associatedtype Item: Sendable

  /// What the source needs to answer the next request.
  associatedtype Cursor: Hashable & Sendable

  /// Answers one request.
  ///
  /// The same request may come again: after a failure, or when a page that was dropped from memory
  /// is needed once more.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page, with the cursor of the one that follows.
  /// - Throws: Any error. The retry policy decides whether it is tried again; an error that
  ///   conforms to ``RetryAdvising`` has a say in that.
  @concurrent
  func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor>
}

/// A source made from a closure that answers a whole request.
public struct ClosureSource<Item: Sendable, Cursor: Hashable & Sendable>: PageSource {
  @usableFromInline let load:
    @concurrent @Sendable (PageRequest<Cursor>) async throws -> Page<Item, Cursor>

  /// Creates a source.
  ///
  /// - Parameter load: Answers one request. It runs off the feed and may be called concurrently.
  @inlinable
  public init(
    _ load: @escaping @concurrent @Sendable (PageRequest<Cursor>) async throws -> Page<Item, Cursor>
  ) {
    self.load = load
  }

  /// Answers one request by calling the closure.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The closure's page.
  /// - Throws: What the closure throws.
  @inlinable
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    try await load(request)
  }
}
