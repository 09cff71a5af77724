// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Foundation
import Testing

/// What leaves a simulation fails with its cause and its remedy.
@Suite(.timeLimit(.minutes(10)))
struct EscapeTests {
  @Test("real time is an escape with a remedy")
  func realTime() async {
    // So patient that the sleeper wakes in time on the busiest machine; it waits no longer than
    // that.
    let options = Simulation.Options(patience: .seconds(1), outsidePatience: .seconds(50))
    let report = await explore(options: options) { simulation in
      simulation.spawn("impatient") { try await Task.sleep(for: .milliseconds(200)) }
    }
    let failure = report.failure
    #expect(failure?.kind == .escape, "\(report)")
    #expect(failure?.message.hasPrefix("\"impatient\" was resumed by another") == true)
    #expect(failure?.message.contains("simulation.clock") == true)
  }

  @Test("waiting for the outside is no job that blocks, however long")
  func patience() async {
    let options = Simulation.Options(
      patience: .milliseconds(100), outsidePatience: .milliseconds(500))
    let report = await explore(options: options) { simulation in
      let keeper = Keeper()
      simulation.spawn("forgotten") { await keeper.wait() }
    }
    #expect(report.failure?.kind == .deadlock, "\(report)")
    #expect(report.failure?.message.contains("did not within 0.5 seconds") == true, "\(report)")
  }

  @Test("what the outside does not bring is a deadlock, or a leak, that names both causes")
  func bothCauses() async {
    let outside = Gate()
    let options = Simulation.Options(outsidePatience: .zero)
    let waiting = await explore(options: options) { simulation in
      simulation.spawn("request") { try await outside.pass() }
    }
    let lost = await explore(options: options) { simulation in
      simulation.spawn("request") {
        Task(executorPreference: simulation) { try await outside.pass() }
      }
    }
    #expect(waiting.failure?.kind == .deadlock, "\(waiting)")
    #expect(lost.failure?.kind == .leakedTask, "\(lost)")
    for message in [waiting, lost].map({ $0.failure?.message ?? "" }) {
      for words in [
        "\"request\"", "that nobody finishes", "outside of the simulation", "within 0.0 seconds",
        "simulation.clock", "simulation.spawn", "callbacks of other threads",
      ] {
        #expect(message.contains(words), "\(words): \(message)")
      }
    }
    await outside.open()
  }

  @Test("a bare task is an escape, whether or not it calls the simulation", arguments: 0..<3)
  func bareTask(variant: Int) async {
    let report = await explore(.random(seed: 1, schedules: 2_000)) { simulation in
      simulation.spawn("careless") {
        switch variant {
        case 0: Task { simulation.expect(true, "called elsewhere") }
        case 1: await Task.detached { 1 }.value == 1 ? () : ()
        default: Task { for _ in 0..<100 { await Task.yield() } }
        }
      }
    }
    // What a task on the pool looks like from outside depends on when the pool gets to it: as an
    // escape, or as something that never comes. The cause and the remedy are named in each case.
    #expect(report.failure?.message.contains("simulation.spawn") == true, "\(report)")
  }

  @Test("a callback of another thread is an escape")
  func foreignThread() async {
    let report = await explore { simulation in
      simulation.spawn("request") {
        await withCheckedContinuation { answer in
          // Runs when the request is suspended, and keeps the thread until the callback has come:
          // the run does not come to rest before.
          simulation.spawn("server") {
            let hasAnswered = Door()
            Thread.detachNewThread {
              answer.resume()
              hasAnswered.open()
            }
            hasAnswered.wait()
          }
        }
      }
    }
    #expect(report.failure?.kind == .escape, "\(report)")
    #expect(report.failure?.message.hasPrefix("\"request\" was resumed by another") == true)
    #expect(report.failure?.message.contains("callbacks of other threads") == true)
  }
}

/// Waits for what never comes, without complaining when it is gone.
actor Keeper {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { await withCheckedContinuation { waiting.append($0) } }
}

/// A thread waits at it.
final class Door: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }

  func open() { semaphore.signal() }
}
