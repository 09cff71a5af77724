// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Synchronization

/// What the servers of the benchmarks answer, in the words of each client.
///
/// Every page holds the same 100 integers in one shared array: what is measured is how pages are
/// fetched and handed on, not how they come about.
enum Answers {
  /// The items of every page.
  static let items = Array(0..<100)

  /// What `tally` makes of one page.
  static let tallyOfPage = 199

  /// The cursor behind a page, of so many.
  static func next(after cursor: Int, of count: Int) -> Int? {
    cursor + 1 < count ? cursor + 1 : nil
  }
}

/// Looks at a page as a consumer does that cannot be optimised away.
///
/// - Parameter items: The items of a page.
/// - Returns: Their number and the last of them, added.
@inline(never)
func tally(_ items: [Int]) -> Int { items.count &+ (items.last ?? 0) }

/// When a source answers.
enum Answering {
  /// Without suspending.
  case atOnce

  /// After having suspended once.
  case suspending
}

/// A source as a user of the library writes it, that answers at once.
struct PromptSource: PageSource {
  /// How many pages there are.
  let count: Int

  /// How often it was asked, if that is of interest.
  var calls: Counter?

  @concurrent
  func page(for request: PageRequest<Int>) async throws -> Page<Int, Int> {
    calls?.add()
    let cursor = request.cursor ?? 0
    return Page(items: Answers.items, next: Answers.next(after: cursor, of: count))
  }
}

/// The same, that suspends once.
struct SuspendingSource: PageSource {
  /// How many pages there are.
  let count: Int

  /// How often it was asked, if that is of interest.
  var calls: Counter?

  @concurrent
  func page(for request: PageRequest<Int>) async throws -> Page<Int, Int> {
    calls?.add()
    await Task.yield()
    let cursor = request.cursor ?? 0
    return Page(items: Answers.items, next: Answers.next(after: cursor, of: count))
  }
}

/// A page as somebody who uses no library has it.
struct PlainPage: Sendable {
  /// The items.
  var items: [Int]

  /// The cursor of the page after it.
  var next: Int?
}

/// What somebody who uses no library has to fetch a page with.
typealias Fetch = @concurrent @Sendable (_ cursor: Int) async throws -> PlainPage

/// A function that fetches the pages of the benchmarks, of which its callers see nothing.
///
/// - Parameters:
///   - count: How many pages there are.
///   - answering: When it answers.
///   - calls: Counts the calls, if that is of interest.
/// - Returns: The function.
@inline(never)
func makeFetch(_ count: Int, _ answering: Answering, calls: Counter? = nil) -> Fetch {
  switch answering {
  case .atOnce:
    { cursor in
      calls?.add()
      return PlainPage(items: Answers.items, next: Answers.next(after: cursor, of: count))
    }
  case .suspending:
    { cursor in
      calls?.add()
      await Task.yield()
      return PlainPage(items: Answers.items, next: Answers.next(after: cursor, of: count))
    }
  }
}

/// A number that many tasks count up.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  /// Counts one.
  ///
  /// - Returns: The number after that.
  @discardableResult
  func add() -> Int { number.add(1, ordering: .relaxed).newValue }

  /// The number now.
  var count: Int { number.load(ordering: .acquiring) }
}
