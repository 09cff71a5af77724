// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The items of a sequence of pages, one by one, in order.
///
/// Empty pages yield nothing and end nothing; when ``FeedConfiguration/emptyPageBudget`` of them
/// come in a row within one `next()` it throws ``FeedError/Code/noProgress``. An item costs a small
/// constant: an index into the page in hand, and over a feed one look at which list is current. When
/// the list is replaced no further item of the page in hand is yielded: `next()` throws `superseded`.
public struct PageItems<
  Base: AsyncSequence<Page<Item, Cursor>, FeedError> & Sendable, Item: Sendable,
  Cursor: Hashable & Sendable
>: AsyncSequence, Sendable {
  /// What is yielded.
  public typealias Element = Item

  /// What is thrown.
  public typealias Failure = FeedError

  private let base: Base
  private let emptyPageBudget: Int
  private let binding: ListBinding<Base.AsyncIterator>?

  /// Creates the items of pages.
  ///
  /// - Parameters:
  ///   - base: The pages.
  ///   - emptyPageBudget: How many empty pages one item may take.
  ///   - binding: To which list the pages belong; `nil` if they cannot be replaced.
  init(_ base: Base, emptyPageBudget: Int, binding: ListBinding<Base.AsyncIterator>? = nil) {
    self.base = base
    self.emptyPageBudget = emptyPageBudget
    self.binding = binding
  }

  /// Starts at the first page of the base.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      base: base.makeAsyncIterator(), emptyPageBudget: emptyPageBudget, binding: binding)
  }

  /// One consumer's position.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let emptyPageBudget: Int
    private let binding: ListBinding<Base.AsyncIterator>?
    private var page: Page<Item, Cursor>?
    private var position = 0

    /// The list of the page in hand.
    private var generation: Int?
    private var isFinished = false

    fileprivate init(
      base: Base.AsyncIterator, emptyPageBudget: Int, binding: ListBinding<Base.AsyncIterator>?
    ) {
      self.base = base
      self.emptyPageBudget = emptyPageBudget
      self.binding = binding
    }

    /// Where to go on behind the last item that was yielded; `nil` before the first page.
    public var resumePoint: ResumePoint<Cursor>? {
      guard let page else { return nil }
      return position == page.items.count
        ? page.resumePoint : page.resumePoint(consuming: position)
    }

    /// The next item; asks for pages as needed.
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The item, or `nil` after the last one.
    /// - Throws: ``FeedError``; the iterator is finished then.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedError) -> Item? {
      if let page, position < page.items.count, !isFinished {
        if let generation, binding?.signal.isCurrent(generation) == false {
          isFinished = true
          throw FeedError(code: .superseded)
        }
        defer { position += 1 }
        return page.items[position]
      }
      var emptyPages = 0
      while !isFinished, let next = try await base.next(isolation: actor) {
        page = next
        generation = binding?.generation(base)
        position = 0
        if let first = next.items.first {
          position = 1
          return first
        }
        emptyPages += 1
        if emptyPages >= emptyPageBudget, !next.isLast {
          isFinished = true
          throw FeedError(code: .noProgress, pageIndex: next.index + 1)
        }
      }
      isFinished = true
      return nil
    }
  }
}

/// How an iterator of items sees that the list of its page is gone.
struct ListBinding<PageIterator>: Sendable {
  let signal: FeedSignal

  /// The generation that an iterator of pages is bound to.
  let generation: @Sendable (PageIterator) -> Int?
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension PageItems.Iterator: Sendable {}
