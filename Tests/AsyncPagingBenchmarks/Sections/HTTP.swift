// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Benchmark {
  /// Walks over HTTP, on loopback, beside the loop by hand.
  static let http = ListWalk.allCases.compactMap { walk -> Benchmark? in
    guard let subject = walk.subject else { return nil }
    return Benchmark(
      "http/\(walk.rawValue)", subject, against: "hand loop with URLSession and JSONDecoder"
    ) { scale in
      let count = scale.pick(1_000, check: 100)
      let server = try ListServerProcess(pageCount: count)
      return Contest { meter in
        try await meter.walk(walk, server.list, pages: count)
      } reference: { meter in
        try await meter.walk(.handLoop, server.list, pages: count)
      } finish: {
        try server.stop()
        return [:]
      }
    }
  }

  /// The names of those that only builds with the trait `LibCurl` have.
  static var httpElsewhere: [String] {
    #if LibCurl
      []
    #else
      ["http/curl-prefetching"]
    #endif
  }
}

extension Meter {
  /// Measures a walk, which must see every item once.
  fileprivate mutating func walk(_ walk: ListWalk, _ list: URL, pages: Int) async throws {
    let tally = try await time(pages) { try await walk.run(list) }
    try expect(tally, .whole(pages: pages), "what \(walk.rawValue) saw")
  }
}

extension ListWalk {
  /// What the table calls it; `nil` for the reference, and for what has no bar.
  fileprivate var subject: String? {
    switch self {
    case .handLoop: nil
    case .urlSession: "source.pages() over URLSession"
    case .urlSessionOverlapped: "feed.pages(prefetching: 4) over URLSession, overlapped"
    #if LibCurl
      case .curl: nil
      case .curlPrefetching: "feed.pages(prefetching: 4) over libcurl, overlapped"
    #endif
    }
  }
}
