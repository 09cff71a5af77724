// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a waiter of a feed gets: a failure, or a page and the list in which it got it.
///
/// All who get the same share it.
package final class FeedAnswer: Sendable {
  private let failure: Shared<FeedError>?

  /// The page as it was loaded, or `nil` if there is none.
  let page: (any HeldPage)?

  /// The page as it stands in the list.
  let listed: (any HeldPage)?
  let generation: Int

  /// The pages that are kept, if there are any behind the page.
  let picture: Shared<PageStore>?

  package init(_ failure: FeedError) {
    self.failure = Shared(failure)
    page = nil
    listed = nil
    generation = 0
    picture = nil
  }

  init(
    _ page: (any HeldPage)?, listed: (any HeldPage)?, generation: Int, picture: Shared<PageStore>?
  ) {
    failure = nil
    self.page = page
    self.listed = listed
    self.generation = generation
    self.picture = picture
  }

  /// The answer itself, unless it is a failure.
  func get() throws(FeedError) -> FeedAnswer {
    if let failure { throw failure.value }
    return self
  }

  /// One of the pages, unless the list was replaced before the waiter's own task has run on.
  func current(
    _ page: (any HeldPage)?, by signal: FeedSignal
  ) throws(FeedError) -> (any HeldPage)? {
    guard page == nil || signal.isCurrent(generation) else { throw FeedError(code: .superseded) }
    return page
  }
}
