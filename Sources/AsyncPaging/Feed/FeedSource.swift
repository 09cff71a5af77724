// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source as the feed's isolated part asks it: without the types of its items and cursors.
@usableFromInline
protocol FeedSource: Sendable {
  /// Asks for a page, and says where it stands.
  @concurrent func page(for request: FeedRequest) async throws -> any HeldPage
}

/// One request of a feed.
@usableFromInline
struct FeedRequest: Sendable {
  @usableFromInline var position: PageWalk.Position
  @usableFromInline var cursor: CursorKey?
  @usableFromInline var direction: PageDirection
  @usableFromInline var attempt: Int
  @usableFromInline var generation: Int

  /// What the feed's settings say of it.
  ///
  /// Not all of them: the observer must not outlive the feed in a load that goes on.
  @usableFromInline var limit: Int?
  @usableFromInline var fingerprint: String
  @usableFromInline var emptyCursor: EmptyCursorRule
}

/// A source whose types were taken away.
///
/// A small one stands in the feed itself: it has room for three words.
@usableFromInline
struct UntypedSource<Source: PageSource>: FeedSource {
  @usableFromInline let source: Source

  @inlinable
  init(_ source: Source) {
    self.source = source
  }

  @inlinable @concurrent
  func page(for request: FeedRequest) async throws -> any HeldPage {
    let cursor: Source.Cursor? = request.cursor.map { $0.cursor() }
    let answer = try await source.page(
      for: PageRequest(
        cursor: cursor, direction: request.direction, limit: request.limit,
        attempt: request.attempt, generation: request.generation))
    return LoadedPage(
      answer.placed(
        at: request.position, cursor: cursor, fingerprint: request.fingerprint,
        emptyCursor: request.emptyCursor),
      cursor: request.cursor)
  }
}

/// One attempt's call of a source, with all that it needs.
struct SourceCall: Sendable {
  let attempt: Int
  let source: any FeedSource
  let request: FeedRequest
  let context: LoadContext

  /// Makes the call.
  @concurrent
  func page() async throws -> any HeldPage {
    try await LoadContext.$current.withValue(context) { try await source.page(for: request) }
  }
}
