// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkProbes
import Foundation

/// What this executable does in processes of its own, for benchmarks over HTTP.
///
/// They are no options: nobody but the benchmarks and `peers/run` asks for them.
enum ListCommand {
  /// `serve PAGES`: serves a list.
  case serve(pages: Int)

  /// `walk`: prints the names of the walks.
  case names

  /// `walk NAME SERVER`: walks the list of a server once and tells what it took, as JSON.
  case walk(ListWalk, server: URL)

  /// Reads the words of a command line; `nil` if they are no such command.
  init?(_ words: some Sequence<String>) {
    let words = Array(words)
    switch (words.first, words.count) {
    case ("serve", 2):
      guard let pages = Int(words[1]), pages > 0 else { return nil }
      self = .serve(pages: pages)
    case ("walk", 1):
      self = .names
    case ("walk", 3):
      guard let walk = ListWalk(rawValue: words[1]), let server = URL(string: words[2]) else {
        return nil
      }
      self = .walk(walk, server: server)
    default: return nil
    }
  }

  /// Carries the command out, off the main thread.
  ///
  /// - Throws: What went wrong.
  @concurrent
  func run() async throws {
    switch self {
    case .serve(let pages): try ListServer.run(pageCount: pages)
    case .names: Self.say(ListWalk.allCases.map(\.rawValue).joined(separator: "\n"))
    case .walk(let walk, let server): Self.say(try await Self.report(on: walk, of: server))
    }
  }

  /// Walks a short list to warm up, and then the long one.
  private static func report(on walk: ListWalk, of server: URL) async throws -> String {
    _ = try await walk.run(server.appending(path: "warm-up"))
    let (cpu, wall) = (benchmark_cpu_nanoseconds(), benchmark_wall_nanoseconds())
    let tally = try await walk.run(server.appending(path: "items"))
    let seconds = Double(benchmark_wall_nanoseconds() - wall) / 1e9
    let processor = Double(benchmark_cpu_nanoseconds() - cpu) / 1e9
    return """
      {"pages": \(tally.pages), "items": \(tally.items), "sum": \(tally.sum), \
      "seconds": \(seconds), "processor": \(processor)}
      """
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
