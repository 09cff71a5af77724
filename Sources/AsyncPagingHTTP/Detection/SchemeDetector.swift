// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks for the first page, and for the second where a parameter has to be tried.
struct SchemeDetector {
  let exchange: HTTPExchange
  let request: URLRequest

  private var options: HTTPOptions { exchange.options }

  /// What the server's answers show.
  func finding() async throws -> SchemeFinding {
    let answered = try await exchange.answer(to: request)
    let response = answered.response
    if let error = response.statusError(attempt: 1, isStart: true, options) {
      throw error.about(request).about(response, answered.request, options)
    }
    do {
      try options.check(response)
    } catch {
      let rejection =
        error as? HTTPError
        ?? HTTPError(.rejected, "the answer was turned down", underlying: error)
      throw rejection.about(request).about(response, answered.request, options)
    }
    switch ExaminedAnswer.examining(response, to: request, limits: options.limits) {
    case .failure(let obstacle): return SchemeFinding(obstacle)
    case .success(let answer):
      let finding = SchemeFinding(answer)
      guard let proposal = finding.proposal, let name = proposal.rule.parameter else {
        return finding
      }
      return try await Confirmation(found: finding, proposal: proposal, name: name, first: answer)
        .finding(by: self)
    }
  }

  /// The second page, or why there is none.
  ///
  /// - Throws: An error that says to try again; what a server refuses for good is an obstacle.
  fileprivate func page(
    _ request: URLRequest
  ) async throws -> Result<ExaminedAnswer, ExaminedAnswer.Obstacle> {
    let answered = try await exchange.answer(to: request)
    let response = answered.response
    if let error = response.statusError(attempt: 1, isStart: true, options),
      error.retryAdvice != .never
    {
      throw error.about(request).about(response, answered.request, options)
    }
    return ExaminedAnswer.examining(response, to: request, limits: options.limits)
  }
}

/// Sees whether a server takes what is to go into the next request.
private struct Confirmation {
  let found: SchemeFinding
  let proposal: SchemeProposal

  /// What the parameter is called.
  let name: String
  let first: ExaminedAnswer

  /// The finding, if the second page is another one than the first.
  func finding(by detector: SchemeDetector) async throws -> SchemeFinding {
    let scheme: PagingScheme<JSON> = proposal.rule.scheme()
    let items = proposal.items.elements(in: first.root) ?? []
    let sent: URLRequest
    let cursor: HTTPCursor
    do throws(HTTPError) {
      let next = try scheme.next(
        after: HTTPAnswer(
          body: first.root, itemCount: items.count, response: first.response,
          request: first.request, cursor: nil, limit: nil))
      guard let following = next.cursor else {
        return confirmed("nothing follows the first page, so \(name) was not tried")
      }
      cursor = following
      sent = try scheme.request(for: cursor, limit: nil, basedOn: first.request)
    } catch {
      return refuted(error.detail)
    }
    switch try await detector.page(sent) {
    case .failure(let obstacle):
      return refuted("the second page cannot be had with \(name): \(obstacle.reason)")
    case .success(let second): return judge(second, cursor, after: items)
    }
  }

  private func judge(
    _ second: ExaminedAnswer, _ cursor: HTTPCursor, after items: [JSON]
  ) -> SchemeFinding {
    guard let others = proposal.items.elements(in: second.root) else {
      return refuted("the second page has no items at \(proposal.items.path)")
    }
    if let echo = proposal.rule.echo, let said = echo.value(in: second.root)?.count,
      said != cursor.value.count
    {
      return refuted("the second page, asked for with \(name), says another number at \(echo)")
    }
    guard !others.isMostly(of: items) else {
      return refuted("the server ignores \(name): the second page is the first one again")
    }
    guard !items.isEmpty || !others.isEmpty else {
      return confirmed("the first two pages are empty, which proves nothing about \(name)")
    }
    return confirmed("the second page, asked for with \(name), is another one")
  }

  private func confirmed(_ reason: String) -> SchemeFinding {
    SchemeFinding(proposal, reasons: found.reasons + [reason])
  }

  private func refuted(_ reason: String) -> SchemeFinding {
    SchemeFinding(unknown: found.reasons + [reason])
  }
}

extension ItemPlace {
  /// The items; `nil` if there are none where some must be.
  fileprivate func elements(in root: JSON) -> [JSON]? {
    switch path.value(in: root) {
    case .array(let elements)?: elements
    case nil where rules.contains(.mayBeMissing), .null?: []
    default: nil
    }
  }
}

extension [JSON] {
  /// Whether more than half of these are among others, by an id if all have one.
  ///
  /// Some may be: a list moves when something is added, and items may change between two answers.
  fileprivate func isMostly(of others: [JSON]) -> Bool {
    let names = ["id", "_id", "Id", "ID", "uuid", "objectID", "key", "Key", "_number"]
    let all = self + others
    let name = names.first { name in
      all.allSatisfy { element in
        guard case .object(let members) = element else { return false }
        return members[name].map { $0 != .null } ?? false
      }
    }
    func key(_ element: JSON) -> JSON {
      guard let name, case .object(let members) = element else { return element }
      return members[name] ?? .null
    }
    let known = Set(others.map(key))
    return count { known.contains(key($0)) } * 2 > count
  }
}
