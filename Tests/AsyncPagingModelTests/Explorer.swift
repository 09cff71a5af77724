// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// Goes through every state that a world can reach, the nearest first, so that the first violation
/// found is one with the fewest steps.
struct Explorer {
  /// What was found.
  struct Report {
    var stateCount = 0
    var transitionCount = 0
    var violation: Violation?
  }

  /// A way to a state in which a rule is broken.
  struct Violation: CustomStringConvertible {
    var steps: [Step]
    var complaint: String

    var description: String {
      let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
      return (["\(complaint), after"] + lines).joined(separator: "\n")
    }
  }

  var rules = FeedMachine.Rules()
  var scope = World.Scope()

  /// Changes an event before the machine gets it: a fault, planted to see it found.
  var sabotage: @Sendable (FeedMachine.Event, FeedMachine) -> FeedMachine.Event = { event, _ in
    event
  }

  func run() -> Report {
    var report = Report()
    var worlds = [World(rules: rules, scope: scope)]
    var seen: [World: Int] = [worlds[0]: 0]
    var origins: [(parent: Int, step: Step)?] = [nil]
    var next = 0

    func violation(_ complaint: String, at index: Int, then step: Step? = nil) -> Violation {
      var steps = step.map { [$0] } ?? []
      var place = index
      while let origin = origins[place] {
        steps.insert(origin.step, at: 0)
        place = origin.parent
      }
      return Violation(steps: steps, complaint: complaint)
    }

    while next < worlds.count {
      let world = worlds[next]
      if !world.comesToRest() {
        report.violation = violation("somebody waits for ever", at: next)
        break
      }
      for step in world.steps {
        var successor = world
        successor.take(step, sabotage: sabotage)
        report.transitionCount += 1
        if let complaint = successor.complaint {
          report.violation = violation(complaint, at: next, then: step)
          report.stateCount = worlds.count
          return report
        }
        if seen[successor] == nil {
          seen[successor] = worlds.count
          worlds.append(successor)
          origins.append((next, step))
        }
      }
      next += 1
    }
    report.stateCount = worlds.count
    return report
  }
}
