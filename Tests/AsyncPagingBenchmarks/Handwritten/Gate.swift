// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Synchronization

/// A gate at which tasks wait, without a thread, until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Opens the gate for good.
  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A source whose first page comes when a gate opens; it has one page more.
struct GatedSource: PageSource {
  /// The gate of the first page.
  let gate = Gate()

  /// How often the first page was asked for.
  let firstLoads = Counter()

  /// How often another page was asked for.
  let laterLoads = Counter()

  @concurrent
  func page(for request: PageRequest<Int>) async throws -> Page<Int, Int> {
    guard request.cursor == nil else {
      laterLoads.add()
      return Page(items: Answers.items)
    }
    firstLoads.add()
    await gate.pass()
    return Page(items: Answers.items, next: 1)
  }
}

/// The least that an actor can be.
actor BareActor {
  private var number = 0

  /// Counts one.
  ///
  /// - Returns: The number after that.
  func touch() -> Int {
    number &+= 1
    return number
  }
}
