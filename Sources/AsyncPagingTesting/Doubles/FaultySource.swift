// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// A source that goes wrong now and then, as a seed says, around any other source.
///
/// Which call goes wrong, and how, depends on the seed, the cursor and the number of the call among
/// those for the same cursor, and on nothing else: the same seed gives the same faults, whatever
/// the order in which concurrent calls arrive. The cursor goes in as its text, so its description
/// must depend on its value alone.
///
/// ```swift
/// let source = FaultySource(api, seed: 7, rates: FaultRates(failure: 0.2, lateAnswer: 0.1))
/// let feed = Feed(source)
/// ```
///
/// It makes no tasks, so it works in a ``Simulation``, with the simulation's clock.
public final class FaultySource<Base: PageSource>: PageSource {
  /// The items of the base.
  public typealias Item = Base.Item

  /// The cursor of the base.
  public typealias Cursor = Base.Cursor

  /// A fault that a call had.
  public struct Injection: Sendable, Hashable {
    /// The cursor that was asked for; `nil` for the start.
    public let cursor: Cursor?

    /// The number of the call among those for the same cursor, from 1.
    public let call: Int

    /// What went wrong.
    public let fault: Fault
  }

  private struct Record: Sendable {
    var counts: [Cursor?: Int] = [:]
    var injections: [Injection] = []
  }

  /// Where calls that hang stand; opening it lets them go on.
  public let hanging = Gate()

  private let base: Base
  private let seed: UInt64
  private let rates: FaultRates
  private let delays: ClosedRange<Duration>
  private let clock: any Clock<Duration>
  private let record = Locked(Record())

  /// Creates a source around another one.
  ///
  /// - Parameters:
  ///   - base: The source that is asked.
  ///   - seed: Decides which calls go wrong.
  ///   - rates: How often, and in which ways. Default: every way, each in one of 20 calls.
  ///   - delays: How long a delayed or late answer takes. Default: 1 to 20 milliseconds.
  ///   - clock: What delays are measured with. Default: a continuous clock.
  public init(
    _ base: Base, seed: UInt64, rates: FaultRates = .everything,
    delays: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(20),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.base = base
    self.seed = seed
    self.rates = rates
    self.delays = delays
    self.clock = clock
  }

  /// The faults so far, in the order of the calls.
  public var injections: [Injection] { record.withLock { $0.injections } }

  /// How many calls there were.
  public var callCount: Int { record.withLock { $0.counts.values.reduce(0, +) } }

  /// What goes wrong with a call.
  ///
  /// - Parameters:
  ///   - cursor: The cursor that is asked for; `nil` for the start.
  ///   - call: The number of the call among those for the same cursor, from 1.
  /// - Returns: The fault, or `nil` when the call is answered as the base answers. A request for
  ///   the start repeats no cursor.
  public func fault(for cursor: Cursor?, call: Int) -> Fault? {
    var generator = generator(for: cursor, call: call)
    return fault(for: cursor, &generator)
  }

  private func generator(for cursor: Cursor?, call: Int) -> SeededGenerator {
    SeededGenerator(seed: seed, text: cursor.map { "\($0)" } ?? "start", call: call)
  }

  private func fault(for cursor: Cursor?, _ generator: inout SeededGenerator) -> Fault? {
    let fault = rates.draw(using: &generator)
    return fault == .repeatedCursor && cursor == nil ? nil : fault
  }

  /// Asks the base, unless the call is to go wrong.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The base's page, changed if the fault is one of the answer.
  /// - Throws: What the base throws, ``InjectedFailure``, or `CancellationError` from a call that
  ///   was cancelled while it hung or was delayed.
  @concurrent
  public func page(for request: PageRequest<Cursor>) async throws -> Page<Item, Cursor> {
    let call = record.withLock { record in
      record.counts[request.cursor, default: 0] += 1
      return record.counts[request.cursor] ?? 0
    }
    var generator = generator(for: request.cursor, call: call)
    guard let fault = fault(for: request.cursor, &generator) else {
      return try await base.page(for: request)
    }
    record.withLock {
      $0.injections.append(Injection(cursor: request.cursor, call: call, fault: fault))
    }
    switch fault {
    case .failure: throw InjectedFailure(call: call)
    case .hang: try await hanging.pass()
    case .delay: try await clock.sleep(for: delays.random(using: &generator))
    case .lateAnswer, .duplicateItem, .emptyPage, .repeatedCursor: break
    }
    var page = try await base.page(for: request)
    switch fault {
    case .lateAnswer: await ignoreCancellation(for: delays.random(using: &generator))
    case .duplicateItem: page.items += page.items.suffix(1)
    case .emptyPage: page.items = []
    case .repeatedCursor:
      page.next = request.cursor
      page.hasNext = nil
      page.endReason = nil
    case .failure, .hang, .delay: break
    }
    return page
  }

  /// Waits; a cancelled task gives up its turn and then goes on as if nothing had happened.
  private func ignoreCancellation(for duration: Duration) async {
    guard (try? await clock.sleep(for: duration)) == nil else { return }
    await Task.yield()
  }
}
