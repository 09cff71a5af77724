// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The items of a sequence of pages, one by one, in order.
///
/// Empty pages yield nothing and end nothing; when ``FeedConfiguration/emptyPageBudget`` of them
/// come in a row within one `next()` it throws ``FeedError/Code/noProgress``. An item costs a small
/// constant: an index into the page in hand, and over a feed one look at which list is current.
/// When the list is replaced no further item of the page in hand is yielded: `next()` throws
/// `superseded`.
public struct PageItems<
  Base: AsyncSequence<Page<Item, Cursor>, FeedError> & Sendable, Item: Sendable,
  Cursor: Hashable & Sendable
>: AsyncSequence, Sendable {
  /// What is yielded.
  public typealias Element = Item

  /// What is thrown.
  public typealias Failure = FeedError

  @usableFromInline let base: Base
  @usableFromInline let emptyPageBudget: Int
  @usableFromInline let binding: ListBinding<Base.AsyncIterator>?

  /// Creates the items of pages.
  ///
  /// - Parameters:
  ///   - base: The pages.
  ///   - emptyPageBudget: How many empty pages one item may take.
  ///   - binding: To which list the pages belong; `nil` if they cannot be replaced.
  @inlinable
  init(_ base: Base, emptyPageBudget: Int, binding: ListBinding<Base.AsyncIterator>? = nil) {
    self.base = base
    self.emptyPageBudget = emptyPageBudget
    self.binding = binding
  }

  /// Starts at the first page of the base.
  ///
  /// - Returns: The iterator.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      base: base.makeAsyncIterator(), emptyPageBudget: emptyPageBudget, binding: binding)
  }

  /// One consumer's position.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var base: Base.AsyncIterator
    @usableFromInline let emptyPageBudget: Int
    @usableFromInline let binding: ListBinding<Base.AsyncIterator>?
    @usableFromInline let signal: FeedSignal?
    @usableFromInline var page: Page<Item, Cursor>?

    /// The items of the page in hand; none once the iterator is finished.
    @usableFromInline var items: [Item] = []

    /// How many items of the page have been yielded.
    @usableFromInline var position = 0

    /// The list that the pages belong to, known from the first one on.
    @usableFromInline var generation: Int?
    @usableFromInline var isFinished = false

    @inlinable
    init(
      base: Base.AsyncIterator, emptyPageBudget: Int, binding: ListBinding<Base.AsyncIterator>?
    ) {
      self.base = base
      self.emptyPageBudget = emptyPageBudget
      self.binding = binding
      signal = binding?.signal
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
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FeedError) -> Item? {
      if position < items.count, isCurrent {
        let item = items[position]
        position += 1
        return item
      }
      guard try await turnPage(isolation: actor) else { return nil }
      position = 1
      return items[0]
    }

    /// Whether the list of the page in hand has not been replaced.
    @inlinable var isCurrent: Bool {
      guard let signal, let generation else { return true }
      return signal.isCurrent(generation)
    }

    /// Goes on to the next page that has items.
    ///
    /// - Returns: Whether there is one.
    @inlinable @inline(never)
    mutating func turnPage(
      isolation actor: isolated (any Actor)?
    ) async throws(FeedError) -> Bool {
      guard !isFinished else { return false }
      isFinished = true
      let isReplaced = position < items.count
      items = []
      guard !isReplaced else { throw FeedError(code: .superseded) }
      var emptyPages = EmptyPages(budget: emptyPageBudget)
      while let next = try await base.next(isolation: actor) {
        page = next
        position = 0
        try emptyPages.pass(next)
        guard next.items.isEmpty else {
          if generation == nil { generation = binding?.generation(base) }
          items = next.items
          isFinished = false
          return true
        }
      }
      return false
    }
  }
}

/// Counts pages without items that come in a row, where items are wanted.
@usableFromInline
struct EmptyPages: Sendable {
  @usableFromInline let budget: Int
  @usableFromInline var count = 0

  @inlinable
  init(budget: Int) {
    self.budget = budget
  }

  /// Takes the next page into account.
  ///
  /// - Throws: ``FeedError`` with code `noProgress` when too many came without an item.
  @inlinable
  mutating func pass<Item, Cursor>(_ page: Page<Item, Cursor>) throws(FeedError) {
    count = page.items.isEmpty ? count + 1 : 0
    guard count < budget || page.isLast else {
      throw FeedError(code: .noProgress, pageIndex: page.index + 1)
    }
  }
}

/// How an iterator of items sees that the list of its page is gone.
@usableFromInline
struct ListBinding<PageIterator>: Sendable {
  @usableFromInline let signal: FeedSignal

  /// The generation that an iterator of pages is bound to.
  @usableFromInline let generation: @Sendable (PageIterator) -> Int?
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension PageItems.Iterator: Sendable {}
