// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A pager as one writes it in an afternoon, for messages that come newest first.
///
/// It looks safe: it is an actor, and a flag keeps it from loading twice at a time.
actor Pager {
  private(set) var messages: [Int] = []
  private var offset = 0
  private var isLoading = false
  private let fetch: @Sendable (_ offset: Int) async throws -> [Int]

  init(fetch: @escaping @Sendable (_ offset: Int) async throws -> [Int]) {
    self.fetch = fetch
  }

  func loadNext() async throws {
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    let page = try await fetch(offset)
    messages += page
    offset += page.count
  }

  func refresh() async throws {
    let page = try await fetch(0)
    messages = page
    offset = page.count
  }
}
