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

/// The server sends a page again, for another number: it does not know the parameter, and would do
/// so for ever.
struct RepeatedPage: Error, CustomStringConvertible {
  let index: Int
  let option: String

  var description: String {
    """
    page \(index + 1) is page \(index) again: the server does not know what \(option) names, or \
    repeats its last page
    """
  }
}

/// A walk from the first page, or from where the last one stopped, to standard output.
struct Walk: Sendable {
  /// Why it is over.
  enum Ending: Sendable {
    case end(EndReason)
    case limit
    case nothingWanted
    case readerLeft
    case interrupted
  }

  private let arguments: Arguments
  let request: URLRequest
  private let scheme: PagingScheme<JSONEnvelope<JSON>>?
  private let events: AsyncStream<Progress.Event>.Continuation

  /// Plans a walk.
  ///
  /// - Throws: What the arguments ask for and is not there.
  init(
    _ arguments: Arguments, events: AsyncStream<Progress.Event>.Continuation
  ) throws(UsageError) {
    self.arguments = arguments
    self.events = events
    request = try arguments.request(environment: ProcessInfo.processInfo.environment)
    scheme = try arguments.scheme?.scheme(arguments.details)
  }

  /// Walks.
  ///
  /// - Returns: Why it is over.
  /// - Throws: What stopped it; up to there everything is written, and noted if that was asked for.
  func run() async throws -> Ending {
    do {
      return try await walk()
    } catch let error as FeedError where error.code == .cancelled {
      return .interrupted
    }
  }

  private func walk() async throws -> Ending {
    let checkpoint = arguments.checkpoint.map { Checkpoint(path: $0) }
    let point = try checkpoint?.read()
    var configuration = configuration
    let source = try await source(&configuration)
    if let point {
      try checkpoint?.check(point, fingerprint: configuration.fingerprint)
      events.yield(.note("going on at page \(point.index + 1)"))
    } else {
      // A place that cannot be written is found out before the first page, not after it.
      try checkpoint?.write(ResumePoint(cursor: nil, fingerprint: configuration.fingerprint))
    }
    var pages = source.pages(configuration, after: point)
    if let limit = arguments.limit { pages = pages.limit(items: limit) }
    return try await write(pages, emptyPageBudget: configuration.emptyPageBudget, to: checkpoint)
  }

  private func write(
    _ pages: SourcePages<HTTPPageSource<JSON>>, emptyPageBudget: Int, to checkpoint: Checkpoint?
  ) async throws -> Ending {
    let output = Output()
    var previous: [JSON] = []
    var written = 0
    var emptyPages = 0
    for try await page in pages {
      try check(page, isAfter: previous)
      emptyPages = page.items.isEmpty ? emptyPages + 1 : 0
      events.yield(.writing)
      let outcome = try output.send(page.items)
      // What is noted has been written; a page is noted with its last line.
      let count = outcome.count(of: page.items.count)
      try checkpoint?.write(
        count == page.items.count ? page.resumePoint : page.resumePoint(consuming: count))
      switch outcome {
      case .whole: break
      case .interrupted: return .interrupted
      case .closed: return .readerLeft
      case .failed(let error, _): throw error
      }
      let before = (page.cursor?.received ?? 0) + page.skippedCount
      let goal = arguments.limit.map { before - written + $0 }
      written += page.items.count
      events.yield(
        .page(
          items: page.items.count, done: before + page.items.count,
          total: [page.totalCount, goal].compactMap { $0 }.min()))
      if let reason = page.endReason { return reason == .limit ? .limit : .end(reason) }
      guard emptyPages < emptyPageBudget else { throw FeedError(code: .noProgress) }
      previous = page.items
    }
    return .nothingWanted
  }

  /// Refuses a page that is the one before again, where pages are only counted.
  private func check(
    _ page: Page<JSON, HTTPCursor>, isAfter previous: [JSON]
  ) throws(RepeatedPage) {
    guard let scheme = arguments.scheme, scheme.isCounting, page.items == previous else { return }
    let isTelling = page.items.contains { item in
      if case .object = item { true } else { false }
    }
    if isTelling { throw RepeatedPage(index: page.index, option: scheme.name) }
  }
}

extension Walk.Ending {
  /// The ending for a person.
  var text: String {
    switch self {
    case .end(.noNextCursor): "the end, no next page is named"
    case .end(.emptyPage): "the end, the last page is empty"
    case .end(.totalReached): "the end, the total is reached"
    case .end(.flag): "the end, the server says so"
    case .end(let reason): "the end (\(reason))"
    case .limit: "the limit is reached"
    case .nothingWanted: "nothing was wanted"
    case .readerLeft: "nobody reads on"
    case .interrupted: "stopped"
    }
  }
}

extension Walk {
  /// Retries and their observer; the fingerprint is completed by what is found out.
  private var configuration: FeedConfiguration {
    FeedConfiguration(
      retry: RetryPolicy(
        maxAttempts: arguments.retries + 1, longestWait: arguments.longestWait),
      retention: .none, fingerprint: Self.fingerprint(arguments.identity),
      observer: WalkObserver(events: events))
  }

  /// The source that the arguments describe, or that is found out.
  private func source(
    _ configuration: inout FeedConfiguration
  ) async throws -> HTTPPageSource<JSON> {
    let transport = TellingTransport(
      base: URLSessionTransport(resourceTimeout: max(.seconds(60), arguments.timeout * 10)),
      events: events)
    guard let scheme else {
      let detection = Detection(
        request: request, options: arguments.options(), transport: transport)
      let (source, code) = try await detection.source(configuration)
      events.yield(.note("found out: \(code)"))
      configuration.fingerprint = Self.fingerprint(arguments.identity + [code])
      return source
    }
    return HTTPPageSource(
      scheme, request: request, items: arguments.details.items ?? "$", of: JSON.self,
      rules: arguments.details.itemsMayMiss ? .mayBeMissing : [], options: arguments.options(),
      transport: transport)
  }

  /// A short text that other words do not have, and that shows none of them (FNV-1a).
  private static func fingerprint(_ words: [String]) -> String {
    let hash = words.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
