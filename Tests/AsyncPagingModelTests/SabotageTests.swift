// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Testing

/// Plants faults and sees the exploration find them: a check that cannot fail shows nothing.
@Suite(.timeLimit(.minutes(10)))
struct SabotageTests {
  @Test("a late answer that is taken for the current one is found, with the way to it")
  func lateAnswer() throws {
    let violation = try #require(
      explore(World.Scope(demands: 0, resets: 0, closes: 0, kinds: [.next, .refresh])) {
        event, machine in
        guard case .arrived(let attempt, let arrival, _) = event, machine.expects(attempt) == nil,
          let current = machine.lanes.refresh.load ?? machine.lanes.next.load
        else { return event }
        return .arrived(current.attempt, arrival)
      })
    #expect(violation.complaint.hasPrefix("a superseded attempt changed something"))
    #expect(violation.description.contains("1. somebody calls"))
    #expect(violation.steps.count <= 4, "\(violation)")
  }

  @Test("a cancelled waiter that is overlooked is found")
  func lostLeave() throws {
    let violation = try #require(
      explore(World.Scope(demands: 0, kinds: [.next])) { event, _ in
        if case .leave = event { .pauseDemand } else { event }
      })
    #expect(violation.complaint == "waiter 1 was cancelled and still waits")
    #expect(violation.steps.count == 2)
  }

  @Test("a back-off whose end is overlooked is found")
  func lostTimer() throws {
    let violation = try #require(
      explore(World.Scope(leaves: 0, demands: 0, kinds: [.next])) { event, _ in
        if case .waited = event { .pauseDemand } else { event }
      })
    #expect(violation.complaint.contains("counts on"))
  }

  @Test("a failure that is overlooked is found")
  func lostFailure() throws {
    let violation = try #require(
      explore(World.Scope(leaves: 0, demands: 0, kinds: [.next])) { event, _ in
        if case .failed = event { .pauseDemand } else { event }
      })
    #expect(violation.complaint.contains("counts on"))
  }

  @Test("a close that only cancels is found")
  func weakClose() throws {
    let violation = try #require(
      explore(World.Scope(demands: 0, kinds: [.next])) { event, _ in
        event == .close ? .cancel : event
      })
    #expect(violation.complaint == "the feed was closed and is not")
  }

  private func explore(
    _ scope: World.Scope,
    _ sabotage: @escaping @Sendable (FeedMachine.Event, FeedMachine) -> FeedMachine.Event
  ) -> Explorer.Violation? {
    Explorer(scope: scope, sabotage: sabotage).run().violation
  }
}
