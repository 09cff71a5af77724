// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One attempt's call of a source, with all that it needs.
///
/// It is an object so that the load's task, which may make many calls, is small.
final class SourceCall: Sendable {
  private weak let feed: (any UntypedFeed)?
  private let source: FeedSource
  private let request: FeedRequest
  private let context: LoadContext
  private let classify: @Sendable (any Error) -> RetryAdvice

  init(
    from feed: any UntypedFeed, of source: FeedSource, _ request: FeedRequest,
    in context: LoadContext, classify: @escaping @Sendable (any Error) -> RetryAdvice
  ) {
    self.feed = feed
    self.source = source
    self.request = request
    self.context = context
    self.classify = classify
  }

  /// Makes the call and tells the feed.
  ///
  /// - Returns: The call to make next in the same task, if the feed wants another page now.
  @concurrent
  func make() async -> SourceCall? {
    do {
      let page = try await LoadContext.$current.withValue(context) {
        try await source.page(request)
      }
      let next = await feed?.succeed(context.attempt, page)
      // It may have been stopped on the way here.
      return Task.isCancelled ? nil : next
    } catch {
      await feed?.fail(context.attempt, error, classify(error))
      return nil
    }
  }
}
