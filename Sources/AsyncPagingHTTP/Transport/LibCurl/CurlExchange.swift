// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import Synchronization

  /// The way from the thread of libcurl to the task of a caller: one request and how it ended.
  ///
  /// A stream carries the one outcome over. Who is cancelled stops reading; nothing has to be
  /// woken, and nothing is resumed twice.
  final class CurlExchange: Sendable {
    /// How a request ended.
    typealias Outcome = Result<HTTPResponse, HTTPError>

    /// What to send.
    let request: CurlRequest

    private let continuation: AsyncStream<Outcome>.Continuation
    private let hasLeft = Atomic(false)

    private init(_ request: CurlRequest, _ continuation: AsyncStream<Outcome>.Continuation) {
      self.request = request
      self.continuation = continuation
    }

    /// Creates an exchange, and the stream of its outcome for one reader; without an outcome it
    /// ends only for a reader who is cancelled.
    static func begin(_ request: CurlRequest) -> (AsyncStream<Outcome>, CurlExchange) {
      let (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
      return (outcomes, CurlExchange(request, continuation))
    }

    /// Tells the reader how it ended; it is dropped when the reader has left.
    func end(_ outcome: Outcome) {
      continuation.yield(outcome)
      continuation.finish()
    }

    /// Says that nobody reads any more.
    func leave() { hasLeft.store(true, ordering: .relaxed) }

    /// Whether nobody reads any more.
    var isLeft: Bool { hasLeft.load(ordering: .relaxed) }
  }
#endif
