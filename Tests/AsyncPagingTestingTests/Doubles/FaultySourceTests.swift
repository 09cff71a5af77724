// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FaultySourceTests {
  private typealias Source = FaultySource<OffsetSource<SimulatedServer.Item>>

  private static func source(
    _ rates: FaultRates, seed: UInt64 = 1, clock: any Clock<Duration> = InstantClock()
  ) -> Source {
    let server = SimulatedServer(itemCount: 200, pageSize: 2)
    return Source(
      server.offsetSource(), seed: seed, rates: rates, delays: .seconds(1) ... .seconds(1),
      clock: clock)
  }

  /// Whether each of the first requests for an offset fails.
  private static func failures(seed: UInt64, offsets: [Int]) async -> [Int: Bool] {
    let source = source(FaultRates(failure: 0.4), seed: seed)
    var failures: [Int: Bool] = [:]
    for offset in offsets {
      do {
        _ = try await source.page(for: PageRequest(cursor: offset))
        failures[offset] = false
      } catch {
        failures[offset] = true
      }
    }
    return failures
  }

  @Test("the same seed gives the same faults for a cursor and a call, in whatever order they come")
  func seeds() async {
    let offsets = Array(0..<60)
    let first = await Self.failures(seed: 3, offsets: offsets)
    #expect(await Self.failures(seed: 3, offsets: offsets.shuffled()) == first)
    #expect(await Self.failures(seed: 4, offsets: offsets) != first)
    let predicted = Self.source(FaultRates(failure: 0.4), seed: 3)
    for offset in offsets {
      #expect((predicted.fault(for: offset, call: 1) == .failure) == first[offset])
    }
    #expect((10...40).contains(first.values.count { $0 }), "\(first)")
  }

  @Test("the faults of a seed are the same in every process")
  func pinned() {
    let source = Self.source(.everything, seed: 42)
    let faults = (0..<24).map { source.fault(for: $0 * 2, call: 1)?.rawValue ?? "-" }
    #expect(faults.joined(separator: " ") == Self.faultsOfSeed42)
  }

  @Test("each call for a cursor has a fault of its own, and the record says which")
  func record() async throws {
    let source = Self.source(FaultRates(failure: 0.5), seed: 5)
    var expected: [Int] = []
    for call in 1...20 {
      do {
        _ = try await source.page(for: PageRequest(cursor: 4))
      } catch let error as InjectedFailure {
        #expect(error.call == call)
        expected.append(call)
      }
    }
    #expect(source.injections.map(\.call) == expected)
    #expect(source.injections.allSatisfy { $0.cursor == 4 && $0.fault == .failure })
    #expect((4...16).contains(expected.count))
    #expect(source.callCount == 20)
  }

  @Test("a delay is slept on the clock before the base is asked, and ends with a cancellation")
  func delay() async throws {
    let clock = ManualClock()
    let source = Self.source(FaultRates(delay: 1), clock: clock)
    let answered = Task { try await source.page(for: PageRequest()) }
    #expect(try await clock.nextSleep() == .seconds(1))
    await clock.advance(by: .seconds(1))
    #expect(try await answered.value.items.count == 2)
    let cancelled = Task { try await source.page(for: PageRequest()) }
    try await clock.sleepers(1)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test("a call that hangs ends with its task, or when it is let go")
  func hang() async throws {
    let source = Self.source(FaultRates(hang: 1))
    let first = Task { try await source.page(for: PageRequest()) }
    try await source.hanging.arrivals(1)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task { try await source.page(for: PageRequest()) }
    try await source.hanging.arrivals(2)
    await source.hanging.open()
    #expect(try await second.value.items.count == 2)
  }

  @Test("a late answer comes although its task was cancelled, and a feed takes none of it")
  func lateAnswer() async throws {
    let clock = ManualClock()
    let source = Self.source(FaultRates(lateAnswer: 1), clock: clock)
    let late = Task { try await source.page(for: PageRequest()) }
    try await clock.sleepers(1)
    late.cancel()
    #expect(try await late.value.items.count == 2)

    let feed = Feed(source)
    let load = Task { try await feed.loadNext() }
    try await clock.sleepers(1)
    await feed.cancel()
    await #expect(throws: FeedError.self) { try await load.value }
    try await clock.awake()
    #expect(await feed.snapshot.pageCount == 0)
  }

  @Test("an item comes twice, a page comes empty, a cursor comes again")
  func answers() async throws {
    let twice = try await Self.source(FaultRates(duplicateItem: 1)).page(for: PageRequest())
    #expect(twice.items.map(\.id) == [0, 1, 1])
    let empty = try await Self.source(FaultRates(emptyPage: 1)).page(for: PageRequest())
    #expect(empty.items.isEmpty)
    #expect(empty.next == 2)
    let repeating = Self.source(FaultRates(repeatedCursor: 1))
    #expect(try await repeating.page(for: PageRequest(cursor: 4)).next == 4)
    #expect(try await repeating.page(for: PageRequest()).next == 2)
    #expect(repeating.injections.map(\.cursor) == [4])
  }

  @Test("a source without faults answers as its base")
  func none() async throws {
    let source = Self.source(.none)
    #expect(try await pages(of: source).count == 101)
    #expect(source.injections.isEmpty)
  }

  @Test("in a simulation nothing of it escapes, with the simulation's clock")
  func simulation() async {
    let report = await explore(.random(seed: 1, schedules: 300)) { simulation in
      let server = SimulatedServer(itemCount: 6, pageSize: 2, conditions: .chosen(by: simulation))
      let source = FaultySource(
        server.cursorSource(), seed: UInt64(simulation.choose(8)),
        rates: FaultRates(failure: 0.2, delay: 0.2, lateAnswer: 0.2, emptyPage: 0.1),
        clock: simulation.clock)
      let feed = Feed(
        source, configuration: FeedConfiguration(executor: simulation), clock: simulation.clock)
      let load = simulation.spawn("load") { _ = try? await feed.loadNext() }
      simulation.spawn("load more") { _ = try? await feed.loadNext() }
      simulation.spawn("leave") { load.cancel() }
      simulation.expectReleased(feed, "the feed")
    }
    #expect(report.failure == nil, "\(report)")
  }

  private static let faultsOfSeed42 = """
    repeatedCursor failure - lateAnswer - repeatedCursor - - - - - duplicateItem emptyPage failure - \
    - - duplicateItem failure duplicateItem repeatedCursor - - -
    """
}
