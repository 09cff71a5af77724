// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A door that a test opens: whoever comes to it waits until then.
///
/// It replaces sleeping in tests. A test waits until somebody has arrived, does what it wants to
/// happen meanwhile, and opens the gate.
///
/// ```swift
/// let gate = Gate()
/// let source = ScriptedSource([nil: [.page([1, 2], next: "a")], "a": [.page([3]).held(by: gate)]])
/// async let page = feed.loadNext()
/// try await gate.arrivals(1)
/// await feed.cancel()
/// await gate.open()
/// ```
public actor Gate {
  /// Who stands at the gate.
  private struct Queue: Sendable {
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var lastTicket = 0
  }

  private var isOpen: Bool
  private nonisolated let arrived = Milestones(0)

  /// Behind a lock and not the actor, so that a cancelled task leaves at once and no task must be
  /// made for it.
  private nonisolated let queue = Locked(Queue())

  /// Creates a gate.
  ///
  /// - Parameter isOpen: Whether it is open from the start. Default: closed.
  public init(isOpen: Bool = false) {
    self.isOpen = isOpen
  }

  /// Lets everybody through, now and later, in the order of arrival.
  public func open() {
    isOpen = true
    let waiting = queue.withLock { queue in
      defer { queue.waiting = [:] }
      return queue.waiting
    }
    for waiter in waiting.sorted(by: { $0.key < $1.key }) { waiter.value.resume(returning: true) }
  }

  /// Shuts the gate again for those who come from now on.
  public func shut() { isOpen = false }

  /// Waits until as many have come to the gate, counted from its creation.
  ///
  /// - Parameter count: How many.
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func arrivals(_ count: Int) async throws { try await arrived.reach(count) }

  /// How many have come so far.
  public var arrivalCount: Int { arrived.value }

  /// How many stand at the gate now.
  public var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Goes through the gate, waiting until it is open.
  ///
  /// - Parameter ignoringCancellation: Whether a task that is cancelled stays, like a source that
  ///   does not notice. Default: no.
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  public func pass(ignoringCancellation: Bool = false) async throws {
    arrived.add()
    guard !isOpen else { return }
    let ticket = queue.withLock { queue in
      queue.lastTicket += 1
      return queue.lastTicket
    }
    let isThrough = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Bool, Never>) in
        // Looking and queueing are one step: a cancellation, or the opening, comes before or finds
        // the waiter.
        guard !isOpen else { return waiter.resume(returning: true) }
        let isTurnedAway = queue.withLock { queue in
          let isTurnedAway = Task.isCancelled && !ignoringCancellation
          if !isTurnedAway { queue.waiting[ticket] = waiter }
          return isTurnedAway
        }
        if isTurnedAway { waiter.resume(returning: false) }
      }
    } onCancel: {
      guard !ignoringCancellation else { return }
      queue.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: false)
    }
    guard isThrough else { throw CancellationError() }
  }
}
