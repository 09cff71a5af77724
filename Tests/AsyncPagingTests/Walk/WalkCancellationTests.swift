// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

/// Cancellation, and what is asked again, with a feed and with the unshared walk.
@Suite(.tags(.cancellation, .retry), .timeLimit(.minutes(10)))
struct WalkCancellationTests {
  private let gate = Gate()
  private let clock = ManualClock()
  private var retrying: FeedConfiguration {
    FeedConfiguration(retry: RetryPolicy(maxAttempts: 3, backoff: .constant(.seconds(10))))
  }

  /// A cancellation that a transport has wrapped in an error of its own.
  private struct TransportError: Error {
    var underlying: any Error
  }

  /// The two ways to read the pages of a source.
  enum Reader: CaseIterable, Sendable {
    case feed, walk

    /// Reads pages until there are enough, and says what items came.
    func read(
      _ source: Script, _ configuration: FeedConfiguration, _ clock: ManualClock,
      pages count: Int = .max
    ) -> Calling<[Int]> {
      calling {
        var items: [Int] = []
        switch self {
        case .feed:
          let feed = Feed(source, configuration: configuration, clock: clock)
          for try await page in feed.pages {
            items += page.items
            if page.index + 1 == count { break }
          }
        case .walk:
          for try await page in source.pages(configuration, clock: clock) {
            items += page.items
            if page.index + 1 == count { break }
          }
        }
        return items
      }
    }
  }

  @Test(
    "case 76: once the task is cancelled nothing is tried again, whatever the error says",
    arguments: Reader.allCases)
  func wrappedCancellation(reader: Reader) async throws {
    let source = Script([
      nil: [
        .running { [gate] in
          do {
            try await gate.pass()
          } catch {
            throw TransportError(underlying: error)
          }
          return Page(items: [1])
        }
      ]
    ])
    let (call, tasks) = watchingTasks { reader.read(source, retrying, clock) }
    try await gate.arrivals(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    await clock.advance(by: .seconds(1000))
    #expect(await source.log.count == 1)
    #expect(await clock.sleeperCount == 0)
  }

  @Test(
    "C9 N117: a back-off wait ends at once with the reader's task, and no attempt follows",
    arguments: Reader.allCases)
  func duringBackoff(reader: Reader) async throws {
    let source = Script([nil: [.failure(Offline()), .page([1])]])
    let (call, tasks) = watchingTasks { reader.read(source, retrying, clock) }
    try await clock.sleepers(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    await clock.advance(by: .seconds(1000))
    #expect(await source.log.count == 1)
    #expect(await clock.sleeperCount == 0)
  }

  @Test(
    "C9: an observer hears that a load was given up while it waited",
    arguments: Reader.allCases)
  func observedBackoff(reader: Reader) async throws {
    let source = Script([nil: [.failure(Offline()), .page([1])]])
    let observer = RecordingObserver()
    var configuration = retrying
    configuration.observer = observer
    let call = reader.read(source, configuration, clock)
    try await clock.sleepers(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    try await observer.events(1) { if case .cancelled = $0 { true } else { false } }
    #expect(await source.log.count == 1)
  }

  @Test(
    "C3 X3 N118: a walk whose task is cancelled before or during a request ends with cancelled",
    arguments: [false, true])
  func duringRequest(isBefore: Bool) async throws {
    let source = Script([nil: [.page([1], next: "a")], "a": [.page([2]).held(by: gate)]])
    let start = Gate(isOpen: !isBefore)
    let (call, tasks) = watchingTasks {
      calling { [retrying, clock] in
        try? await start.pass()
        return try await Reader.walk.collect(source, retrying, clock)
      }
    }
    try await (isBefore ? start : gate).arrivals(1)
    call.cancel()
    #expect(await call.code() == .cancelled)
    await tasks.ended()
    #expect(await source.log.cursors == (isBefore ? [] : [nil, "a"]))
    #expect(await source.log.cancellationCount == (isBefore ? 0 : 1))
  }

  @Test("N118: after a cancelled request the place is still before that page")
  func samePlace() async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2]).held(by: gate), .page([2])],
    ])
    let reading = calling {
      var point: ResumePoint<String>?
      do {
        for try await page in source.pages() { point = page.resumePoint }
      } catch let error as FeedError where error.code == .cancelled {
        return point
      }
      return nil
    }
    try await gate.arrivals(1)
    reading.cancel()
    let point = try #require(try await reading.value.get())
    var rest: [Int] = []
    for try await page in source.pages(after: point) { rest += page.items }
    #expect(rest == [2])
    #expect(await source.log.cursors == [nil, "a", "a"])
  }

  @Test("C11: a CancellationError that nobody asked for fails the walk, and is not its end")
  func cancellationError() async {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.failure(CancellationError())],
    ])
    let failure = await Reader.walk.read(source, retrying, clock).value.failure
    #expect(failure?.code == .sourceFailed)
    #expect(failure?.underlying is CancellationError)
    #expect(await source.log.count == 2)
  }

  @Test(
    "N115: a request that must not be repeated is not, unless the policy allows it",
    arguments: Reader.allCases, [false, true])
  func notRepeated(reader: Reader, isAllowed: Bool) async throws {
    let source = Script([nil: [.failure(Offline()), .page([1])]])
    let advice: RetryAdvice = isAllowed ? .retryAfter(.zero) : .never
    let policy = RetryPolicy(maxAttempts: 3, classify: { _ in advice })
    let call = reader.read(source, FeedConfiguration(retry: policy), clock)
    if isAllowed {
      #expect(try await call.value.get() == [1])
    } else {
      #expect(await call.code() == .sourceFailed)
    }
    #expect(await source.log.count == (isAllowed ? 2 : 1))
  }

  @Test(
    "N116: a page's retries ask for that page alone; the pages before it come once",
    arguments: Reader.allCases)
  func retriedPage(reader: Reader) async throws {
    let source = Script([
      nil: [.page([1], next: "a")], "a": [.page([2], next: "b")],
      "b": [.failure(Offline()), .failure(Offline()), .page([3])],
    ])
    let call = reader.read(source, retrying, clock)
    for _ in 0..<2 {
      try await clock.sleepers(1)
      await clock.advance(by: .seconds(10))
    }
    #expect(try await call.value.get() == [1, 2, 3])
    #expect(await source.log.cursors == [nil, "a", "b", "b", "b"])
    #expect(await source.log.requests.map(\.attempt) == [1, 1, 1, 2, 3])
  }

  @Test(
    "N119: a reader that stops causes no further request",
    arguments: Reader.allCases, [1, 2])
  func readerStops(reader: Reader, count: Int) async throws {
    let source = Script.threePages()
    let call = await settled { reader.read(source, retrying, clock, pages: count) }
    #expect(try await call.value.get() == Array(1...count * 2))
    #expect(await source.log.count == count)
  }
}

extension WalkCancellationTests.Reader {
  /// Reads everything in the caller's task.
  fileprivate func collect(
    _ source: Script, _ configuration: FeedConfiguration, _ clock: ManualClock
  ) async throws -> [Int] {
    var items: [Int] = []
    for try await page in source.pages(configuration, clock: clock) { items += page.items }
    return items
  }
}
