// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.endOfData), .timeLimit(.minutes(10)))
struct EqualHashTests {
  /// A cursor whose hash says nothing.
  private struct Collider: Hashable, Sendable {
    let value: Int

    func hash(into hasher: inout Hasher) {}
  }

  private static let source = ClosureSource<Int, Collider> { request in
    let number = request.cursor?.value ?? 0
    return Page(items: [number], next: number == 9 ? nil : Collider(value: number + 1))
  }

  @Test("F5: cursors with equal hashes are as different as others")
  func walk() async throws {
    #expect(try await elements(of: Feed(Self.source).items) == Array(0..<10))
    #expect(try await elements(of: Self.source.pages().items) == Array(0..<10))
  }

  @Test("a resume point is found by its cursor, not by its hash")
  func resuming() async throws {
    let feed = Feed(Self.source)
    #expect(try await elements(of: feed.pages).count == 10)
    let point = ResumePoint(cursor: Collider(value: 5), index: 2)
    #expect(try await elements(of: feed.pages(after: point).items) == Array(5..<10))
  }
}
