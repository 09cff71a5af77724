// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source as the feed's isolated part asks it: without the types of its items and cursors.
@usableFromInline
struct FeedSource: Sendable {
  /// Asks for a page, and says where it stands.
  ///
  /// It runs where its caller runs, and that is off the feed: in the task of a load.
  @usableFromInline let page:
    nonisolated(nonsending) @Sendable (SourceCall) async throws -> any HeldPage

  /// Takes the types away from a source.
  ///
  /// A closure, because that is specialised for the types where they are known; the methods of a
  /// generic type behind a protocol are not.
  ///
  /// - Parameters:
  ///   - source: Answers the requests.
  ///   - settings: How many items to ask for, and how to read the answers.
  @inlinable
  init<Source: PageSource>(_ source: Source, _ settings: FeedSettings) {
    // Not all of the settings: their observer must not outlive the feed in a load that goes on.
    let (limit, fingerprint) = (settings.limit, settings.fingerprint)
    let emptyCursor = settings.emptyCursor
    page = { call in
      let cursor: Source.Cursor? = call.request.cursor.map { $0.cursor() }
      let answer = try await source.page(
        for: PageRequest(
          cursor: cursor, direction: call.request.direction, limit: limit,
          attempt: call.request.attempt,
          generation: call.request.generation))
      return LoadedPage(
        answer.placed(
          at: call.request.position, cursor: cursor, fingerprint: fingerprint,
          emptyCursor: emptyCursor),
        cursor: call.request.cursor)
    }
  }
}

/// One request of a feed.
@usableFromInline
struct FeedRequest: Sendable {
  @usableFromInline var position: PageWalk.Position
  @usableFromInline var cursor: CursorKey?
  @usableFromInline var direction: PageDirection
  @usableFromInline var attempt: Int
  @usableFromInline var generation: Int
}
