// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// The ways in which the pages of a source are walked.
///
/// A rule that concerns all of them is tested in all of them.
enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// `feed.loadNext()` until it says `nil`.
  case calls

  /// `feed.pages`.
  case feed

  /// `source.pages(…)`, which shares nothing.
  case unshared

  /// The ways that are sequences.
  static let sequences: [Way] = [.feed, .unshared]

  var testDescription: String { rawValue }
}

/// What a walk to its end brought.
struct Trace<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// Every page, in order.
  var pages: [Page<Item, Cursor>] = []

  /// What the walk threw.
  var error: FeedError?

  /// Why the lane of the feed ended; where there is none, why the last page says that it did.
  var laneEnd: EndReason?

  /// Whether the feed was still loading when the walk was over.
  var isLoading = false

  var items: [Item] { pages.flatMap(\.items) }

  /// Why the last page says that nothing follows.
  var endReason: EndReason? { pages.last?.endReason }
}

/// Walks a source to its end in one of the ways.
///
/// - Parameters:
///   - source: What is walked.
///   - way: How.
///   - configuration: Default: one attempt a page.
///   - clock: What back-off and deadlines are measured with.
///   - bound: How many pages there can be at most: one more is an issue and ends the walk.
/// - Returns: What came, and how it ended.
func walk<Source: PageSource>(
  _ source: Source, _ way: Way, _ configuration: FeedConfiguration = .once,
  clock: any Clock<Duration> = ManualClock(), upTo bound: Int = 500
) async -> Trace<Source.Item, Source.Cursor> {
  guard way != .unshared else {
    var trace = await collect(source.pages(configuration, clock: clock), upTo: bound)
    trace.laneEnd = trace.endReason
    return trace
  }
  let feed = Feed(source, configuration: configuration, clock: clock)
  var trace = Trace<Source.Item, Source.Cursor>()
  if way == .calls {
    do throws(FeedError) {
      var calls = 0
      while try await feed.loadNext() != nil {
        calls += 1
        guard isWithin(bound, calls) else { break }
      }
    } catch {
      trace.error = error
    }
    trace.pages = Array(await feed.snapshot.pages)
  } else {
    trace = await collect(feed.pages, upTo: bound)
  }
  let snapshot = await feed.snapshot
  trace.laneEnd = snapshot.endReason
  trace.isLoading = snapshot.isLoading
  return trace
}

/// Gets every page of a sequence, up to its end or its error.
func collect<Pages, Item, Cursor>(
  _ pages: Pages, upTo bound: Int = 500
) async -> Trace<Item, Cursor>
where
  Pages: AsyncSequence<Page<Item, Cursor>, FeedError>, Pages.AsyncIterator: AsyncIteratorProtocol
{
  var trace = Trace<Item, Cursor>()
  do throws(FeedError) {
    for try await page in pages {
      trace.pages.append(page)
      guard isWithin(bound, trace.pages.count) else { break }
    }
  } catch {
    trace.error = error
  }
  return trace
}

private func isWithin(_ bound: Int, _ count: Int) -> Bool {
  guard count > bound else { return true }
  Issue.record("more than \(bound) pages came")
  return false
}
