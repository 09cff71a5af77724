// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Cursors mean to a feed what their own `==` says, whatever their hash is.
@Suite(.tags(.endOfData), .timeLimit(.minutes(10)))
struct CursorIdentityTests {
  /// A cursor whose hash says nothing, and that carries something along that `==` does not look at.
  private struct Crowded: Hashable, Sendable {
    let number: Int
    var carried = 0

    static func == (one: Self, other: Self) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) {}
  }

  @Test("F5: cursors with the same hash are no cycle, and pages are loaded again by their own")
  func sameHash() async throws {
    let feed = Feed<Int, Crowded>(configuration: .streaming) { request in
      let number = request.cursor?.number ?? 0
      return Page(items: [number], next: number < 9 ? Crowded(number: number + 1) : nil)
    }
    for _ in 0..<2 { #expect(try await elements(of: feed.items) == Array(0..<10)) }
  }

  @Test("K2: a resume point is found by its cursor, not by its hash")
  func resuming() async throws {
    let feed = Feed<Int, Crowded> { request in
      let number = request.cursor?.number ?? 0
      return Page(items: [number], next: number < 9 ? Crowded(number: number + 1) : nil)
    }
    #expect(try await elements(of: feed.pages).count == 10)
    let point = ResumePoint(cursor: Crowded(number: 5), index: 2)
    #expect(try await elements(of: feed.pages(after: point).items) == Array(5..<10))
  }

  @Test("F5: equal cursors are a cycle, also if they carry different things; allowed, each is sent")
  func carriedAlong() async throws {
    let source = ClosureSource<Int, Crowded> { request in
      let carried = request.cursor?.carried ?? 0
      let next = carried < 3 ? Crowded(number: 1, carried: carried + 1) : nil
      return Page(items: [carried], next: next)
    }
    let failure = await outcome(of: { try await elements(of: Feed(source).pages) }).failure
    #expect(failure?.code == .cursorCycle)
    let feed = Feed(source, configuration: FeedConfiguration(cycles: .isAllowed))
    #expect(try await elements(of: feed.items) == [0, 1, 2, 3])
  }
}
