// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPPageSource {
  /// Asks for one page of a walk that has started over so many times.
  func page(
    at cursor: HTTPCursor?, _ request: PageRequest<HTTPCursor>, memory: WalkMemory, restarts: Int
  ) async throws -> Page<Item, HTTPCursor> {
    if let cursor { await memory.note(cursor.keys, inRound: cursor.restarts) }
    let reading: Reading
    do {
      reading = try await answer(at: cursor, request, memory)
    } catch let error as HTTPError {
      throw error.hiding(cursor, base)
    }
    if let closing = reading.closing {
      await memory.keep { [exchange] in await exchange.sendAndForget(closing) }
    }
    let isLast = reading.next.cursor == nil
    if isLast { await memory.close() }
    let (items, keys) = await unseen(reading.items, in: memory, restarts: restarts)
    return Page(
      items: items,
      next: reading.next.cursor?.continuing(
        received: reading.received, keys: keys, memory: memory, restarts: restarts),
      previous: reading.next.previous?.continuing(
        received: 0, keys: keys, memory: memory, restarts: restarts),
      totalCount: reading.next.totalCount,
      endReason: isLast ? reading.next.endReason ?? .noNextCursor : nil)
  }

  /// Asks for one page, and reads the answer.
  private func answer(
    at cursor: HTTPCursor?, _ request: PageRequest<HTTPCursor>, _ memory: WalkMemory
  ) async throws -> Reading {
    let sent = try outgoing(cursor, request)
    let early = request.attempt == 1 ? await memory.takeEarly(sent) : nil
    let answered: HTTPExchange.Answered
    if let early {
      answered = try await early.answer()
    } else {
      answered = try await exchange.answer(to: sent)
    }
    let response = answered.response
    // A cursor that can be used once is not used up for a page that may never be wanted.
    if options.overlapsDecoding, options.retriesLostAnswers, (200..<300).contains(response.status),
      let next = earlyCursor(response), let sent = try? outgoing(next, request)
    {
      await memory.keep(early: EarlyAnswer(to: sent, for: self))
    }
    do throws(HTTPError) {
      var reading = try await self.reading(response, early, sent, cursor, request)
      if let failure = reading.next.cursor?.failure {
        let error = failure.about(sent).about(response, answered.request, options)
        reading.next.cursor = HTTPCursor(failure: error.hiding(cursor, base))
      } else {
        await exchange.keep(answered)
      }
      return reading
    } catch {
      throw error.about(sent).about(response, answered.request, options)
    }
  }

  /// The request for a page, if it may be sent.
  private func outgoing(
    _ cursor: HTTPCursor?, _ request: PageRequest<HTTPCursor>
  ) throws(HTTPError) -> URLRequest {
    let sent = try compose(cursor, request.limit)
    do throws(HTTPError) {
      if let url = sent.url { try options.origins.check(url, from: exchange.home) }
    } catch {
      throw error.about(sent)
    }
    return sent
  }

  /// What an answer comes to.
  private func reading(
    _ response: HTTPResponse, _ early: EarlyAnswer?, _ sent: URLRequest, _ cursor: HTTPCursor?,
    _ request: PageRequest<HTTPCursor>
  ) async throws(HTTPError) -> Reading {
    if endStatuses.contains(response.status), !response.isRateLimited(now: options.now()),
      cursor != nil || response.isOfNothing
    {
      return Reading(items: [], received: cursor?.received ?? 0, next: .end(.flag))
    }
    let isStart = cursor == nil
    if let error = response.statusError(
      attempt: request.attempt, isStart: isStart, options)
    {
      throw error
    }
    // The second time the same body would come again, and a cursor may be used up.
    let isWorthIt = request.attempt == 1 && options.retriesLostAnswers
    let advice: RetryAdvice = isWorthIt ? .retry : .never
    if response.body.isEmpty {
      guard response.isEnd(options.emptyAnswers) else {
        throw HTTPError(
          .emptyBody, "the answer has no body, which is no page; see HTTPOptions.emptyAnswers",
          retryAdvice: advice)
      }
      return Reading(items: [], received: cursor?.received ?? 0, next: .end(.emptyPage))
    }
    let reading: Reading
    do {
      let body = try await early?.body(for: bodies) ?? body(of: response)
      reading = try body(sent, cursor, request.limit)
    } catch var error as HTTPError {
      if error.code == .undecodableBody { error.retryAdvice = advice }
      throw error
    } catch let error as DecodingError {
      throw HTTPError(
        .undecodableBody, error.place, retryAdvice: advice, underlying: error.withoutValues)
    } catch {
      throw HTTPError(.rejected, "the answer was turned down", underlying: error)
    }
    guard reading.items.count <= options.limits.items else {
      throw HTTPError(
        .tooManyItems,
        "the page has \(reading.items.count) items, \(options.limits.items) are allowed")
    }
    return reading
  }

  /// Whether an answer has a body that is to be read.
  func hasPage(_ response: HTTPResponse) -> Bool {
    (200..<300).contains(response.status) && !endStatuses.contains(response.status)
      && !response.body.isEmpty
  }

  /// The body of an answer that is not turned down.
  func body(of response: HTTPResponse) throws -> BodyReader<Item>.Body {
    try options.check(response)
    return try bodies.decode(response)
  }

  /// The items of a page without those that came before the walk started over, and the keys of all.
  private func unseen(
    _ items: [Item], in memory: WalkMemory, restarts: Int
  ) async -> (items: [Item], keys: [JSON]) {
    guard self.restarts.limit > 0 else { return (items, []) }
    let keys = items.map { self.restarts.key($0) ?? .null }
    let known = keys.filter { $0 != .null }
    let earlier = await memory.delivered(known, beforeRound: restarts)
    return (zip(items, keys).filter { !earlier.contains($0.1) }.map(\.0), known)
  }
}

extension HTTPResponse {
  /// Whether it says that there is no range to be had because there is nothing at all.
  fileprivate var isOfNothing: Bool {
    status == 416 && fields["Content-Range"]?.hasSuffix(" */0") == true
  }

  /// Whether an answer without a body is the end.
  fileprivate func isEnd(_ rule: HTTPOptions.EmptyAnswers) -> Bool {
    switch rule {
    case .byStatus: status == 204 || status == 205
    case .end: true
    case .fail: false
    }
  }
}
