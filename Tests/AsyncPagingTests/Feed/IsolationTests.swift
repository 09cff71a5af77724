// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Testing

@Suite(.tags(.safety), .timeLimit(.minutes(10)))
struct IsolationTests {
  /// The user's code that a feed runs.
  enum UserCode: String, CaseIterable, Codable, Sendable {
    case source, closure, cursorSource, offsetSource, mapItems, filterItems, stopRule

    /// A feed that does something in that code.
    func feed(_ body: @escaping @Sendable () -> Void) -> Feed<Int, Int> {
      let plain = ScriptedSource<Int, Int>([nil: [.page([1, 2])]])
      return switch self {
      case .source:
        Feed(
          ScriptedSource<Int, Int>([
            nil: [
              .running {
                body()
                return Page(items: [1])
              }
            ]
          ]))
      case .closure:
        Feed { _ in
          body()
          return Page(items: [1])
        }
      case .cursorSource:
        Feed(
          CursorSource<Int, Int> { _, _ in
            body()
            return (items: [1], next: nil)
          })
      case .offsetSource:
        Feed(
          OffsetSource<Int>(limit: 1) { _, _ -> [Int] in
            body()
            return []
          })
      case .mapItems:
        Feed(
          plain.mapItems {
            body()
            return $0
          })
      case .filterItems:
        Feed(
          plain.filterItems { _ in
            body()
            return true
          })
      case .stopRule:
        Feed(
          plain.stopping { _ in
            body()
            return false
          })
      }
    }
  }

  /// Hears of a load, on the feed.
  private struct Listener: FeedObserver {
    let body: @Sendable () -> Void

    func pageLoaded(_ load: LoadDescription, itemCount: Int, duration: Duration) { body() }
  }

  @Test("J1: the user's code never runs on the feed", arguments: UserCode.allCases)
  func userCode(code: UserCode) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardOutputContent]
    ) { [code = code as UserCode] in
      let feed = Weak<Feed<Int, Int>>()
      let owner = code.feed {
        print("reached", terminator: "", to: &Standard.output)
        feed.value?.preconditionIsolated()
        print("passed", terminator: "", to: &Standard.output)
      }
      feed.value = owner
      _ = try await owner.loadNext()
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.contains("reached"))
    #expect(!output.contains("passed"))
  }

  @Test("J1: an observer does run on the feed, so the check above can tell")
  func observer() async {
    await #expect(processExitsWith: .success) {
      let feed = Weak<Feed<Int, String>>()
      let listener = Listener { feed.value?.preconditionIsolated() }
      let owner = Feed(
        Script.threePages(), configuration: FeedConfiguration(observer: listener))
      feed.value = owner
      _ = try await owner.loadNext()
    }
  }

  @Test("J1: while a source is slow its feed answers everything else")
  func slowSource() async throws {
    let gate = Gate()
    let feed = Feed(
      Script([nil: [.page([1], next: "a")], "a": [.page([2]).held(by: gate)]]))
    _ = try await feed.loadNext()
    let call = calling { try await feed.loadNext() }
    try await gate.arrivals(1)
    #expect(await feed.snapshot.next.isActive)
    var iterator = feed.pages.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    await feed.pauseDemand()
    await feed.resumeDemand()
    try await feed.retry()
    await gate.open()
    #expect(await call.items() == [2])
  }
}

/// Standard output, without a buffer that a trap would lose.
private enum Standard {
  struct Output: TextOutputStream {
    mutating func write(_ string: String) {
      FileHandle.standardOutput.write(Data(string.utf8))
    }
  }

  static var output: Output {
    get { Output() }
    set { _ = newValue }
  }
}
