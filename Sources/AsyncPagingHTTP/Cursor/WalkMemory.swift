// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the cursors of one walk share: the keys of items that were delivered, and how to close what
/// the server keeps for the walk.
///
/// It goes with the last cursor, that is, when nobody can go on; what the server keeps is closed
/// then at the latest.
actor WalkMemory {
  /// The keys of the items delivered so far, where the walk may have to start over.
  private(set) var deliveredKeys: Set<JSON> = []

  private var closing: (@Sendable () async -> Void)?

  deinit {
    guard let closing else { return }
    Task(name: "close a context") { await closing() }
  }

  /// Notes the keys of items that are delivered.
  func deliver(_ keys: some Sequence<JSON> & Sendable) { deliveredKeys.formUnion(keys) }

  /// Notes how to close what the server keeps; the newest counts.
  func keep(closing: @escaping @Sendable () async -> Void) { self.closing = closing }

  /// Closes what the server keeps, once.
  func close() async {
    guard let closing else { return }
    self.closing = nil
    await closing()
  }
}
