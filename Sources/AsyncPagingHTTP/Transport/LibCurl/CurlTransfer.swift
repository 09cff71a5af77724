// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging
  import Foundation

  /// One request under way and what has come of its answer; it stays on the thread of libcurl.
  final class CurlTransfer {
    /// Who waits for it.
    let exchange: CurlExchange

    /// The handle that libcurl works on.
    let easy: CurlEasy

    private let end: ContinuousClock.Instant
    private var lastNews: ContinuousClock.Instant
    private var head = CurlHead()
    private var refusal: HTTPError?

    /// The body so far, never more than is allowed.
    private(set) var body = Data()

    /// Begins a transfer; `nil` if libcurl does not take its options.
    init?(_ exchange: CurlExchange) {
      guard let easy = CurlEasy() else { return nil }
      self.exchange = exchange
      self.easy = easy
      lastNews = .now
      end = lastNews + exchange.request.total
      guard easy.prepare(exchange.request, for: self) else { return nil }
    }

    /// When it is over its time, if there are no news.
    var due: ContinuousClock.Instant { min(lastNews + exchange.request.idle, end) }

    /// The error of a transfer that is over its time.
    func timedOut(_ now: ContinuousClock.Instant) -> HTTPError {
      now >= end
        ? .timedOut(incompleteAfter: exchange.request.total)
        : .timedOut(silentFor: exchange.request.idle)
    }

    /// Takes a line of the head in.
    ///
    /// - Returns: Whether the transfer shall go on.
    func take(line: [UInt8]) -> Bool {
      lastNews = .now
      do throws(HTTPError) {
        try head.add(line, limit: exchange.request.fieldLimit)
        if let length = announcedLength {
          guard length <= exchange.request.bodyLimit else { throw tooLarge }
          // No more than a page usually has: the server only says so.
          body.reserveCapacity(max(0, min(length, 1 << 20)))
        }
        return true
      } catch {
        refusal = error
        return false
      }
    }

    /// Takes a part of the body in.
    ///
    /// - Parameters:
    ///   - count: How many bytes it has.
    ///   - append: Appends them to the body.
    /// - Returns: Whether the transfer shall go on.
    func take(count: Int, append: (inout Data) -> Void) -> Bool {
      lastNews = .now
      guard count <= exchange.request.bodyLimit - body.count else {
        refusal = tooLarge
        return false
      }
      append(&body)
      return true
    }

    /// How it ended, where libcurl says that it ended with this number.
    func outcome(_ code: Int) -> CurlExchange.Outcome {
      if let refusal { return .failure(refusal) }
      guard code == 0 else { return .failure(HTTPError(curl: code, easy.message(of: code))) }
      guard head.isComplete else {
        return .failure(
          HTTPError(.noAnswer, "there was no head of an answer", retryAdvice: .retry))
      }
      return .success(
        HTTPResponse(
          status: head.status, fields: head.fields, body: body, url: exchange.request.url))
    }

    /// The length of the body that the head speaks of, when it is complete; `nil` if it says none,
    /// or speaks of a body that does not come.
    private var announcedLength: Int? {
      guard head.isComplete, exchange.request.method != "HEAD", ![204, 304].contains(head.status)
      else { return nil }
      return head.fields["Content-Length"].flatMap { Int($0) }
    }

    private var tooLarge: HTTPError {
      HTTPLimits.bodyTooLarge(limit: exchange.request.bodyLimit)
    }
  }
#endif
