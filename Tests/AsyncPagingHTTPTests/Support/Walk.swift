// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What walking a source to its end came to.
struct Walk<Item: Sendable>: Sendable {
  var pages: [Page<Item, HTTPCursor>] = []
  var failure: FeedError?

  var items: [Item] { pages.flatMap(\.items) }

  /// Why it ended; `nil` if it did not.
  var end: EndReason? { pages.last?.endReason }

  /// The source's own error.
  var error: HTTPError? { failure?.underlying as? HTTPError }
}

extension HTTPPageSource {
  /// Walks to the end, or to the first error.
  func walk(
    retry: RetryPolicy = .never, limit: Int? = nil, after point: ResumePoint<HTTPCursor>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> Walk<Item> {
    var walk = Walk<Item>()
    var configuration = FeedConfiguration.streaming
    configuration.retry = retry
    configuration.limit = limit
    do throws(FeedError) {
      for try await page in pages(configuration, after: point, clock: clock) {
        walk.pages.append(page)
      }
    } catch {
      walk.failure = error
    }
    return walk
  }
}

extension URLRequest {
  /// A request for a URL that is one.
  init(
    _ text: String, _ method: String = "GET", fields: [String: String] = [:], body: String? = nil
  ) {
    self.init(url: URL(string: text) ?? URL(fileURLWithPath: text))
    httpMethod = method
    for (name, value) in fields { setValue(value, forHTTPHeaderField: name) }
    httpBody = body.map { Data($0.utf8) }
  }

  /// The body as a text.
  var bodyText: String { String(decoding: httpBody ?? Data(), as: UTF8.self) }
}

/// A scheme for answers without a type of their own.
typealias AnyScheme = PagingScheme<JSONEnvelope<JSON>>

extension HTTPPageSource<JSON> {
  /// A source of items without a type of their own.
  init(
    _ scheme: AnyScheme, _ request: URLRequest, items: JSONPath = "$.items",
    rules: ItemRules = [], _ options: HTTPOptions = HTTPOptions(), over transport: StubTransport
  ) {
    self.init(
      scheme, request: request, items: items, of: JSON.self, rules: rules, options: options,
      transport: transport)
  }
}
