// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer that was asked for before anybody wanted it, and is decoded as soon as it is there.
struct EarlyAnswer: Sendable {
  let request: URLRequest
  private let begun = ContinuousClock.now
  private let task: Task<HTTPExchange.Answered, any Error>
  private let decoding: any EarlyDecoding

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - source: The source that asks, and decodes the answer.
  init(to request: URLRequest, for source: HTTPPageSource<some Any>) {
    self.request = request
    let task = Self.askAtOnce {
      try await source.exchange.answer(to: request)
    }
    self.task = task
    decoding = DecodingTask(source.bodies) {
      let response = try await task.value.response
      return source.hasPage(response) ? try source.body(of: response) : nil
    }
  }

  /// Sends a request before it returns, where the system can: in a task of the ordinary kind it
  /// would wait for a thread behind the decoding that it shall overlap with.
  private static func askAtOnce(
    _ ask: @escaping @Sendable @concurrent () async throws -> HTTPExchange.Answered
  ) -> Task<HTTPExchange.Answered, any Error> {
    let name = "ask for the next page early"
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return Task(name: name, operation: ask)
    }
    return Task.immediate(name: name, operation: ask)
  }

  /// Whether it is too old to stand for what the server would say now: older than the longest time
  /// that the request may take.
  var isStale: Bool { begun.duration(to: .now) > .seconds(max(request.timeoutInterval, 1)) }

  /// Gives the request up.
  func cancel() {
    task.cancel()
    decoding.cancel()
  }

  /// Waits for the answer; a caller that is cancelled takes the request along.
  func answer() async throws -> HTTPExchange.Answered {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      cancel()
    }
  }

  /// Waits for the body of the answer.
  ///
  /// - Parameter reader: What reads the bodies of the source.
  /// - Returns: The body; `nil` if another source has asked, or the answer is no page.
  /// - Throws: What it cannot be decoded for.
  func body<Item>(for reader: BodyReader<Item>) async throws -> BodyReader<Item>.Body? {
    guard let decoding = decoding as? DecodingTask<Item>, decoding.reader === reader else {
      return nil
    }
    return try await decoding.task.value
  }
}

/// What reads the bodies of a source.
///
/// It is an object so that a source knows its own: a cursor may come from another one.
final class BodyReader<Item: Sendable>: Sendable {
  /// A body that is decoded: what it comes to depends on what was asked for as well.
  typealias Body =
    @Sendable (URLRequest, HTTPCursor?, Int?) throws(HTTPError) ->
    HTTPPageSource<Item>.Reading

  /// Decodes the body of an answer.
  let decode: @Sendable (HTTPResponse) throws -> Body

  init(_ decode: @escaping @Sendable (HTTPResponse) throws -> Body) {
    self.decode = decode
  }
}

/// A body that is being decoded.
private protocol EarlyDecoding: Sendable {
  func cancel()
}

private struct DecodingTask<Item: Sendable>: EarlyDecoding {
  let reader: BodyReader<Item>
  let task: Task<BodyReader<Item>.Body?, any Error>

  init(
    _ reader: BodyReader<Item>,
    _ decode: @escaping @Sendable @concurrent () async throws -> BodyReader<Item>.Body?
  ) {
    self.reader = reader
    task = Task(name: "decode the next page early", operation: decode)
  }

  func cancel() { task.cancel() }
}
