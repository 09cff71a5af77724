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
/// It is the delegate of its `URLSessionTask`, with no method of its own: so the session's
/// delegate, ``ExchangeRouter``, finds it there, and nobody keeps a table of requests. It puts the
/// answer together where the session calls, so that the caller is woken once and not for every
/// part. A stream carries the outcome over. Who is cancelled stops reading; nothing has to be
/// woken, and nothing is resumed twice.
final class Exchange: NSObject, URLSessionTaskDelegate, Sendable {
  /// What the session says of a request, in order.
  enum News {
    /// The head of the answer came.
    case head(URLResponse)

    /// A part of the body came.
    case body(Data)

    /// The body is larger than allowed.
    case excess

    /// There is no more; with the head, which may not have come before, or the error.
    case end(URLResponse?, (any Error)?)
  }

  /// What the reader hears.
  enum Event: Sendable {
    /// There is an answer, or none to come.
    case outcome(Result<HTTPResponse, HTTPError>)

    /// The alarm went off; it may be an old one.
    case alarm
  }

  fileprivate struct Progress {
    var answer: PartialAnswer
    var lastNews: ContinuousClock.Instant
  }

  private let continuation: AsyncStream<Event>.Continuation
  private let bodyLimit: Int
  private let bodySize = Atomic(0)
  private let hasLeft = Atomic(false)

  /// What has come; `nil` when there was an outcome, or nobody reads any more.
  private let progress: Mutex<Progress?>

  private init(_ continuation: AsyncStream<Event>.Continuation, _ answer: PartialAnswer) {
    self.continuation = continuation
    bodyLimit = answer.bodyLimit
    progress = Mutex(Progress(answer: answer, lastNews: .now))
  }

  /// Creates an exchange, and the stream of its events for one reader.
  static func begin(_ answer: PartialAnswer) -> (AsyncStream<Event>, Exchange) {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    return (events, Exchange(continuation, answer))
  }

  /// Takes news in, and tells the reader of the outcome; it is dropped when the reader has left.
  func take(_ news: News) {
    let outcome = progress.withLock { $0.take(news) }
    if let outcome { continuation.yield(.outcome(outcome)) }
  }

  /// Takes a part of the body in, as long as all parts are within the limit: what is kept is never
  /// more.
  func take(part: Data) {
    let size = bodySize.add(part.count, ordering: .relaxed).newValue
    take(size > bodyLimit ? .excess : .body(part))
  }

  /// Tells the reader that the alarm went off.
  func ring() { continuation.yield(.alarm) }

  /// When the last news came; `nil` when no more are waited for.
  var lastNews: ContinuousClock.Instant? { progress.withLock { $0?.lastNews } }

  /// Drops what has come and what still comes.
  func leave() {
    hasLeft.store(true, ordering: .relaxed)
    progress.withLock { $0 = nil }
    continuation.finish()
  }

  /// Whether the body is larger than allowed, whether or not somebody still reads.
  var isExcessive: Bool { bodySize.load(ordering: .relaxed) > bodyLimit }

  /// Whether nobody reads any more.
  var isLeft: Bool { hasLeft.load(ordering: .relaxed) }
}

extension Exchange.Progress? {
  /// Takes news in; the first outcome is the only one.
  fileprivate mutating func take(_ news: Exchange.News) -> Result<HTTPResponse, HTTPError>? {
    guard self != nil else { return nil }
    self?.lastNews = .now
    do throws(HTTPError) {
      guard let response = try self?.answer.add(news) else { return nil }
      self = nil
      return .success(response)
    } catch {
      self = nil
      return .failure(error)
    }
  }
}

/// The delegate of the session: it hands every callback to the exchange of the task.
final class ExchangeRouter: NSObject, URLSessionDataDelegate, Sendable {
  #if !canImport(Darwin)
    /// How many requests the session has not ended, those included that nobody waits for any more.
    private let running = Atomic(0)

    /// Counts a request that is about to start.
    func begin() { running.add(1, ordering: .relaxed) }

    /// Counts a request that is about to start if there is no other one.
    ///
    /// - Returns: Whether there is no other one.
    func beginAlone() -> Bool {
      running.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged
    }
  #endif

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
    dataTask.exchange?.take(.head(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = dataTask.exchange else { return }
    exchange.take(part: data)
    // A server that never ends would keep its connection for ever. On Linux cancelling is safe
    // here, unlike in the caller: this is the session's own queue, on which the end of the task
    // comes later, and nobody holds a lock.
    if exchange.isExcessive { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    #if !canImport(Darwin)
      running.subtract(1, ordering: .relaxed)
    #endif
    task.exchange?.take(.end(task.response, error))
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
      task.exchange?.take(.end(task.response, nil))
      task.exchange?.leave()
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}

extension URLSessionTask {
  fileprivate var exchange: Exchange? { delegate as? Exchange }
}
