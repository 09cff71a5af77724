// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting

/// Prints how many schedules of about 20 steps the engine runs in a second.
///
/// Three tasks call an actor four times each; between two calls they are off the actor, so that
/// both ways are a step.
func measureSpeed() async {
  let strategies: [Strategy] = [
    .random(seed: 1, schedules: 20_000), .pct(seed: 1, schedules: 20_000),
    .exhaustive(.preemptions(2), limit: 20_000),
  ]
  for strategy in strategies {
    let report = await explore(strategy) { simulation in
      let counter = Counter()
      for task in 1...3 {
        simulation.spawn("task \(task)") {
          for _ in 1...4 {
            await counter.add()
            simulation.note("added")
          }
        }
      }
      simulation.atEnd { simulation.expect(await counter.count == 12, "a call was lost") }
    }
    let steps = report.steps / max(report.schedules, 1)
    print(
      "\(strategy): \(report.schedules) schedules of \(steps) steps,",
      "\(Int(report.schedulesPerSecond)) a second")
  }
}

/// What the tasks call.
private actor Counter {
  private(set) var count = 0

  func add() { count += 1 }
}
