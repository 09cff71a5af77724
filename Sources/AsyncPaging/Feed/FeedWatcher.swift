// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An observer of a feed's states.
final class FeedWatcher: Sendable {
  let id: Int
  let states: AsyncStream<FeedState>.Continuation

  init(id: Int, states: AsyncStream<FeedState>.Continuation) {
    self.id = id
    self.states = states
  }
}
