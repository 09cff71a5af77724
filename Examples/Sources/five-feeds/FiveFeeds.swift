// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs the feeds side by side, and says how it went.
@main
struct FiveFeeds {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      guard !options.wantsHelp else { return write(Options.help) }
      exit(try await run(options))
    } catch let error as Options.UsageError {
      fail("\(error)\ntry --help", code: 64)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  /// Runs what the options ask for.
  ///
  /// - Returns: The exit code.
  private static func run(_ options: Options) async throws -> Int32 {
    let pages = PageServer(latency: options.latency, faults: options.faults)
    // A server left running for others is open to whatever is on this machine.
    let server = try LoopbackServer(
      mostConnections: 64, longestRequest: 8_192, keepsRequests: false
    ) { pages.answer($0) }
    if options.serves { await serve(pages, at: server.port) }
    guard let client = WebClient(port: server.port) else {
      fail("there is no URL for port \(server.port)", code: 1)
    }
    let board = ProgressBoard(
      feeds: options.feeds, isTerminal: isatty(STDOUT_FILENO) == 1 && !options.isPlain)
    let stage = Stage(client: client, server: pages, board: board)

    async let writing: Void = board.run()
    var reports = await run(options, on: stage)
    board.events.finish()
    await writing

    // Requests that nobody waited for any more run out before they are counted.
    pages.log.letGo()
    await client.finish()
    for index in reports.indices {
      reports[index].take(requests: pages.log.counts(of: reports[index].name))
    }
    return conclude(reports)
  }

  /// Leaves the server running, for other programs, until this one is ended.
  private static func serve(_ pages: PageServer, at port: UInt16) async -> Never {
    // Nothing is held back for an app that pulls or waits: there is none.
    pages.log.letGo()
    let address = "http://127.0.0.1:\(port)"
    write(
      """
      serving at \(address) until Ctrl-C; in another window, after
      swift run --package-path Examples pages

        '\(address)/album/photos?offset=0&limit=50'
        \(address)/photos --page-number page --has-more hasMore --items photos
        '\(address)/beer/reviews?after=0' --keyset 'reviews[-1].row' --as after --items reviews
        \(address)/social/posts --offset skip --page-size take=10 --items posts --limit 100
      """)
    while true { try? await Task.sleep(for: .seconds(3_600)) }
  }

  /// Runs the feeds; the program ends if they have not ended after far more time than they need.
  private static func run(_ options: Options, on stage: Stage) async -> [FeedReport] {
    await withTaskGroup(of: FeedReport?.self) { group in
      for feed in options.feeds {
        group.addTask(name: "five-feeds: \(feed)") { await stage.run(feed) }
      }
      group.addTask(name: "five-feeds: the longest time") {
        guard (try? await Task.sleep(for: .seconds(90) + options.latency * 500)) != nil else {
          return nil
        }
        let states = await stage.board.summary().joined(separator: "\n")
        fail("the feeds have not come to their end; they stand here:\n\(states)", code: 1)
      }
      var reports: [FeedReport] = []
      while reports.count < options.feeds.count, let report = await group.next() {
        if let report { reports.append(report) }
      }
      group.cancelAll()
      return options.feeds.compactMap { feed in reports.first { $0.name == feed } }
    }
  }

  /// Prints the table and what is wrong.
  ///
  /// - Returns: The exit code.
  private static func conclude(_ reports: [FeedReport]) -> Int32 {
    write("\n" + ReportTable(reports: reports).lines.joined(separator: "\n") + "\n")
    let complaints = reports.flatMap { report in
      let rest = report.complaints.count - 5
      return report.complaints.prefix(5).map { "\(report.name): \($0)" }
        + (rest > 0 ? ["\(report.name): and \(rest) more"] : [])
    }
    guard complaints.isEmpty else { fail(complaints.joined(separator: "\n"), code: 1) }
    let requests = reports.flatMap(\.requests.values).reduce(0, +)
    write("Every item came once and in order. The server counted \(requests.grouped) requests,")
    write("and every one of them was needed.")
    return 0
  }

  private static func write(_ text: String, to file: FileHandle = .standardOutput) {
    try? file.write(contentsOf: Data((text + "\n").utf8))
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    write("five-feeds: \(message)", to: .standardError)
    exit(code)
  }
}
