// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where the turns of a feed find its core.
///
/// The core is a value with one owner. That nothing else uses it during a turn is checked once, on
/// the way in; within the turn the compiler has checked it. So what a turn calls of its user's (an
/// observer, a cancellation handler of the source) must not come back in within the same turn, as
/// only `assumeIsolated` could.
@usableFromInline
final class CoreBox {
  var core: FeedCore

  init(_ core: consuming FeedCore) {
    self.core = core
  }
}

@available(*, unavailable, message: "a core belongs to the turns of its feed")
extension CoreBox: Sendable {}
