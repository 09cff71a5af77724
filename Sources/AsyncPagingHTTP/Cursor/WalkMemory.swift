// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the cursors of one walk share: the keys of items that were delivered, and how to close what
/// the server keeps for the walk.
///
/// It goes with the last cursor, that is, when nobody can go on; what the server keeps is closed
/// then at the latest.
actor WalkMemory {
  /// In which round an item was delivered first: a round ends when the walk has to start over.
  private var rounds: [JSON: Int] = [:]

  private var closing: (@Sendable () async -> Void)?

  /// The answer to the next request, asked for before anybody wanted it.
  private var early: EarlyAnswer?

  deinit {
    early?.cancel()
    guard let closing else { return }
    Task(name: "close a context") { await closing() }
  }

  /// Notes what was delivered: the keys of a page whose next cursor is asked with.
  ///
  /// - Parameters:
  ///   - keys: The keys of its items.
  ///   - round: How often the walk had started over when it was asked for.
  func note(_ keys: [JSON], inRound round: Int) {
    for key in keys { rounds[key] = min(rounds[key] ?? round, round) }
  }

  /// Those keys of a page that were delivered before the walk started over.
  ///
  /// A page that is asked for again in the same round gives the same answer.
  ///
  /// - Parameters:
  ///   - keys: The keys of its items.
  ///   - round: How often the walk has started over.
  /// - Returns: Those of an earlier round.
  func delivered(_ keys: [JSON], beforeRound round: Int) -> Set<JSON> {
    Set(keys.filter { key in rounds[key].map { $0 < round } ?? false })
  }

  /// Keeps an answer that was asked for early, in place of another.
  func keep(early answer: EarlyAnswer) {
    early?.cancel()
    early = answer
  }

  /// Takes the answer to a request that was asked for early; one to another request is dropped.
  func takeEarly(_ request: URLRequest) -> EarlyAnswer? {
    defer { early = nil }
    guard let early, early.request == request, !early.isStale else {
      early?.cancel()
      return nil
    }
    return early
  }

  /// Notes how to close what the server keeps; the newest counts.
  func keep(closing: @escaping @Sendable () async -> Void) { self.closing = closing }

  /// Closes what the server keeps, once.
  ///
  /// Where the task was cancelled meanwhile the request may not have been sent: it is sent when the
  /// memory goes, then.
  func close() async {
    guard let closing else { return }
    self.closing = nil
    await closing()
    if Task.isCancelled { self.closing = closing }
  }
}
