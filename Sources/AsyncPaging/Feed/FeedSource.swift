// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A source as the feed's isolated part asks it: without the types of its items and cursors.
@usableFromInline
struct FeedSource: Sendable {
  /// One call of the source.
  @usableFromInline
  struct Request: Sendable {
    @usableFromInline var position: PageWalk.Position
    @usableFromInline var cursor: CursorKey?
    @usableFromInline var direction: PageDirection
    @usableFromInline var attempt: Int
    @usableFromInline var generation: Int
  }

  /// Asks for a page, and says where it stands.
  @usableFromInline let page: @concurrent @Sendable (Request) async throws -> any HeldPage

  /// Takes the types away from a source.
  ///
  /// - Parameters:
  ///   - source: Answers the requests.
  ///   - configuration: How many items to ask for, and how to read the answers.
  @inlinable
  init<Source: PageSource>(_ source: Source, _ configuration: FeedConfiguration) {
    // Not the whole configuration: its observer must not outlive the feed in a load that goes on.
    let (limit, fingerprint) = (configuration.limit, configuration.fingerprint)
    let emptyCursor = configuration.emptyCursor
    page = { request in
      let cursor: Source.Cursor? = request.cursor.map { $0.cursor() }
      let answer = try await source.page(
        for: PageRequest(
          cursor: cursor, direction: request.direction, limit: limit, attempt: request.attempt,
          generation: request.generation))
      return LoadedPage(
        answer.placed(
          at: request.position, cursor: cursor, fingerprint: fingerprint, emptyCursor: emptyCursor),
        cursor: request.cursor)
    }
  }
}

/// One attempt's call of a source, with all that it needs.
struct SourceCall: Sendable {
  let attempt: Int
  let source: FeedSource
  let request: FeedSource.Request
  let context: LoadContext

  /// Makes the call.
  @concurrent
  func page() async throws -> any HeldPage {
    try await LoadContext.$current.withValue(context) { try await source.page(request) }
  }
}
