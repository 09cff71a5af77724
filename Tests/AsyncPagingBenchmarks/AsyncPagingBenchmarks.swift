// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures what a feed costs beside what people write by hand, and compares with the bars.
///
/// Exits with 1 if a check finds a figure beyond its gate or a benchmark lost work, with 2 if the
/// command line makes no sense.
@main
struct AsyncPagingBenchmarks {
  static func main() async {
    if let command = ListCommand(CommandLine.arguments.dropFirst()) { exit(await run(command)) }
    do throws(Misunderstanding) {
      exit(await run(try Arguments(CommandLine.arguments.dropFirst())))
    } catch {
      complain("error: \(error.message)\n\(Arguments.usage)")
      exit(2)
    }
  }

  /// Is the server or the client of a benchmark over HTTP.
  ///
  /// - Parameter command: What to be.
  /// - Returns: The exit code.
  private static func run(_ command: ListCommand) async -> Int32 {
    do {
      try await command.run()
      return 0
    } catch {
      complain("error: \(error)")
      return 1
    }
  }

  /// Runs what is asked for, off the main thread: hops to it would be measured, too.
  ///
  /// - Parameter arguments: What is asked for.
  /// - Returns: The exit code.
  @concurrent
  private static func run(_ arguments: Arguments) async -> Int32 {
    let chosen = arguments.chosen(of: Benchmark.all.map(\.name))
    let benchmarks = Benchmark.all.filter { chosen.contains($0.name) }
    guard !benchmarks.isEmpty else {
      complain("error: no benchmark has such a name\n\(Arguments.usage)")
      return 2
    }
    guard !arguments.isList else {
      for benchmark in benchmarks { say(benchmark.name) }
      return 0
    }
    do {
      guard !arguments.isAlone else {
        for benchmark in benchmarks {
          let count = try await Runner(scale: .full, rounds: nil).runAlone(benchmark)
          say("\(benchmark.name) \(count)")
        }
        return 0
      }
      let document = try await measure(
        benchmarks, arguments, Thresholds(for: Benchmark.all.map(\.name) + Benchmark.httpElsewhere))
      if arguments.isJSON { say(try document.json()) }
      return judge(document, arguments)
    } catch {
      complain("error: \(error)")
      return 1
    }
  }

  private static func measure(
    _ benchmarks: [Benchmark], _ arguments: Arguments, _ thresholds: Thresholds
  ) async throws -> Document {
    let scale: Scale = arguments.isCheck ? .check : .full
    let runner = Runner(scale: scale, rounds: arguments.rounds)
    var document = Document(scale: scale)
    if !arguments.isJSON { say("\(document.machine)\n\n\(Table.heading)") }
    for benchmark in benchmarks {
      var measurement = try await measure(benchmark, runner, thresholds)
      // What another program has disturbed is measured again; what has become slow stays so.
      for _ in 0..<2 where arguments.isCheck && measurement.verdicts.contains(where: \.isOverGate) {
        measurement = try await measure(benchmark, runner, thresholds)
      }
      document.measurements.append(measurement)
      if !arguments.isJSON { say(Table.lines(for: measurement)) }
    }
    return document
  }

  private static func measure(
    _ benchmark: Benchmark, _ runner: Runner, _ thresholds: Thresholds
  ) async throws -> Measurement {
    do {
      var measurement = try await runner.measure(benchmark)
      measurement.verdicts = thresholds.verdicts(on: measurement)
      return measurement
    } catch {
      throw WrongResult(description: "\(benchmark.name): \(error)")
    }
  }

  /// Names what misses its bar, or in a check its gate.
  private static func judge(_ document: Document, _ arguments: Arguments) -> Int32 {
    var failures: [String] = []
    for measurement in document.measurements {
      for verdict in measurement.verdicts where verdict.isOverGate {
        let value = verdict.value?.short ?? "–"
        failures.append(
          "\(measurement.name): \(verdict.threshold.kind) is \(value), "
            + "bar \(verdict.bar), gate \(verdict.threshold.gate.short)")
      }
    }
    guard arguments.isCheck else { return 0 }
    for failure in failures { complain("over: \(failure)") }
    return failures.isEmpty ? 0 : 1
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
