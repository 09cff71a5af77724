// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way from the session's callbacks to the task of a caller: one request and its answer.
///
/// It is the delegate of its `URLSessionTask`, with no method of its own: so the session's delegate,
/// ``ExchangeRouter``, finds it there, and nobody keeps a table of requests. A stream carries the
/// events over. Who is cancelled stops reading; nothing has to be woken, and nothing is resumed
/// twice.
final class Exchange: NSObject, URLSessionTaskDelegate, Sendable {
  /// What happens to a request, in order.
  enum Event: Sendable {
    /// The head of the answer came.
    case head(URLResponse)

    /// A part of the body came.
    case body(Data)

    /// The body is larger than allowed; no more parts of it come.
    case excess

    /// There is no more; with the head, which may not have come before, or the error.
    case end(URLResponse?, (any Error)?)

    /// The alarm went off; it may be an old one.
    case alarm
  }

  private let continuation: AsyncStream<Event>.Continuation
  private let bodyLimit: Int
  private let bodySize = Atomic(0)
  private let hasLeft = Atomic(false)

  private init(_ continuation: AsyncStream<Event>.Continuation, bodyLimit: Int) {
    self.continuation = continuation
    self.bodyLimit = bodyLimit
  }

  /// Creates an exchange, and the stream of its events for one reader.
  static func begin(bodyLimit: Int) -> (AsyncStream<Event>, Exchange) {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    return (events, Exchange(continuation, bodyLimit: bodyLimit))
  }

  /// Tells the reader of an event; it is dropped when the reader has left.
  func tell(_ event: Event) { continuation.yield(event) }

  /// Tells the reader of a part of the body, as long as all parts are within the limit: what lies
  /// in the stream is never more.
  func tell(part: Data) {
    let size = bodySize.add(part.count, ordering: .relaxed).newValue
    continuation.yield(size > bodyLimit ? .excess : .body(part))
  }

  /// Drops what still comes.
  func leave() {
    hasLeft.store(true, ordering: .relaxed)
    continuation.finish()
  }

  /// Whether the body is larger than allowed, whether or not somebody still reads.
  var isExcessive: Bool { bodySize.load(ordering: .relaxed) > bodyLimit }

  /// Whether nobody reads any more.
  var isLeft: Bool { hasLeft.load(ordering: .relaxed) }
}

/// The delegate of the session: it hands every callback to the exchange of the task.
final class ExchangeRouter: NSObject, URLSessionDataDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    dataTask.exchange?.tell(.head(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = dataTask.exchange else { return }
    exchange.tell(part: data)
    // A server that never ends would keep its connection for ever. On Linux cancelling is safe here,
    // unlike in the caller: this is the session's own queue, on which the end of the task comes
    // later, and nobody holds a lock.
    if exchange.isExcessive { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    task.exchange?.tell(.end(task.response, error))
    task.exchange?.leave()
  }

  #if !canImport(Darwin)
    /// Ends an exchange that was answered with 401 and a challenge.
    ///
    /// On Linux the challenge comes after the whole answer, and without an answer to the challenge
    /// the task would never end. The session ends it as cancelled, which is safe here, on the
    /// session's own queue, with nothing under way any more.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      task.exchange?.tell(.end(task.response, nil))
      task.exchange?.leave()
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}

extension URLSessionTask {
  fileprivate var exchange: Exchange? { delegate as? Exchange }
}
