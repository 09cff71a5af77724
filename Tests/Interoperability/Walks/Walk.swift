// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

/// One way to walk one list of one server.
struct Walk: Sendable {
  private let service: Service
  private let style: String
  private let list: String
  private let check: @Sendable (Int) async throws -> Finding

  /// What a walk with pages of one size came to.
  private struct Finding {
    var requests = 0
    var items = 0
    var problem: String?
  }

  /// Which walk it is, for a person.
  var name: String { "\(service.name), \(style), \(list)" }

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - service: The server.
  ///   - style: How it pages.
  ///   - list: Which of its lists is walked.
  ///   - counted: Which list the server cuts into pages, if it is another one. Default: the same.
  ///   - backwards: Whether pages come from the end on. Default: no.
  ///   - title: What tells an item.
  ///   - source: Makes the source for pages of a size.
  init<Item>(
    _ service: Service, _ style: String, _ list: String, counted: String? = nil,
    backwards: Bool = false, title: @escaping @Sendable (Item) -> String,
    source: @escaping @Sendable (Int, any HTTPTransport) -> HTTPPageSource<Item>
  ) {
    self.service = service
    self.style = style
    self.list = list
    let held = service.lists[list] ?? []
    let countedCount = service.lists[counted ?? list]?.count ?? 0
    check = { size in
      let transport = CountingTransport()
      let source = source(size, transport)
      let expected = backwards ? Self.reversingPages(of: held, size: size) : held
      var titles: [String] = []
      var points: [(consumed: Int, encoded: Data)] = []
      var finding = Finding()
      for try await page in source.pages() {
        if page.items.count > size { finding.problem = "a page has \(page.items.count) items" }
        let half = page.items.count / 2
        let point = page.resumePoint(consuming: half)
        points.append((titles.count + half, try JSONEncoder().encode(point)))
        titles += page.items.map(title)
      }
      finding.items = titles.count
      finding.requests = transport.count
      // One more where the end is an empty page.
      let most = (countedCount + size - 1) / size + 1
      if transport.count > most { finding.problem = "there were more than \(most) requests" }
      if titles != expected { finding.problem = Self.difference(titles, expected) }
      for (consumed, encoded) in points where finding.problem == nil {
        let point = try JSONDecoder().decode(ResumePoint<HTTPCursor>.self, from: encoded)
        var rest: [String] = []
        for try await item in source.pages(after: point).items { rest.append(title(item)) }
        if rest != Array(expected.dropFirst(consumed)) {
          finding.problem = "going on after \(consumed): \(Self.difference(rest, expected))"
        }
      }
      return finding
    }
  }

  /// Walks with pages of one size.
  func outcome(size: Int) async -> Outcome {
    var finding: Finding
    do {
      finding = try await check(size)
    } catch {
      let cause = (error as? FeedError)?.underlying.map { ", caused by \($0)" } ?? ""
      finding = Finding(problem: "\(error)\(cause)")
    }
    return Outcome(
      service: service, style: style, list: list, size: size, requests: finding.requests,
      items: finding.items, problem: finding.problem)
  }

  /// A list in pages from the end on, each in its own order.
  private static func reversingPages(of list: [String], size: Int) -> [String] {
    var rest = list[...]
    var result: [String] = []
    while !rest.isEmpty {
      result += rest.suffix(size)
      rest = rest.dropLast(size)
    }
    return result
  }

  private static func difference(_ titles: [String], _ expected: [String]) -> String {
    let same = zip(titles, expected).prefix { $0 == $1 }.count
    return """
      \(titles.count) items instead of \(expected.count), the first other one is \
      \(titles.dropFirst(same).first ?? "none") instead of \
      \(expected.dropFirst(same).first ?? "none")
      """
  }
}
