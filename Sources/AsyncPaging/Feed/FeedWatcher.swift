// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An observer of a feed's states.
///
/// A class, because the size of a stream's continuation is known at run time only, and with it that
/// of whatever holds one by value.
final class FeedWatcher: Sendable {
  let id: Int
  let states: AsyncStream<FeedState>.Continuation

  init(id: Int, states: AsyncStream<FeedState>.Continuation) {
    self.id = id
    self.states = states
  }
}
