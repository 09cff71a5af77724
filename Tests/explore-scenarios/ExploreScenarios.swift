// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingScenarios
import AsyncPagingTesting
import Foundation

/// Plays the standard scenarios over the feed in millions of schedules, several at a time, and
/// prints how many there were.
///
/// Exits with 1 at the first failure, after it has printed the schedule; with 2 if there were fewer
/// schedules than asked for; with 64 if the command line makes no sense.
@main
struct ExploreScenarios {
  static func main() async {
    let arguments: Arguments
    do throws(Misunderstanding) {
      arguments = try Arguments(CommandLine.arguments.dropFirst())
    } catch {
      return fail("\(error.message)\n\(Arguments.usage)", 64)
    }
    guard !arguments.measuresSpeed else { return await measureSpeed() }
    let scenarios = Scenario.standard.filter { scenario in
      arguments.names.isEmpty || arguments.names.contains { scenario.name.contains($0) }
    }
    guard !scenarios.isEmpty else { return fail("no scenario has such a name", 64) }
    say("random schedules: seed \(arguments.seed)")
    var table = Table(highestBound: arguments.bound)
    say(table.heading)
    let begun = ContinuousClock.now
    // One exploration after the other on each core: the longest ones are not known before.
    await withTaskGroup(of: Row.self) { group in
      var waiting = scenarios.makeIterator()
      for _ in 0..<max(ProcessInfo.processInfo.activeProcessorCount, 1) {
        guard let scenario = waiting.next() else { break }
        group.addTask { await explore(scenario, arguments) }
      }
      for await row in group {
        say(table.line(for: row))
        if let failure = row.failure {
          say("\n\(row.name): \(failure)")
          exit(1)
        }
        table.add(row)
        guard let scenario = waiting.next() else { continue }
        group.addTask { await explore(scenario, arguments) }
      }
    }
    say(table.summary(after: begun.duration(to: .now)))
    guard table.distinctCount >= arguments.atLeast else {
      return fail("fewer than the \(arguments.atLeast) different schedules asked for", 2)
    }
  }

  private static func fail(_ message: String, _ code: Int32) {
    say("error: \(message)")
    exit(code)
  }

  /// Explores one scenario: bound after bound, and then by chance.
  private static func explore(_ scenario: Scenario, _ arguments: Arguments) async -> Row {
    var row = Row(name: scenario.name)
    for bound in 0...arguments.bound {
      let strategy = Strategy.exhaustive(.preemptions(bound), limit: arguments.limit)
      row.add(bounded: await scenario.explore(strategy))
      guard row.failure == nil, !row.isComplete else { break }
    }
    guard row.failure == nil, arguments.samples > 0 else { return row }
    row.add(
      sampled: await scenario.explore(.random(seed: arguments.seed, schedules: arguments.samples)))
    guard row.failure == nil else { return row }
    row.add(
      sampled: await scenario.explore(.pct(seed: arguments.seed, schedules: arguments.samples)))
    return row
  }
}

/// Prints a line at once, also into a file or a pipe.
private func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
