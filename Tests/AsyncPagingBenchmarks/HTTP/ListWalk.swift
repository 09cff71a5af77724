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

/// A way to walk the list of the server, and to decode its items.
enum ListWalk: String, CaseIterable, Sendable {
  /// The loop that people write by hand.
  case handLoop = "hand-loop"

  /// A walk over a source, with the transport on every platform.
  case urlSession = "urlsession"

  /// A feed that reads four pages ahead and asks for the next page while it decodes this one.
  case urlSessionOverlapped = "urlsession-overlapped"

  #if LibCurl
    /// A walk over a source, with libcurl.
    case curl

    /// A feed as above, with libcurl.
    case curlPrefetching = "curl-prefetching"
  #endif

  /// How many pages are loaded ahead where any are.
  private static let prefetching = 4

  /// Walks a list from its start to its end.
  ///
  /// - Parameter url: The list.
  /// - Returns: What came.
  /// - Throws: What went wrong.
  @concurrent
  func run(_ url: URL) async throws -> ListTally {
    switch self {
    case .handLoop: try await Self.handLoop(url)
    case .urlSession: try await Self.walk(url, over: URLSessionTransport.shared)
    case .urlSessionOverlapped: try await Self.feed(url, over: URLSessionTransport.shared)
    #if LibCurl
      case .curl: try await Self.walk(url, over: CurlTransport.shared)
      case .curlPrefetching: try await Self.feed(url, over: CurlTransport.shared)
    #endif
    }
  }

  private static func handLoop(_ list: URL) async throws -> ListTally {
    let session = URLSession.shared
    let decoder = JSONDecoder()
    var tally = ListTally()
    var cursor: String?
    repeat {
      var url = list
      if let cursor { url.append(queryItems: [URLQueryItem(name: "cursor", value: cursor)]) }
      let (body, response) = try await session.data(from: url)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw URLError(.badServerResponse)
      }
      let page = try decoder.decode(ListPage.self, from: body)
      tally.add(page.items)
      cursor = page.next
    } while cursor != nil
    return tally
  }

  private static func walk(_ url: URL, over transport: some HTTPTransport) async throws -> ListTally
  {
    let source = HTTPPageSource(
      .cursor(in: \ListPage.next, as: .query("cursor")), request: URLRequest(url: url),
      items: \ListPage.items, transport: transport)
    var tally = ListTally()
    for try await page in source.pages() { tally.add(page.items) }
    return tally
  }

  private static func feed(_ url: URL, over transport: some HTTPTransport) async throws -> ListTally
  {
    var options = HTTPOptions()
    options.overlapsDecoding = true
    let source = HTTPPageSource(
      .cursor(in: "$.next", as: .query("cursor")), request: URLRequest(url: url),
      items: \ListPage.items, options: options, transport: transport)
    var tally = ListTally()
    for try await page in Feed(source).pages(prefetching: prefetching) { tally.add(page.items) }
    return tally
  }
}

/// What a walk has seen.
struct ListTally: Sendable, Equatable {
  var pages = 0
  var items = 0

  /// The sum of the items' numbers: who has it has seen each of them once.
  var sum = 0

  /// What a whole list of so many pages comes to.
  static func whole(pages: Int) -> ListTally {
    let items = pages * ListData.itemsPerPage
    return ListTally(pages: pages, items: items, sum: items * (items - 1) / 2)
  }

  mutating func add(_ items: [ListItem]) {
    pages += 1
    self.items += items.count
    for item in items { sum += item.id }
  }
}
