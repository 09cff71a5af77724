// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The least actor whose callers share a load and can leave it: it says what a feed's promise costs
/// at least.
///
/// It keeps no retries, records, generations or read-ahead, and a load that nobody waits for any
/// more goes on.
actor LeavingActor {
  /// Where a load begins.
  enum Start {
    /// In a task that waits for its turn.
    case enqueued

    /// On the caller's thread, which is the actor's here: until it first waits nobody can leave.
    case immediate
  }

  private let fetch: Fetch
  private let start: Start
  private var pages: [PlainPage] = []
  private var cursor: Int? = 0
  private var waiters: [Int: CheckedContinuation<PlainPage, any Error>] = [:]
  private var lastWaiter = 0
  private var inFlight: Task<Void, Never>?

  init(_ fetch: @escaping Fetch, _ start: Start = .enqueued) {
    self.fetch = fetch
    self.start = start
  }

  /// The page with a number, loaded if need be.
  ///
  /// - Parameter index: The number of a page that is there, or of the one after the last.
  /// - Returns: The page, or `nil` if there is none.
  /// - Throws: What fetching throws, or `CancellationError` at once when the caller is cancelled.
  func page(at index: Int) async throws -> PlainPage? {
    if index < pages.count { return pages[index] }
    guard let cursor else { return nil }
    lastWaiter += 1
    let waiter = lastWaiter
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        waiters[waiter] = continuation
        if inFlight == nil { load(cursor) }
      }
    } onCancel: {
      Task { await self.leave(waiter) }
    }
  }

  private func load(_ cursor: Int) {
    let operation: @concurrent @Sendable () async -> Void = { [fetch] in
      do {
        await self.finish(.success(try await fetch(cursor)))
      } catch {
        await self.finish(.failure(error))
      }
    }
    if start == .immediate, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      inFlight = Task.immediate(operation: operation)
    } else {
      inFlight = Task(operation: operation)
    }
  }

  private func finish(_ result: Result<PlainPage, any Error>) {
    inFlight = nil
    if case .success(let page) = result {
      pages.append(page)
      cursor = page.next
    }
    let answered = waiters
    waiters = [:]
    for (_, continuation) in answered.sorted(by: { $0.key < $1.key }) {
      continuation.resume(with: result)
    }
  }

  private func leave(_ waiter: Int) {
    waiters.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
  }

  /// Walks through all pages, from wherever the caller is.
  ///
  /// - Returns: The pages' tallies, added.
  /// - Throws: What fetching throws.
  nonisolated func run() async throws -> Int {
    var sum = 0
    var index = 0
    while let page = try await page(at: index) {
      sum &+= tally(page.items)
      index += 1
    }
    return sum
  }
}
