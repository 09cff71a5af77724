// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers of a known service, what is asked for them, and what the walk comes to.
struct BodyCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Equatable {
    case end(EndReason)
    case failure(HTTPError.Code)
    case cycle
  }

  var id: String
  var scheme: AnyScheme
  var items: JSONPath = "$.items"
  var rules: ItemRules = []
  var request = URLRequest("https://h.example/x")
  var options = HTTPOptions()
  var answers: [HTTPResponse]

  /// What is asked, request by request: the URL, or what `shows` makes of it.
  var asks: [String]
  var shows: @Sendable (URLRequest) -> String = { $0.url?.absoluteString ?? "" }
  var count: Int
  var outcome: Outcome

  var testDescription: String { id }

  init(
    _ id: String, _ scheme: AnyScheme, _ answers: HTTPResponse..., asks: [String], count: Int,
    _ outcome: Outcome, _ change: (inout Self) -> Void = { _ in }
  ) {
    self.id = id
    self.scheme = scheme
    self.answers = answers
    self.asks = asks
    self.count = count
    self.outcome = outcome
    change(&self)
  }

  /// Walks, and checks everything.
  func check() async {
    let server = StubTransport { [answers] _, number in
      number <= answers.count ? answers[number - 1] : .status(599, "unexpected request")
    }
    let walk = await HTTPPageSource(
      scheme, request, items: items, rules: rules, options, over: server
    ).walk()
    let requests = server.requests
    #expect(requests.map(shows) == asks)
    #expect(walk.items.count == count)
    #expect(outcome(of: walk) == outcome, "\(walk.failure.map { "\($0)" } ?? "no error")")
  }

  private func outcome(of walk: Walk<JSON>) -> Outcome? {
    guard let failure = walk.failure else { return walk.end.map(Outcome.end) }
    if failure.code == .cursorCycle { return .cycle }
    return walk.error.map { .failure($0.code) }
  }
}
