// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A reference that can be set later, and keeps nothing alive.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  private struct Box: Sendable {
    weak var object: Object?
  }

  private let box = Mutex(Box())

  var value: Object? {
    get { box.withLock { $0.object } }
    set { box.withLock { $0.object = newValue } }
  }
}
