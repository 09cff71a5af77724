// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Testing

@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct PreconditionTests {
  /// A programmer's error, and what its message names.
  enum Mistake: String, CaseIterable, Codable, Sendable {
    case zeroLimit = "limit is 0"
    case negativeLimit = "limit is -5"
    case limitSetLater = "limit is -6"
    case negativeDistance = "prefetchDistance is -1"
    case distanceSetLater = "prefetchDistance is -2"
    case distanceBeyondWindow = "prefetchDistance is 41"
    case zeroPages = "retention is .pages(0)"
    case retentionSetLater = "retention is .pages(-3)"
    case zeroBudget = "emptyPageBudget is 0"
    case budgetSetLater = "emptyPageBudget is -1"
    case zeroAttempts = "maxAttempts is 0"
    case negativeAttempts = "maxAttempts is -1"
    case smallFactor = "factor is 0.5"
    case factorNotANumber = "factor is nan"
    case zeroCapacity = "capacity is 0"
    case zeroCost = "cost is 0"
    case negativeHintedCost = "hintedCost is -1"
    case negativeRefund = "refund is -1"
    case floorBeyondCapacity = "floor is 11"
    case cursorLimit = "limit is -10"
    case pageLimit = "limit is -20"
    case offsetLimit = "limit is -30"
    case keysetLimit = "limit is -40"
    case noEndRule = "endRules is empty"
    case negativeItems = "limit is -100"
    case negativePageCount = "limit is -200"
    case negativePrefetching = "prefetching is -1"
    case negativeConsumedCount = "consumedCount is -1"
    case negativeIndex = "index is -1"
    case countBeyondPage = "count is 3"

    func make() {
      var configuration = FeedConfiguration()
      switch self {
      case .zeroLimit: _ = FeedConfiguration(limit: 0)
      case .negativeLimit: _ = FeedConfiguration(limit: -5)
      case .limitSetLater: configuration.limit = -6
      case .negativeDistance: _ = FeedConfiguration(prefetchDistance: -1)
      case .distanceSetLater: configuration.prefetchDistance = -2
      case .distanceBeyondWindow:
        _ = FeedConfiguration(limit: 20, prefetchDistance: 41, retention: .pages(2))
      case .zeroPages: _ = FeedConfiguration(retention: .pages(0))
      case .retentionSetLater: configuration.retention = .pages(-3)
      case .zeroBudget: _ = FeedConfiguration(emptyPageBudget: 0)
      case .budgetSetLater: configuration.emptyPageBudget = -1
      case .zeroAttempts: _ = RetryPolicy(maxAttempts: 0)
      case .negativeAttempts: _ = RetryPolicy(maxAttempts: -1)
      case .smallFactor: _ = Backoff.exponential(factor: 0.5)
      case .factorNotANumber: _ = Backoff.exponential(factor: .nan)
      case .zeroCapacity: _ = RetryBudget(capacity: 0)
      case .zeroCost: _ = RetryBudget(cost: 0)
      case .negativeHintedCost: _ = RetryBudget(hintedCost: -1)
      case .negativeRefund: _ = RetryBudget(refund: -1)
      case .floorBeyondCapacity: _ = RetryBudget(capacity: 10, floor: 11)
      case .cursorLimit, .pageLimit, .offsetLimit, .keysetLimit, .noEndRule: makeSource()
      case .negativeItems: _ = Feed(Script.threePages()).pages.limit(items: -100)
      case .negativePageCount: _ = Script.threePages().pages().limit(pages: -200)
      case .negativePrefetching: _ = Feed(Script.threePages()).pages(prefetching: -1)
      case .negativeConsumedCount: _ = ResumePoint(cursor: "a", consumedCount: -1)
      case .negativeIndex: _ = ResumePoint(cursor: "a", index: -1)
      case .countBeyondPage: _ = IntPage(items: [1, 2]).resumePoint(consuming: 3)
      }
    }

    private func makeSource() {
      switch self {
      case .cursorLimit:
        _ = CursorSource<Int, String>(limit: -10) { _, _ in Page(items: []) }
      case .pageLimit: _ = PageNumberSource<Int>(limit: -20) { _, _ -> [Int] in [] }
      case .offsetLimit: _ = OffsetSource<Int>(limit: -30) { _, _ -> [Int] in [] }
      case .keysetLimit:
        _ = KeysetSource(after: \Int.self, limit: -40) { _, _ -> [Int] in [] }
      default: _ = OffsetSource<Int>(limit: 1, endRules: []) { _, _ -> [Int] in [] }
      }
    }
  }

  @Test(
    "J5: a programmer's error traps where it is made, and the message names the value",
    arguments: Mistake.allCases)
  func traps(mistake: Mistake) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake = mistake as Mistake] in
      mistake.make()
    }
    #if DEBUG
      // A release build prints no message.
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains(mistake.rawValue))
    #endif
  }

  @Test("J5: the smallest and largest values that are allowed do not trap")
  func bounds() {
    _ = FeedConfiguration(limit: 1, prefetchDistance: 1, retention: .pages(1), emptyPageBudget: 1)
    _ = FeedConfiguration(limit: .max, prefetchDistance: .max, retention: .pages(.max))
    var configuration = FeedConfiguration(limit: 20, prefetchDistance: 40, retention: .pages(2))
    configuration.prefetchDistance = 0
    configuration.prefetchDistance = 40
    _ = RetryPolicy(maxAttempts: 1)
    _ = RetryPolicy(maxAttempts: .max)
    _ = RetryBudget(capacity: 1, cost: 1, hintedCost: 0, refund: 0, floor: 1)
    _ = Backoff.exponential(factor: 1)
    _ = Backoff.exponential(factor: .infinity)
    _ = IntPage(items: [1, 2]).resumePoint(consuming: 2)
    _ = IntPage(items: []).resumePoint(consuming: 0)
  }

  /// What comes from a server, a file or a user.
  enum Input: String, CaseIterable, Codable, Sendable {
    case resumeIndex, resumeCount, resumeOffset, resumePageNumber, resumeReceived
    case totals, moreItems, demand, readAhead, retryHint

    func take() async {
      switch self {
      case .resumeIndex: await resume(Script.threePages(), cursor: #""a""#, index: .max)
      case .resumeCount: await resume(Script.threePages(), cursor: #""a""#, count: .max)
      case .resumeOffset:
        await resume(OffsetSource<Int>(limit: 2) { _, _ in [1, 2] }, cursor: "\(Int.max)")
      case .resumePageNumber:
        await resume(
          PageNumberSource<Int>(first: -1) { _, _ in [1, 2] },
          cursor: #"{"value":\#(Int.max),"received":0}"#)
      case .resumeReceived:
        await resume(
          PageNumberSource<Int> { _, _ in [1, 2] },
          cursor: #"{"value":1,"received":\#(Int.max)}"#)
      case .totals:
        for total in [Int.min, -1, 0, 1, .max] {
          let source = OffsetSource<Int>(limit: 2) { offset, _ -> Batch<Int> in
            Batch(offset < 8 ? [1, 2] : [], totalCount: total, totalPages: total, pageSize: total)
          }
          _ = try? await Feed(source, configuration: .once).loadNext()
          await read(source.pages(.once))
        }
      case .moreItems:
        await read(
          Script([nil: [.page(Array(0..<1000), next: "")]]).pages(FeedConfiguration(limit: 1)))
      case .demand:
        let feed = Feed(Script.threePages(), configuration: .list)
        for level in [Int.min, -1, .max - 1, .max] {
          for generation in [nil, Int.min, -1, .max] {
            await settled { feed.demand(through: level, generation: generation) }
          }
        }
      case .readAhead:
        readFarAhead()
        await read(Feed(Script.threePages()).pages(prefetching: .max))
      case .retryHint:
        for hint in [Duration.seconds(Int64.min), .seconds(-1), .zero, .seconds(Int64.max)] {
          let error = Advising(retryAdvice: .retryAfter(hint))
          let retry = RetryPolicy(maxAttempts: 2, deadline: .seconds(1))
          await read(Script([nil: [.failure(error)]]).pages(FeedConfiguration(retry: retry)))
        }
      }
    }

    /// An iterator that wants everything comes to the second page while the list goes on.
    ///
    /// In the machine, because with a feed the read-ahead may have come to the end before.
    private func readFarAhead() {
      var machine = FeedMachine.loaded()
      let place = FeedMachine.Place(index: 1, generation: 0, reader: 1, ahead: .max)
      for request in machine.handle(.call(1, .page(place))).starts {
        _ = machine.handle(.arrived(request.attempt, .init(itemCount: 2, next: .cursor(2))))
      }
    }

    /// Goes on from a stored point, if the point is accepted.
    private func resume<Source: PageSource>(
      _ source: Source, cursor: String, index: Int = 0, count: Int = 0
    ) async where Source.Cursor: Codable {
      let text = """
        {"version":1,"cursor":\(cursor),"consumedCount":\(count),"index":\(index),\
        "fingerprint":"","isAtEnd":false}
        """
      guard
        let point = try? JSONDecoder().decode(
          ResumePoint<Source.Cursor>.self, from: Data(text.utf8))
      else { return }
      await read(source.pages(.once, after: point).limit(pages: 4))
      await read(Feed(source, configuration: .once).pages(after: point).limit(pages: 4))
    }

    private func read<Pages: AsyncSequence>(_ pages: Pages) async {
      do {
        for try await _ in pages {}
      } catch {
        print("thrown: \(error)")
      }
    }
  }

  @Test(
    "J5: what comes from outside is an error that can be caught, never a trap",
    arguments: Input.allCases)
  func neverTraps(input: Input) async {
    await #expect(processExitsWith: .success) { [input = input as Input] in
      await input.take()
    }
  }
}
