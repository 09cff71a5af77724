// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct EngineTests {
  @Test(
    "an exhaustive search runs every interleaving once",
    // (n(k+1))! / ((k+1)!)^n for n tasks with k stops: 4 tasks with 2 are 369,600, 7 s of debug.
    arguments: [(2, 1, 6), (2, 2, 20), (3, 1, 90), (3, 2, 1680), (4, 1, 2520)])
  func counts(tasks: Int, stopCount: Int, expected: Int) async {
    let report = await explore(.exhaustive(), stops(tasks: tasks, each: stopCount))
    #expect(report.failure == nil, "\(report)")
    #expect(report.schedules == expected)
    #expect(report.exhaustedBound == .unbounded)
    #expect(report.isExhausted)
    #expect(report.longestRun == 1 + tasks * (stopCount + 1))
  }

  @Test("no interleaving comes twice")
  func distinct() async {
    let orders = Orders()
    let report = await explore(.exhaustive()) { simulation in
      let order = Order()
      for task in 0..<3 {
        simulation.spawn("\(task)") {
          order.add(task)
          await simulation.checkpoint()
          order.add(task)
        }
      }
      simulation.atEnd { orders.insert(order.all) }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(orders.all.count == 90)
  }

  @Test("a higher bound runs more, and the last one everything")
  func bounds() async {
    var counts: [Int] = []
    for bound in 0...5 {
      let report = await explore(.exhaustive(.preemptions(bound)), stops(tasks: 3, each: 1))
      counts.append(report.schedules)
      #expect(report.isExhausted)
    }
    #expect(counts.first == 6)
    #expect(counts == counts.sorted())
    #expect(counts.last == 90)
    let delayed = await explore(.exhaustive(.delays(1)), stops(tasks: 3, each: 1))
    #expect(delayed.schedules < 90)
    #expect(delayed.exhaustedBound == .delays(1))
    let rising = await explore(.rising(to: 9), stops(tasks: 3, each: 1))
    #expect(rising.exhaustedBound == .unbounded)
    #expect(rising.description.hasSuffix("every schedule there is"))
  }

  @Test("a limit ends the search, and the report says so")
  func limit() async {
    let report = await explore(.exhaustive(limit: 50), stops(tasks: 3, each: 1))
    #expect(report.schedules == 50)
    #expect(!report.isExhausted)
    #expect(report.exhaustedBound == nil)
    #expect(report.description.hasSuffix("not to the end"))
  }

  @Test("values are chosen in the same search")
  func values() async {
    let orders = Orders()
    let report = await explore(.exhaustive(.preemptions(0))) { simulation in
      simulation.expect(simulation.choose(1) == 0, "there is only one")
      orders.insert([simulation.choose(3), simulation.choose(2)])
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.schedules == 6)
    #expect(orders.all.count == 6)
    let wide = await explore { simulation in
      simulation.expect(simulation.choose(50) != 40, "forty")
    }
    #expect(wide.failure?.schedule == "(40)")
    #expect(wide.failure?.deviations == 1)
  }

  @Test("time is virtual, and sleepers wake in the order of their deadlines")
  func time() async {
    let report = await explore(.exhaustive()) { simulation in
      let clock = simulation.clock
      let notes = Notes()
      for hours in [3, 1, 2] {
        simulation.spawn("\(hours)") {
          try await clock.sleep(for: .seconds(3600 * hours))
          simulation.expect(clock.now.offset == .seconds(3600 * hours), "\(clock.now)")
          await notes.add(hours)
        }
      }
      simulation.atEnd { simulation.expect(await notes.all == [1, 2, 3], "out of order") }
    }
    #expect(report.failure == nil, "\(report)")
  }

  @Test("a sleeper that is cancelled leaves with an error", arguments: [true, false])
  func cancelledSleeper(isEarly: Bool) async {
    let report = await explore(.exhaustive()) { simulation in
      let sleeper = simulation.spawn("sleeper") {
        if isEarly { await simulation.checkpoint() }
        try await simulation.clock.sleep(for: .seconds(1))
        simulation.expect(false, "the sleep was not cancelled")
      }
      if isEarly { sleeper.cancel() } else { simulation.spawn("leave") { sleeper.cancel() } }
      simulation.atEnd { simulation.expect(simulation.clock.now.offset == .zero, "time moved") }
    }
    #expect(report.failure == nil, "\(report)")
  }

  @Test("only early timers let a timeout win against work that is ready", arguments: [true, false])
  func earlyTimers(areEarly: Bool) async {
    let outcomes = Orders()
    let options = Simulation.Options(earlyTimers: areEarly)
    let report = await explore(.exhaustive(), options: options) { simulation in
      let work = simulation.spawn("work") {
        for _ in 0..<3 { await simulation.checkpoint() }
        outcomes.insert([Task.isCancelled ? 1 : 0])
      }
      simulation.spawn("timeout") {
        try await simulation.clock.sleep(for: .seconds(1))
        work.cancel()
      }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(outcomes.all == (areEarly ? [[0], [1]] : [[0]]))
  }

  @Test("child tasks, groups, streams and tasks that prefer the simulation are part of it")
  func control() async {
    let report = await explore(.exhaustive(.preemptions(1))) { simulation in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let notes = Notes()
      simulation.spawn("reader") { for await number in stream { await notes.add(number) } }
      simulation.spawn("parent") {
        async let child: Void = simulation.checkpoint()
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<2 { group.addTask { _ = continuation.yield(number) } }
        }
        await Task(name: "own", executorPreference: simulation) { await Task.yield() }.value
        await child
        continuation.finish()
      }
      simulation.atEnd { simulation.expect(await notes.all.sorted() == [0, 1], "lost") }
    }
    #expect(report.failure == nil, "\(report)")
    #expect(report.exhaustedBound == .preemptions(1))
    #expect(report.schedules > 20)
  }

  @Test("a task that polls lets others run in the end")
  func polling() async {
    let report = await explore(.exhaustive(.preemptions(0))) { simulation in
      let notes = Notes()
      simulation.spawn("poller") { while await notes.all.isEmpty { await Task.yield() } }
      simulation.spawn("doer") { await notes.add(1) }
    }
    #expect(report.failure == nil, "\(report)")
  }

  @Test("explorations of parallel tests do not see each other", arguments: 0..<8)
  func parallel(index: Int) async {
    let fault = PlantedFault.allCases[index % 5]
    async let clean = explore(.exhaustive(), stops(tasks: 3, each: 2))
    async let faulty = explore(.exhaustive(.preemptions(1)), fault.scenario)
    #expect(await clean.schedules == 1680)
    #expect(await faulty.failure?.kind == fault.kind)
  }

  @Test("a cancelled test ends its exploration")
  func cancellation() async {
    let exploration = Task { await explore(.exhaustive(), stops(tasks: 6, each: 6)) }
    exploration.cancel()
    let report = await exploration.value
    #expect(report.failure == nil)
    #expect(!report.isExhausted)
  }

  @Test("the blocking variant finds the same")
  func blocking() {
    let report = exploreBlocking(.random(seed: 1, schedules: 500), PlantedFault.wrongFlag.scenario)
    #expect(report.failure?.kind == .check, "\(report)")
  }
}

/// Orders that were seen.
final class Orders: Sendable {
  private let orders = Mutex<Set<[Int]>>([])

  var all: Set<[Int]> { orders.withLock { $0 } }

  func insert(_ order: [Int]) { orders.withLock { _ = $0.insert(order) } }
}

/// One order in the making.
final class Order: Sendable {
  private let numbers = Mutex<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
