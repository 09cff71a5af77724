// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// A source that answers as a test wrote it down, and remembers what it was asked.
///
/// A script says for each cursor what the first, second … request for it gets; the last answer
/// repeats. A cursor without a script throws ``UnscriptedRequest``.
///
/// ```swift
/// let source = ScriptedSource<Int, String>([
///   nil: [.page([1, 2], next: "a")],
///   "a": [.failure(Offline()), .page([3])],
/// ])
/// let feed = Feed(source)
/// ```
public final class ScriptedSource<Item: Sendable, Cursor: Hashable & Sendable>: PageSource {
  /// What the test wants to know afterwards: every call, in the order of arrival.
  public let log: CallLog<Cursor>

  private let answer:
    @Sendable (PageRequest<Cursor>, (ofCursor: Int, inAll: Int)) ->
      ScriptStep<Item, Cursor>?

  /// Creates a source that answers by cursor.
  ///
  /// - Parameter script: The answers to the requests for each cursor, in order; `nil` is the start.
  public init(_ script: [Cursor?: [ScriptStep<Item, Cursor>]]) {
    log = CallLog()
    answer = { request, count in
      script[request.cursor].flatMap { $0.isEmpty ? nil : $0[min(count.ofCursor, $0.count) - 1] }
    }
  }

  /// Creates a source that answers by call, whatever the cursor.
  ///
  /// - Parameter steps: The answers to the first, second … call; the last one repeats.
  public init(calls steps: [ScriptStep<Item, Cursor>]) {
    log = CallLog()
    answer = { _, count in steps.isEmpty ? nil : steps[min(count.inAll, steps.count) - 1] }
  }

  /// Creates a source that computes its answers.
  ///
  /// - Parameter answer: Takes the request and how often its cursor has been asked for, from 1.
  public init(
    answering answer: @escaping @Sendable (PageRequest<Cursor>, Int) -> ScriptStep<Item, Cursor>
  ) {
    log = CallLog()
    self.answer = { answer($0, $1.ofCursor) }
  }

  /// Answers one request as the script says.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The script's page.
  /// - Throws: The script's failure, or ``UnscriptedRequest``.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    let count = await log.enter(request)
    do {
      guard let step = answer(request, count) else { throw UnscriptedRequest() }
      let page = try await step.run()
      await log.leave(wasCancelled: Task.isCancelled)
      return page
    } catch {
      await log.leave(wasCancelled: Task.isCancelled)
      throw error
    }
  }
}

/// The script has no answer for the cursor.
public struct UnscriptedRequest: Error, Sendable, Hashable {
  /// Creates the error.
  public init() {}
}

/// What one request gets.
public struct ScriptStep<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  let run: @concurrent @Sendable () async throws -> Page<Item, Cursor>

  /// A page.
  ///
  /// - Parameter page: The page.
  /// - Returns: The step.
  public static func page(_ page: Page<Item, Cursor>) -> Self { Self { page } }

  /// A page made of items and a next cursor.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - next: The next cursor; `nil` for the end.
  ///   - totalCount: How many items there are in all.
  ///   - hasNext: The server's own word on whether more follows.
  /// - Returns: The step.
  public static func page(
    _ items: [Item], next: Cursor? = nil, totalCount: Int? = nil, hasNext: Bool? = nil
  ) -> Self {
    .page(Page(items: items, next: next, totalCount: totalCount, hasNext: hasNext))
  }

  /// An error.
  ///
  /// - Parameter error: What is thrown.
  /// - Returns: The step.
  public static func failure(_ error: any Error) -> Self { Self { throw error } }

  /// Whatever a function says.
  ///
  /// - Parameter body: Gives the page.
  /// - Returns: The step.
  public static func running(
    _ body: @escaping @concurrent @Sendable () async throws -> Page<Item, Cursor>
  ) -> Self { Self(run: body) }

  /// This step once a gate is open.
  ///
  /// - Parameters:
  ///   - gate: The gate.
  ///   - ignoringCancellation: Whether a cancelled request stays at the gate and then answers as if
  ///     nothing had happened. Default: no, it throws a `CancellationError`.
  /// - Returns: The held step.
  public func held(by gate: Gate, ignoringCancellation: Bool = false) -> Self {
    Self { [run] in
      try await gate.pass(ignoringCancellation: ignoringCancellation)
      return try await run()
    }
  }
}
