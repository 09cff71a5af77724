// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What concurrent clients asked of an object, and what they were told.
///
/// Times come from one counter, so that of two operations it can be told whether one had returned
/// before the other was called. Give a history to ``linearization(by:)`` to find out whether what
/// happened could have happened one operation after the other.
///
/// ```swift
/// let history = History<FeedModel.Operation, FeedModel.Answer>()
/// simulation.spawn("scroll") {
///   await history.record(.loadNext, by: "scroll") { await answer { try await feed.loadNext() } }
/// }
/// simulation.atEnd {
///   let model = FeedModel(pageCount: 3)
///   simulation.expect(history.linearization(by: model) != nil, "\(history)")
/// }
/// ```
///
/// Any thread may write to it.
public final class History<Operation: Sendable, Answer: Sendable>: Sendable {
  /// One operation.
  public struct Entry: Sendable {
    /// What was asked for.
    public let operation: Operation

    /// Who asked.
    public let client: String

    /// When it was called.
    public let called: Int

    /// When it returned; `nil` while it has not.
    ///
    /// An operation that has not returned may or may not have taken effect.
    public internal(set) var returned: Int?

    /// What the client was told; `nil` while it was told nothing.
    public internal(set) var answer: Answer?
  }

  private struct Record {
    var entries: [Entry] = []
    var time = 0

    mutating func tick() -> Int {
      time += 1
      return time
    }
  }

  private let record = Locked(Record())

  /// Creates an empty history.
  public init() {}

  /// Every operation, in the order of the calls.
  public var entries: [Entry] { record.withLock { $0.entries } }

  /// Carries out an operation and writes down when it was called, when it returned, and its answer.
  ///
  /// - Parameters:
  ///   - operation: What is asked for.
  ///   - client: Who asks. A client has one operation at a time.
  ///   - body: Asks, and turns what comes into an answer.
  /// - Returns: The answer.
  @discardableResult
  public func record(
    _ operation: Operation, by client: String, _ body: () async -> Answer
  ) async -> Answer {
    let index = call(operation, by: client)
    let answer = await body()
    finish(index, with: answer)
    return answer
  }

  /// Writes down that an operation is called.
  ///
  /// - Parameters:
  ///   - operation: What is asked for.
  ///   - client: Who asks.
  /// - Returns: The number of the entry, for ``finish(_:with:)``.
  public func call(_ operation: Operation, by client: String) -> Int {
    record.withLock { record in
      let time = record.tick()
      record.entries.append(Entry(operation: operation, client: client, called: time))
      return record.entries.count - 1
    }
  }

  /// Writes down that an operation has returned.
  ///
  /// - Parameters:
  ///   - index: The number of the entry.
  ///   - answer: What the client was told.
  public func finish(_ index: Int, with answer: Answer) {
    record.withLock { record in
      record.entries[index].returned = record.tick()
      record.entries[index].answer = answer
    }
  }
}

extension History: CustomStringConvertible {
  /// One line for each operation, in the order of the calls.
  public var description: String {
    entries.map(\.description).joined(separator: "\n")
  }
}

extension History.Entry: CustomStringConvertible {
  /// The times, the client, what it asked for, and what it was told.
  public var description: String {
    let times = "\(called)-\(returned.map(String.init) ?? "")"
    return "\(times) \(client): \(operation) -> \(answer.map { "\($0)" } ?? "pending")"
  }
}
