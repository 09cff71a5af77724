// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What all calls of a feed's source have in common; it does not keep the feed alive.
final class SourceAccess: Sendable {
  fileprivate weak let feed: (any UntypedFeed)?
  fileprivate let source: FeedSource
  fileprivate let classify: @Sendable (any Error) -> RetryAdvice

  init(
    from feed: any UntypedFeed, to source: FeedSource,
    classify: @escaping @Sendable (any Error) -> RetryAdvice
  ) {
    self.feed = feed
    self.source = source
    self.classify = classify
  }
}

/// One attempt's call of a source, with all that it needs.
///
/// It is an object so that the load's task, which may make many calls, is small.
@usableFromInline
final class SourceCall: Sendable {
  private let access: SourceAccess
  @usableFromInline let request: FeedRequest
  private let context: LoadContext

  init(by access: SourceAccess, _ request: FeedRequest, in context: LoadContext) {
    self.access = access
    self.request = request
    self.context = context
  }

  /// Makes the call, in the load's own task, and tells the feed.
  ///
  /// - Returns: The call to make next in the same task, if the feed wants another page now.
  @inline(__always) @concurrent
  func make() async -> SourceCall? {
    do {
      let page = try await LoadContext.$current.withValue(context) {
        try await access.source.page(self)
      }
      guard let next = await access.feed?.succeed(context.attempt, page) else { return nil }
      // It may have been stopped on the way here.
      return Task.isCancelled ? nil : next
    } catch {
      await access.feed?.fail(context.attempt, error, access.classify(error))
      return nil
    }
  }
}
