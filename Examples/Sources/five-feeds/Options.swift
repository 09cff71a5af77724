// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
struct Options: Sendable {
  /// The command line asks for something that there is not.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  static let help = """
    five-feeds: five feeds of five apps page through real HTTP, side by side.

    usage: five-feeds [FEED ...] [--latency TIME] [--faults all|none] [--plain]
           five-feeds --serve [--latency TIME] [--faults all|none]

    It starts a server of its own on 127.0.0.1, scrolls through each feed as its app does,
    and checks itself: every item once and in order, and not one request too many.

    FEED            which feeds run; all of them if none is named
      beer          keyset: more when the last cell is shown; ends at the total
      social        offset: more on scroll events past the end; left after 20 pages
      photos        page number: three prefetched rows at once, and a pull to refresh
                    in the middle of a load; ends when the server says so
      films         page number: more past the end; ends when nothing new comes
      album         offset and limit: more 1.2 screens before the end; ends at the count
    --latency TIME  how long the server takes for an answer, from 0ms to 5s, such as
                    200ms or 1.5s; each page takes half to one and a half of it (default 15ms)
    --faults all    the server answers 503 twice, is silent until a time-out, asks for a
                    pause with 429, sends a broken body and an empty page (the default)
    --faults none   the server makes no fault
    --plain         plain lines, also on a terminal
    --serve         only starts the server, and prints how to read from it with `pages`
    --help          this text

    exit codes: 0 all is well, 1 a check failed, 64 the command line is wrong
    """

  var feeds = FeedName.allCases
  var latency = Duration.milliseconds(15)
  var faults = FaultPlan.all
  var isPlain = false
  var serves = false
  var wantsHelp = false

  /// Reads the command line.
  ///
  /// - Parameter arguments: The words after the program's name.
  /// - Throws: What is wrong with them.
  init(_ arguments: [String]) throws(UsageError) {
    var named: [FeedName] = []
    var words = arguments[...]
    while let word = words.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let inline = parts.count == 2 ? parts[1] : nil
      switch parts.first {
      case "--latency": latency = try Self.time(try Self.value(of: word, inline, &words))
      case "--faults": faults = try Self.faultPlan(try Self.value(of: word, inline, &words))
      case "--plain" where inline == nil: isPlain = true
      case "--serve" where inline == nil: serves = true
      case "--help" where inline == nil, "-h" where inline == nil: wantsHelp = true
      default:
        guard !word.hasPrefix("-") else {
          throw UsageError(description: "unknown option '\(word)'")
        }
        guard let feed = FeedName(rawValue: word) else {
          let names = FeedName.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError(description: "unknown feed '\(word)'; there are \(names)")
        }
        named.append(feed)
      }
    }
    if !named.isEmpty { feeds = FeedName.allCases.filter(named.contains) }
  }

  private static func value(
    of option: String, _ inline: String?, _ words: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = inline ?? words.popFirst() else {
      throw UsageError(description: "\(option) needs a value")
    }
    return value
  }

  private static func faultPlan(_ text: String) throws(UsageError) -> FaultPlan {
    switch text {
    case "all": return .all
    case "none": return .none
    default: throw UsageError(description: "--faults is '\(text)', must be all or none")
    }
  }

  private static func time(_ text: String) throws(UsageError) -> Duration {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(digits.count)
    guard let number = Double(digits), let scale = ["ms": 0.001, "s": 1][unit],
      (0...5).contains(number * scale)
    else {
      throw UsageError(
        description: "--latency is '\(text)', must be a time from 0ms to 5s, such as 200ms or 1.5s")
    }
    return .seconds(number * scale)
  }
}
