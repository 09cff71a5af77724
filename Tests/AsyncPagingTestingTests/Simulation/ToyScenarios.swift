// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting

typealias ToyScenario = @Sendable (Simulation) async throws -> Void

/// A scenario with a fault in it.
enum PlantedFault: CaseIterable {
  case tornCursor
  case stalePage
  case forgottenWaiter
  case wrongFlag
  case stuck

  var kind: ExplorationReport.Failure.Kind { self == .forgottenWaiter ? .deadlock : .check }

  var scenario: ToyScenario {
    switch self {
    case .tornCursor: { Self.twoLoads($0, TornCursorPager(ToyServer($0))) }
    case .stalePage:
      { simulation in
        let server = ToyServer(simulation)
        Self.loadAndRefresh(simulation, server, StalePagePager(server, on: simulation))
      }
    case .forgottenWaiter:
      { Self.cancelledWaiter($0, ForgottenWaiterPager(ToyServer($0), on: $0)) }
    case .wrongFlag: { Self.loadRefreshLoad($0, WrongFlagPager(ToyServer($0))) }
    case .stuck: { Self.cancelledRetry($0, StuckPager(ToyServer($0), $0)) }
    }
  }

  private static func expectNoDuplicates(_ simulation: Simulation, in pager: any ToyPager) {
    simulation.expectReleased(pager, "the pager")
    simulation.atEnd {
      let items = await pager.items
      simulation.expect(Set(items).count == items.count, "duplicates in \(items)")
      simulation.expect(Set(items.map { $0 / 100 }).count <= 1, "two versions in \(items)")
    }
  }

  private static func twoLoads(_ simulation: Simulation, _ pager: any ToyPager) {
    for name in ["first", "second"] { simulation.spawn(name) { try await pager.loadNext() } }
    expectNoDuplicates(simulation, in: pager)
  }

  private static func loadAndRefresh(
    _ simulation: Simulation, _ server: ToyServer, _ pager: any ToyPager
  ) {
    simulation.spawn("load") { try await pager.loadNext() }
    simulation.spawn("refresh") {
      await server.publish()
      try await pager.refresh()
    }
    expectNoDuplicates(simulation, in: pager)
  }

  private static func loadRefreshLoad(_ simulation: Simulation, _ pager: any ToyPager) {
    simulation.spawn("first") { try await pager.loadNext() }
    simulation.spawn("refresh") { try await pager.refresh() }
    simulation.spawn("second") { try await pager.loadNext() }
    expectNoDuplicates(simulation, in: pager)
  }

  private static func cancelledWaiter(_ simulation: Simulation, _ pager: any ToyPager) {
    simulation.spawn("load") { try await pager.loadNext() }
    let waiter = simulation.spawn("waiter") { try await pager.loadNext() }
    simulation.spawn("leave") { waiter.cancel() }
  }

  private static func cancelledRetry(_ simulation: Simulation, _ pager: any ToyPager) {
    let load = simulation.spawn("load") { try await pager.loadNext() }
    simulation.spawn("leave") {
      try await simulation.clock.sleep(for: .milliseconds(500))
      load.cancel()
    }
    simulation.atEnd {
      try await pager.loadNext()
      simulation.expect(!(await pager.items.isEmpty), "a load after the cancelled one got nothing")
    }
  }
}

/// Tasks that only stop so many times, without an actor: the number of interleavings is known.
func stops(tasks: Int, each count: Int) -> ToyScenario {
  { simulation in
    for task in 0..<tasks {
      simulation.spawn("task \(task)") { for _ in 0..<count { await simulation.checkpoint() } }
    }
  }
}

/// Tasks that call an actor so many times, as in a benchmark of schedulers.
func actorCalls(tasks: Int, each count: Int) -> ToyScenario {
  { simulation in
    let notes = Notes()
    for task in 0..<tasks {
      simulation.spawn("task \(task)") {
        for _ in 0..<count {
          await notes.add(task)
          // Work off the actor: without it the way back is left out.
          simulation.note("added")
        }
      }
    }
    simulation.atEnd {
      simulation.expect(await notes.all.count == tasks * count, "a call was lost")
    }
  }
}
